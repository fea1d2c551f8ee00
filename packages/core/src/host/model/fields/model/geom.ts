import { fieldTable } from '../table.ts';

/** Geoms. */
export const geomFields = fieldTable(`
  geom_type         i32 GeomType  ngeom  1           shape
  geom_contype      i32           ngeom  1           contact type bits {any}
  geom_conaffinity  i32           ngeom  1           contact affinity bits {any}
  geom_condim       i32           ngeom  1           dimension of its contacts: 1, 3, 4 or 6 {1|3|4|6}
  geom_bodyid       i32           ngeom  1           body it is fixed to {is tree}
  geom_dataid       i32           ngeom  1           mesh or height field, or -1 {is geom}
  geom_matid        i32           ngeom  1           material, or -1 {<nmat|-1}
  geom_group        i32           ngeom  1           group for visibility {any}
  geom_priority     i32           ngeom  1           the higher one decides contact parameters {any}
  geom_plugin       i32           ngeom  1           plugin instance, or -1 {<nplugin|-1}
  geom_sameframe    u8            ngeom  1           how its frame coincides with one of the body's (SameFrame) {0..4}
  geom_solmix       f64           ngeom  1           weight in the mixture of contact parameters
  geom_solref       f64           ngeom  2           contact reference
  geom_solimp       f64           ngeom  5           contact impedance
  geom_size         f64           ngeom  3           sizes, as the type needs them
  geom_aabb         f64           ngeom  6           bounding box in its frame: centre, half sizes
  geom_rbound       f64           ngeom  1           radius of the bounding sphere; 0 for planes
  geom_pos          f64           ngeom  3           position in the body frame
  geom_quat         f64           ngeom  4           orientation in the body frame
  geom_friction     f64           ngeom  3           sliding, torsional, rolling friction
  geom_margin       f64           ngeom  1           contacts push within this distance
  geom_gap          f64           ngeom  1           contacts are listed within margin plus gap
  geom_surfacevel   f64           ngeom  6           velocity of its surface: linear, angular
  geom_adhesion     f64           ngeom  1           attraction of its surface
  geom_fluid        f64           ngeom  12          coefficients of the ellipsoid fluid model
  geom_user         f64           ngeom  nuser_geom  user numbers
  geom_rgba         f32           ngeom  4           colour without a material
`);
