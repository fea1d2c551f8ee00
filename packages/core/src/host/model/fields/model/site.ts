import { fieldTable } from '../table.ts';

/** Sites. */
export const siteFields = fieldTable(`
  site_type       i32 GeomType  nsite  1           shape for drawing and for sensors
  site_bodyid     i32           nsite  1           body it is fixed to {<nbody}
  site_dataid     i32           nsite  1           mesh, or -1 {is geom}
  site_matid      i32           nsite  1           material, or -1 {<nmat|-1}
  site_group      i32           nsite  1           group for visibility {any}
  site_sameframe  u8            nsite  1           how its frame coincides with one of the body's (SameFrame) {0..4}
  site_size       f64           nsite  3           sizes, as the type needs them
  site_pos        f64           nsite  3           position in the body frame
  site_quat       f64           nsite  4           orientation in the body frame
  site_user       f64           nsite  nuser_site  user numbers
  site_rgba       f32           nsite  4           colour without a material
`);
