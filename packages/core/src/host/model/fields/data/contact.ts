import { fieldTable } from '../table.ts';

/** Contacts as a struct of arrays. */
export const contactFields = fieldTable(`
  contact_dist            f64  ncon  1   signed distance; negative when penetrating
  contact_pos             f64  ncon  3   point midway between the surfaces
  contact_frame           f64  ncon  9   axes as rows; the first is the normal from the first geom to the second
  contact_includemargin   f64  ncon  1   the contact pushes within this distance
  contact_friction        f64  ncon  5   two sliding, one torsional, two rolling coefficients
  contact_solref          f64  ncon  2   reference of the normal direction
  contact_solreffriction  f64  ncon  2   reference of the friction directions
  contact_solimp          f64  ncon  5   impedance
  contact_adhesion        f64  ncon  1   attraction along the normal
  contact_mu              f64  ncon  1   friction of the regularised cone
  contact_H               f64  ncon  36  Hessian of the cone
  contact_dim             i32  ncon  1   dimension: 1, 3, 4 or 6
  contact_geom1           i32  ncon  1   first geom
  contact_geom2           i32  ncon  1   second geom
  contact_geom            i32  ncon  2   both geoms; -1 for a flex
  contact_flex            i32  ncon  2   both flexes; -1 for a geom
  contact_elem            i32  ncon  2   both flex elements, or -1
  contact_vert            i32  ncon  2   both flex vertices, or -1
  contact_exclude         i32  ncon  1   0: included; 1: in the gap; 2: fused; 3: no dofs; 4: passive
  contact_efc_address     i32  ncon  1   first row, or -1
`);
