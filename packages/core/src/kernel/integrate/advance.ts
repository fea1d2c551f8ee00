import type { F64 } from '../dialect.ts';
import { integrateAwake, integratePos } from '../kinematics/coordinates.ts';
import { addToScl, copy } from '../math/linear/dense.ts';
import type { Data, Model } from '../model/classes.ts';
import { CALLBACK_PLUGIN_ADVANCE, ENBL_IPC, STAGE_POS } from '../model/constants.ts';
import { hostCallback } from '../model/host.ts';
import { forwardSkip } from '../pipeline/forward.ts';
import { fallAsleep } from '../sleep/fall-asleep.ts';
import { updateSleep } from '../sleep/lists.ts';
import { someAsleep } from '../sleep/state.ts';
import { advanceActivations } from './activation.ts';
import { advanceHistory } from './history.ts';

/**
 * One time step: activations at the rates `actDot`, then velocities with `acc`, then positions with `velocity` (which
 * is `qvel` itself, as it has become, in a semi-implicit step), then time, then what plugins keep.
 * Trees that have come to rest fall asleep before they would move. Contacts that never penetrate (`ipc`) keep no warm start.
 *
 * @reads qvel qpos qacc time nv_awake dof_awake_ind
 * @writes qvel qpos time qacc_warmstart
 * @see mj_advance
 */
export function advance(m: Model, d: Data, actDot: F64, acc: F64, velocity: F64): void {
  const h = m.opt_timestep;
  if (m.nhistory > 0) advanceHistory(m, d);
  advanceActivations(m, d, actDot);
  if (fallAsleep(m, d) > 0) settle(m, d);
  if (someAsleep(m, d)) {
    for (let k = 0; k < d.nv_awake; k++) d.qvel[d.dof_awake_ind[k]] += h * acc[d.dof_awake_ind[k]];
    integrateAwake(m, d, velocity, h);
  } else {
    addToScl(d.qvel, 0, acc, 0, h, m.nv);
    integratePos(m, d.qpos, 0, velocity, 0, h);
  }
  advanceTime(m, d);
  if ((m.opt_enableflags & ENBL_IPC) === 0) copy(d.qacc_warmstart, 0, d.qacc, 0, m.nv);
}

/** @reads time @writes time */
function advanceTime(m: Model, d: Data): void {
  d.time += m.opt_timestep;
  if ((m.callbackMask & CALLBACK_PLUGIN_ADVANCE) !== 0) hostCallback(CALLBACK_PLUGIN_ADVANCE, m, d, 0);
}

/**
 * The same for a step whose velocity at the end is known. It keeps no warm start.
 *
 * @reads qpos
 * @writes qvel qpos
 * @see mj_commit
 */
export function advanceTo(m: Model, d: Data, actDot: F64, velocity: F64): void {
  if (m.nhistory > 0) advanceHistory(m, d);
  advanceActivations(m, d, actDot);
  copy(d.qvel, 0, velocity, 0, m.nv);
  integratePos(m, d.qpos, 0, velocity, 0, m.opt_timestep);
  advanceTime(m, d);
}

/** The velocities of trees that just fell asleep are zero: all that depends on velocity follows, then they sleep. */
function settle(m: Model, d: Data): void {
  forwardSkip(m, d, STAGE_POS, false);
  updateSleep(m, d, false);
}
