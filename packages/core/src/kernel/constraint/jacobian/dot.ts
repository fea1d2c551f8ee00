// @cold

import { type F64, type i32, scratchF64 } from '../../dialect.ts';
import { dofRate } from '../../kinematics/jacobian.ts';
import { zero } from '../../math/linear/dense.ts';
import { translateSpatial } from '../../math/spatial.ts';
import type { Data, Model } from '../../model/classes.ts';
import { comOffset, mergeChain } from './difference.ts';
import { isSparse } from './mode.ts';

const TAIL: i32 = 4; // partial sum of the columns after the last whole group of four

const arm = scratchF64(3);
const velocity = scratchF64(6); // of the body at the point
const rate = scratchF64(6); // time derivative of cdof
const sums = scratchF64(30); // five partial sums of six components

/**
 * res (6) = J̇·qvel of a point on a body: linear, then angular. The sum runs over the dofs in the order of a product with the
 * stored Jacobian, one partial sum when sparse and four (plus the tail) when dense.
 *
 * @reads cdof cvel qvel subtree_com
 * @see mj_jacDot
 */
export function jacDotVel(res: F64, r: i32, m: Model, d: Data, point: F64, p: i32, body: i32): void {
  const sparse = isSparse(m);
  const nv = m.nv;
  const grouped = nv - (nv & 3);
  const { cdof, qvel } = d;
  comOffset(arm, 0, m, d, body, point, p);
  translateSpatial(velocity, 0, d.cvel, 6 * body, false, point, p, d.subtree_com, 3 * m.body_rootid[body]);

  zero(sums, 0, 30);
  const nnz = mergeChain(m, d, body, 0, false);
  for (let c = nv - nnz; c < nv; c++) {
    const i = d.rowChain[c];
    const v = qvel[i];
    const slot: i32 = sparse ? 0 : i < grouped ? 6 * (i & 3) : 6 * TAIL;
    dofRate(rate, m, d, i);
    const wx = rate[0],
      wy = rate[1],
      wz = rate[2];
    const ax = cdof[6 * i],
      ay = cdof[6 * i + 1],
      az = cdof[6 * i + 2];
    const x = rate[3] + (wy * arm[2] - wz * arm[1]) + (ay * velocity[5] - az * velocity[4]);
    const y = rate[4] + (wz * arm[0] - wx * arm[2]) + (az * velocity[3] - ax * velocity[5]);
    const z = rate[5] + (wx * arm[1] - wy * arm[0]) + (ax * velocity[4] - ay * velocity[3]);
    sums[slot] += x * v;
    sums[slot + 1] += y * v;
    sums[slot + 2] += z * v;
    sums[slot + 3] += wx * v;
    sums[slot + 4] += wy * v;
    sums[slot + 5] += wz * v;
  }
  for (let k = 0; k < 6; k++) res[r + k] = sums[k] + sums[12 + k] + (sums[6 + k] + sums[18 + k]) + sums[24 + k];
}
