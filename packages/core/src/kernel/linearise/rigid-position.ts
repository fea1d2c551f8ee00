// @cold

import { freeBodyBlock } from '../derivative/free-body.ts';
import { inverseByPos } from '../derivative/inverse-dynamics.ts';
import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import { mulM } from '../inertia/mass-matrix.ts';
import { comVel } from '../kinematics/com-velocity.ts';
import { copy, dot, scl, sub, zero } from '../math/linear/dense.ts';
import { cross3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';
import { INT_IMPLICITFAST } from '../model/constants.ts';
import { keepRows } from './frozen-rows.ts';
import { layRigid, RigidLayout } from './rigid-layout.ts';
import { addRowForces } from './row-forces.ts';
import { addSpringForces } from './spring-forces.ts';

const layout = new RigidLayout();
const block = scratchF64(36); // matrix of a free body's step
const thrust = scratchF64(3); // what its bias adds to the force of the step
const axis = scratchF64(3); // that it is turned about
const change = scratchF64(3); // of the thrust

/** Numbers of working memory that `rigidForcesByPos` needs for the present rows. */
export function rigidSize(m: Model, d: Data): i32 {
  return layRigid(m, d, layout);
}

/**
 * `forcesByPos` for models whose passive and actuator forces are those of joints and tendons: the forces of rigid bodies have derivatives in
 * closed form, those of springs, actuators and constraint rows are differences for the dofs that change them. `work` has the same results, and
 * `rigidSize` numbers in all. M and all factors stay those of the step.
 *
 * @reads qpos qacc stepAcc nefc
 * @writes smoothVec
 */
export function rigidForcesByPos(m: Model, d: Data, work: F64, eps: f64, centred: boolean): void {
  const nv = m.nv;
  const at = layout;
  layRigid(m, d, at);
  comVel(m, d); // second derivatives have left another
  inverseByPos(m, d, work, 0, at.inverse, d.qacc, true);
  scl(work, 0, work, 0, -1, nv * nv);
  sub(d.smoothVec, 0, d.qacc, 0, d.stepAcc, 0, nv);
  inverseByPos(m, d, work, nv * nv, at.inverse, d.smoothVec, false);
  if (m.opt_integrator === INT_IMPLICITFAST) addGyroscopic(m, d, work, nv * nv);
  copy(work, at.qpos, d.qpos, 0, m.nq);
  zero(work, at.rough, nv);
  if (d.nefc > 0) keepRows(m, d, work, at.rows);
  addSpringForces(m, d, work, at, eps, centred);
  if (d.nefc > 0) addRowForces(m, d, work, at, eps, centred);
}

/**
 * Free bodies, whose bias is implicit: columns += d(M - K)·step/dq. The torque is in the frame of the body, and stays; the thrust turns with it.
 *
 * @reads M stepAcc smoothVec xmat
 * @writes smoothVec
 */
function addGyroscopic(m: Model, d: Data, work: F64, c: i32): void {
  mulM(m, d, d.smoothVec, 0, d.stepAcc, 0);
  for (let j = 0; j < m.njnt; j++) {
    if (!freeBodyBlock(m, d, j, block, d.M, false)) continue;
    const adr = m.jnt_dofadr[j];
    const mat: i32 = 9 * m.jnt_bodyid[j];
    for (let k = 0; k < 3; k++) thrust[k] = d.smoothVec[adr + k] - dot(block, 6 * k, d.stepAcc, adr, 6);
    for (let k = 0; k < 3; k++) {
      for (let r = 0; r < 3; r++) axis[r] = d.xmat[mat + 3 * r + k];
      cross3(change, 0, axis, 0, thrust, 0);
      for (let r = 0; r < 3; r++) work[c + (adr + 3 + k) * m.nv + adr + r] += change[r];
    }
  }
}
