import type { f64, i32 } from '../dialect.ts';
import { integratePos } from '../kinematics/coordinates.ts';
import { addToScl, copy, zero } from '../math/linear/dense.ts';
import type { Data, Model } from '../model/classes.ts';
import { STAGE_NONE } from '../model/constants.ts';
import { forwardSkip } from '../pipeline/forward.ts';
import { advance } from './advance.ts';

/** The last of the stages 0 to 3. */
export const LAST_STAGE: i32 = 3;

/**
 * Fourth-order Runge-Kutta step from the state of the last `forward`: three more evaluations at half, half and the whole
 * step, then one advance with their weighted mean (1/6, 1/3, 1/3, 1/6).
 *
 * @reads qpos qvel act qacc act_dot time solverUnconverged rkTime rkUnconverged rkQpos rkAct rkVel rkAcc rkActDot rkMeanVel rkMeanAcc rkMeanActDot
 * @writes qpos qvel act time solverUnconverged rkTime rkUnconverged rkQpos rkAct rkVel rkAcc rkActDot rkMeanVel rkMeanAcc rkMeanActDot
 * @see mj_RungeKutta
 */
export function rk4(m: Model, d: Data): void {
  keepStart(m, d);
  keepStage(m, d, 0);
  for (let k = 1; k <= LAST_STAGE; k++) {
    enterStage(m, d, k);
    forwardSkip(m, d, STAGE_NONE, true);
    keepStage(m, d, k);
  }
  advanceByMean(m, d);
}

/** Remembers the state at the start of the step; its velocity is that of stage 0. */
export function keepStart(m: Model, d: Data): void {
  d.rkTime = d.time;
  d.rkUnconverged = 0;
  copy(d.rkQpos, 0, d.qpos, 0, m.nq);
  copy(d.rkVel, 0, d.qvel, 0, m.nv);
  copy(d.rkAct, 0, d.act, 0, m.na);
}

/** Remembers the velocity, acceleration and activation rate of stage `k`. */
export function keepStage(m: Model, d: Data, k: i32): void {
  d.rkUnconverged += d.solverUnconverged;
  copy(d.rkVel, k * m.nv, d.qvel, 0, m.nv);
  copy(d.rkAcc, k * m.nv, d.qacc, 0, m.nv);
  copy(d.rkActDot, k * m.na, d.act_dot, 0, m.na);
}

/** Brings the state to stage `k`: to half of the step, or all of it, along the rates of the stage before. */
export function enterStage(m: Model, d: Data, k: i32): void {
  const h = m.opt_timestep;
  const weight: f64 = k === LAST_STAGE ? 1.0 : 0.5;
  clearMean(m, d);
  addToMean(m, d, k - 1, weight);
  restoreStart(m, d, d.rkTime + weight * h);
  integratePos(m, d.qpos, 0, d.rkMeanVel, 0, h);
  addToScl(d.qvel, 0, d.rkMeanAcc, 0, h, m.nv);
  addToScl(d.act, 0, d.rkMeanActDot, 0, h, m.na);
}

/** Advances the state of the start by the mean of the stages. */
export function advanceByMean(m: Model, d: Data): void {
  d.solverUnconverged = d.rkUnconverged;
  clearMean(m, d);
  addToMean(m, d, 0, 1.0 / 6.0);
  addToMean(m, d, 1, 1.0 / 3.0);
  addToMean(m, d, 2, 1.0 / 3.0);
  addToMean(m, d, 3, 1.0 / 6.0);
  restoreStart(m, d, d.rkTime);
  advance(m, d, d.rkMeanActDot, d.rkMeanAcc, d.rkMeanVel);
}

function clearMean(m: Model, d: Data): void {
  zero(d.rkMeanVel, 0, m.nv);
  zero(d.rkMeanAcc, 0, m.nv);
  zero(d.rkMeanActDot, 0, m.na);
}

/** Adds the rates of stage `k`, weighted, to the mean. */
function addToMean(m: Model, d: Data, k: i32, weight: f64): void {
  addToScl(d.rkMeanVel, 0, d.rkVel, k * m.nv, weight, m.nv);
  addToScl(d.rkMeanAcc, 0, d.rkAcc, k * m.nv, weight, m.nv);
  addToScl(d.rkMeanActDot, 0, d.rkActDot, k * m.na, weight, m.na);
}

/** The state at the start of the step, at another time. */
export function restoreStart(m: Model, d: Data, time: f64): void {
  d.time = time;
  copy(d.qpos, 0, d.rkQpos, 0, m.nq);
  copy(d.qvel, 0, d.rkVel, 0, m.nv);
  copy(d.act, 0, d.rkAct, 0, m.na);
}
