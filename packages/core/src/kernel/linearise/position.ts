// @cold

import { fwdActuation } from '../actuation/actuation.ts';
import { freeBodyBlock } from '../derivative/free-body.ts';
import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import { mulM } from '../inertia/mass-matrix.ts';
import { xfrcAccumulate } from '../kinematics/apply-force.ts';
import { copy, dot, subFrom } from '../math/linear/dense.ts';
import type { Data, Model } from '../model/classes.ts';
import { INT_IMPLICITFAST } from '../model/constants.ts';
import { fwdVelocity } from '../pipeline/velocity.ts';
import { frozenForces, keepRows } from './frozen-rows.ts';
import { jumps } from './jumps.ts';
import { nudgePos } from './nudge.ts';
import { place } from './place.ts';

const block = scratchF64(36); // matrix of a free body's step

/**
 * How forces vary with positions while the accelerations stay those of the step just taken: qacc of the solver and stepAcc of the integrator.
 * With these, `answerForces` and `stepByForce` find how velocities vary, without solving anything at the nudged positions:
 *
 *     r(q) = f(q) + Jᵀ·force(J·acc - aref) - M·acc      H·d acc = d r
 *     K·d step = M·d acc + dM·acc - dK·step             K = M + h·B, with a B that does not vary with positions
 *
 * `work` is, for each position, nv numbers of dr/dq; as many of (dM·acc - dK·step)/dq; one that is 1 where there is no derivative to see: rows
 * appear or vanish, or forces jump; and working memory of 6·nv + nq + 6·nefc + 36·ncon. State and M are afterwards what they were, other derived fields are not.
 *
 * @reads qpos qacc stepAcc nefc
 * @writes qpos
 */
export function forcesByPos(m: Model, d: Data, work: F64, eps: f64, centred: boolean): void {
  const nv = m.nv;
  const nefc = d.nefc;
  const rough: i32 = 2 * nv * nv;
  const centre: i32 = rough + nv; // r and the matrices' part, at the position, then with less and with more
  const less: i32 = centred ? centre + 2 * nv : centre;
  const more: i32 = centre + 4 * nv;
  const qpos: i32 = centre + 6 * nv;
  const rows: i32 = qpos + m.nq;
  const width: f64 = centred ? 2 * eps : eps;
  copy(work, qpos, d.qpos, 0, m.nq);
  keepRows(m, d, work, rows);
  measure(m, d, work, centre, rows, nefc);
  for (let i = 0; i < nv; i++) {
    let same = true;
    if (centred) {
      nudgePos(m, d, i, -eps);
      same = measure(m, d, work, less, rows, nefc);
      copy(d.qpos, 0, work, qpos, m.nq);
    }
    nudgePos(m, d, i, eps);
    same = measure(m, d, work, more, rows, nefc) && same;
    copy(d.qpos, 0, work, qpos, m.nq);
    work[rough + i] = same && !(centred && jumps(work, centre, less, more, nv)) ? 0 : 1;
    for (let k = 0; k < nv; k++) {
      work[i * nv + k] = (work[more + k] - work[less + k]) / width;
      work[nv * nv + i * nv + k] = (work[more + nv + k] - work[less + nv + k]) / width;
    }
  }
  measure(m, d, work, more, rows, nefc); // M is what it was
}

/**
 * At the present position: r, and M·acc - K·step. False if there are other rows.
 *
 * @reads qacc stepAcc qfrc_passive qfrc_bias qfrc_applied qfrc_actuator qfrc_constraint smoothVec
 * @writes smoothVec
 */
function measure(m: Model, d: Data, res: F64, r: i32, rows: i32, nefc: i32): boolean {
  const nv = m.nv;
  place(m, d);
  fwdVelocity(m, d);
  fwdActuation(m, d);
  if (!frozenForces(m, d, res, rows, nefc)) return false;
  mulM(m, d, d.smoothVec, 0, d.qacc, 0);
  for (let i = 0; i < nv; i++)
    res[r + i] = d.qfrc_passive[i] - d.qfrc_bias[i] + d.qfrc_applied[i] + d.qfrc_actuator[i] + d.qfrc_constraint[i];
  xfrcAccumulate(m, d, res, r);
  subFrom(res, r, d.smoothVec, 0, nv);
  copy(res, r + nv, d.smoothVec, 0, nv);
  mulM(m, d, d.smoothVec, 0, d.stepAcc, 0);
  subFrom(res, r + nv, d.smoothVec, 0, nv);
  if (m.opt_integrator === INT_IMPLICITFAST) subtractGyroscopic(m, d, res, r + nv);
  return true;
}

/** res -= (K - M)·step of free bodies, whose bias is implicit. @reads M stepAcc smoothVec */
function subtractGyroscopic(m: Model, d: Data, res: F64, r: i32): void {
  for (let j = 0; j < m.njnt; j++) {
    if (!freeBodyBlock(m, d, j, block, d.M, false)) continue;
    const adr = m.jnt_dofadr[j];
    for (let k = 0; k < 6; k++) res[r + adr + k] += d.smoothVec[adr + k] - dot(block, 6 * k, d.stepAcc, adr, 6);
  }
}
