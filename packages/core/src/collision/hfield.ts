import type { F64, f64, i32 } from '../dialect.ts';
import { shapeB } from '../geometry/convex-shape.ts';
import { hfieldConvex } from '../geometry/hfield.ts';
import { DSBL_NATIVECCD, GEOM_HFIELD, GEOM_SDF } from '../model/constants.ts';
import type { Data, Model } from '../model/kernel.ts';
import { setGeomShape } from './geom-shape.ts';

/** Contacts of height field g1 with convex geom g2, within `margin`. */
export function hfieldContacts(m: Model, d: Data, out: F64, g1: i32, g2: i32, margin: f64): i32 {
  const type2 = m.geom_type[g2];
  if (type2 === GEOM_HFIELD || type2 === GEOM_SDF) return 0;
  const id = m.geom_dataid[g1];
  setGeomShape(m, d, shapeB, g2, 0);
  return hfieldConvex(
    out,
    0,
    d.geom_xpos,
    3 * g1,
    d.geom_xmat,
    9 * g1,
    m.hfield_size,
    4 * id,
    m.hfield_data,
    m.hfield_adr[id],
    m.hfield_nrow[id],
    m.hfield_ncol[id],
    m.geom_rbound[g2],
    margin,
    m.opt_ccd_tolerance,
    m.opt_ccd_iterations,
    (m.opt_disableflags & DSBL_NATIVECCD) !== 0,
  );
}
