import { fieldTable } from '../table.ts';

/** Predefined geom pairs and excluded body pairs. */
export const contactPairFields = fieldTable(`
  pair_dim             i32  npair     1  contact dimension {1|3|4|6}
  pair_geom1           i32  npair     1  first geom {<ngeom}
  pair_geom2           i32  npair     1  second geom {<ngeom}
  pair_signature       i32  npair     1  lower body · 2¹⁶ + higher body {any}
  pair_solref          f64  npair     2  reference of the normal direction
  pair_solreffriction  f64  npair     2  reference of the friction directions
  pair_solimp          f64  npair     5  impedance
  pair_margin          f64  npair     1  contacts push within this distance
  pair_gap             f64  npair     1  contacts are listed within margin plus gap
  pair_adhesion        f64  npair     1  attraction along the normal
  pair_friction        f64  npair     5  two sliding, one torsional, two rolling coefficients
  exclude_signature    i32  nexclude  1  lower body · 2¹⁶ + higher body, sorted {any}
`);
