import type { f64, i32 } from '../dialect.ts';
import type { Contacts } from '../geometry/contact.ts';
import { CcdOptions } from '../geometry/convex/ccd-options.ts';
import { ConvexShape } from '../geometry/convex/convex-shape.ts';
import { HeightField } from '../geometry/height-field.ts';
import { hfieldConvex } from '../geometry/hfield.ts';
import type { Data, Model } from '../model/classes.ts';
import { GEOM_HFIELD, GEOM_SDF } from '../model/constants.ts';
import { setCcdOptions } from './ccd-options.ts';
import { setGeomShape, setHeightField } from './geom-shape.ts';

const field = new HeightField();
const shape = new ConvexShape();
const options = new CcdOptions();

/** Contacts of a height field g1 with geom g2. */
export function hfieldContacts(m: Model, d: Data, g1: i32, g2: i32, margin: f64, contacts: Contacts): void {
  const type = m.geom_type[g2];
  if (type === GEOM_HFIELD || type === GEOM_SDF) return;
  setHeightField(m, d, field, g1);
  setGeomShape(m, d, shape, g2, 0);
  setCcdOptions(m, options, 0);
  hfieldConvex(field, shape, options, margin, contacts);
}
