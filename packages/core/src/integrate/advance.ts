import type { F64 } from '../dialect.ts';
import { integratePos } from '../kinematics/coordinates.ts';
import { addToScl, copy } from '../math/dense.ts';
import { CALLBACK_PLUGIN_ADVANCE } from '../model/constants.ts';
import { hostCallback } from '../model/host.ts';
import type { Data, Model } from '../model/kernel.ts';
import { advanceActivations } from './activation.ts';
import { advanceHistory } from './history.ts';

/**
 * One time step: activations at the rates `actDot`, then velocities with `acc`, then positions with `velocity` (which
 * is `qvel` itself, as it has become, in a semi-implicit step), then time, then what plugins keep.
 *
 * @reads qvel qpos qacc time
 * @writes qvel qpos time qacc_warmstart
 * @see mj_advance
 */
export function advance(m: Model, d: Data, actDot: F64, acc: F64, velocity: F64): void {
  const h = m.opt_timestep;
  if (m.nhistory > 0) advanceHistory(m, d);
  advanceActivations(m, d, actDot);
  addToScl(d.qvel, 0, acc, 0, h, m.nv);
  integratePos(m, d.qpos, 0, velocity, 0, h);
  d.time += h;
  if ((m.callbackMask & CALLBACK_PLUGIN_ADVANCE) !== 0) hostCallback(CALLBACK_PLUGIN_ADVANCE, m, d, 0);
  copy(d.qacc_warmstart, 0, d.qacc, 0, m.nv);
}
