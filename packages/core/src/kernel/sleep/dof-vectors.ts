// @cold

import type { F64 } from '../dialect.ts';
import { add, addTo, zero } from '../math/linear/dense.ts';
import type { Data, Model } from '../model/classes.ts';
import { someAsleep } from './state.ts';

/** res (nv) = 0 at the dofs that are awake. @reads nv_awake dof_awake_ind */
export function zeroDofs(m: Model, d: Data, res: F64): void {
  if (!someAsleep(m, d)) zero(res, 0, m.nv);
  else for (let k = 0; k < d.nv_awake; k++) res[d.dof_awake_ind[k]] = 0;
}

/** res (nv) = a + b at the dofs that are awake. @reads nv_awake dof_awake_ind */
export function addDofs(m: Model, d: Data, res: F64, a: F64, b: F64): void {
  if (!someAsleep(m, d)) add(res, 0, a, 0, b, 0, m.nv);
  else for (let k = 0; k < d.nv_awake; k++) res[d.dof_awake_ind[k]] = a[d.dof_awake_ind[k]] + b[d.dof_awake_ind[k]];
}

/** res (nv) += a at the dofs that are awake. @reads nv_awake dof_awake_ind */
export function addToDofs(m: Model, d: Data, res: F64, a: F64): void {
  if (!someAsleep(m, d)) addTo(res, 0, a, 0, m.nv);
  else for (let k = 0; k < d.nv_awake; k++) res[d.dof_awake_ind[k]] += a[d.dof_awake_ind[k]];
}
