import type { F64, f64, i32 } from '../dialect.ts';
import { zero6 } from '../math/spatial.ts';
import type { Data, Model } from '../model/classes.ts';
import { isPyramidal } from './jacobian/mode.ts';

/**
 * res (6) = force and torque of contact `c` on its second geom, in the contact frame; zero for a contact without rows.
 * The pull of adhesion is part of it.
 *
 * @reads contact_efc_address contact_dim contact_friction contact_adhesion efc_force ncon
 * @see mj_contactForce
 */
export function contactForce(m: Model, d: Data, c: i32, res: F64, r: i32): void {
  zero6(res, r);
  if (c < 0 || c >= d.ncon || d.contact_efc_address[c] < 0) return;
  const row = d.contact_efc_address[c];
  const dim = d.contact_dim[c];
  if (dim > 1 && isPyramidal(m)) decodePyramid(res, r, d.efc_force, row, d.contact_friction, 5 * c, dim);
  else for (let k = 0; k < dim; k++) res[r + k] = d.efc_force[row + k];
  res[r] -= d.contact_adhesion[c];
}

/** res (dim) = the force whose 2·(dim - 1) components along the edges of the friction pyramid are given. */
export function decodePyramid(res: F64, r: i32, edges: F64, e: i32, friction: F64, f: i32, dim: i32): void {
  let normal: f64 = 0;
  for (let k = 0; k < 2 * (dim - 1); k++) normal += edges[e + k];
  res[r] = normal;
  for (let k = 0; k < dim - 1; k++) res[r + 1 + k] = (edges[e + 2 * k] - edges[e + 2 * k + 1]) * friction[f + k];
}
