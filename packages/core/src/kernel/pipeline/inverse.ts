// @cold

import { integratesDiscretely } from '../constraint/end-of-step.ts';
import { projectConstraint } from '../constraint/project.ts';
import { regulariseRows } from '../constraint/regularise.ts';
import type { i32 } from '../dialect.ts';
import { clearComparison, compareForces, keepForward, restoreForward } from '../inertia/forward-inverse.ts';
import { inverseBias, inverseForce } from '../inertia/inverse-force.ts';
import { continuousAcc, restoreAcc } from '../integrate/discrete-acc.ts';
import { metricActuation } from '../metric/metric.ts';
import type { Data, Model } from '../model/classes.ts';
import {
  ENBL_DIAGEXACT,
  ENBL_ENERGY,
  ENBL_INVDISCRETE,
  STAGE_NONE,
  STAGE_POS,
  STAGE_VEL,
  TIMER_INVERSE,
} from '../model/constants.ts';
import { beginTimer, endTimer } from '../model/timers.ts';
import { energyPos } from '../passive/potential-energy.ts';
import { sensorAcc } from '../sensor/acceleration.ts';
import { sensorPos } from '../sensor/position.ts';
import { invConstraint } from '../solver/inverse.ts';
import { velocityStage } from './forward.ts';
import { invPosition } from './position.ts';

/** The position stage with its sensors and energy. @reads flg_energypos */
function invPositionStage(m: Model, d: Data, skipSensor: boolean): void {
  invPosition(m, d);
  if (!skipSensor) sensorPos(m, d);
  if ((m.opt_enableflags & ENBL_ENERGY) !== 0 && d.flg_energypos === 0) energyPos(m, d);
}

/**
 * Inverse dynamics without the stages up to `skipStage`: `qfrc_inverse`, the force that gives the acceleration `qacc`.
 *
 * @writes flg_rnepost
 * @see mj_inverseSkip
 */
export function inverseSkip(m: Model, d: Data, skipStage: i32, skipSensor: boolean): void {
  if (skipStage < STAGE_POS) invPositionStage(m, d, skipSensor);
  if (skipStage < STAGE_VEL) velocityStage(m, d, skipSensor);
  if (integratesDiscretely(m)) {
    const exact = (m.opt_enableflags & ENBL_DIAGEXACT) !== 0;
    metricActuation(m, d, exact);
    regulariseRows(m, d);
    if (exact) projectConstraint(m, d);
  }
  const discrete = (m.opt_enableflags & ENBL_INVDISCRETE) !== 0;
  if (discrete) continuousAcc(m, d);
  invConstraint(m, d);
  inverseBias(m, d);
  if (!skipSensor) {
    d.flg_rnepost = 0;
    sensorAcc(m, d);
  }
  inverseForce(m, d);
  if (discrete) restoreAcc(m, d);
}

/**
 * Inverse dynamics.
 *
 * @see mj_inverse
 */
export function inverse(m: Model, d: Data): void {
  beginTimer(m, d, TIMER_INVERSE);
  inverseSkip(m, d, STAGE_NONE, false);
  endTimer(m, d, TIMER_INVERSE);
}

/**
 * How well inverse dynamics agrees with the forward dynamics just computed: `solver_fwdinv`.
 *
 * @reads nefc
 * @see mj_compareFwdInv
 */
export function compareFwdInv(m: Model, d: Data): void {
  clearComparison(d);
  if (d.nefc === 0) return;
  keepForward(m, d);
  inverseSkip(m, d, STAGE_VEL, true);
  compareForces(m, d);
  restoreForward(m, d);
}
