// @cold

import { type F64, type f64, type i32, scratchF64 } from '../../dialect.ts';
import { sub3 } from '../../math/vec3.ts';
import type { Data, Model } from '../../model/classes.ts';
import { pointColumn } from '../jacobian.ts';

/** Velocity of a point per unit velocity of one dof, and of the body's rotation: what `addColumn` sums. */
export const column = scratchF64(6);

/** Arms of the two points that are compared, from the coms of their trees. */
export const arms = scratchF64(6);

/** arms[3k..] = site `s` from the com of its tree. @reads site_xpos subtree_com */
export function setArm(m: Model, d: Data, k: i32, s: i32): void {
  sub3(arms, 3 * k, d.site_xpos, 3 * s, d.subtree_com, 3 * m.body_rootid[m.site_bodyid[s]]);
}

/** column = 0 */
export function clearColumn(): void {
  for (let k = 0; k < 6; k++) column[k] = 0;
}

/** column = the Jacobian of point `k` (its arm) for dof `i`. @reads cdof */
export function setColumn(d: Data, i: i32, k: i32): void {
  pointColumn(column, 0, d.cdof, 6 * i, arms, 3 * k);
  for (let n = 0; n < 3; n++) column[3 + n] = d.cdof[6 * i + n];
}

const other = scratchF64(3);

/** column -= the Jacobian of point `k` for dof `i` */
export function subtractColumn(d: Data, i: i32, k: i32): void {
  pointColumn(other, 0, d.cdof, 6 * i, arms, 3 * k);
  for (let n = 0; n < 3; n++) {
    column[n] -= other[n];
    column[3 + n] -= d.cdof[6 * i + n];
  }
}

/** column · vec of the translation (`c` 0) or the rotation (3) */
export function dotColumn(c: i32, vec: F64, v: i32): f64 {
  return column[c] * vec[v] + column[c + 1] * vec[v + 1] + column[c + 2] * vec[v + 2];
}
