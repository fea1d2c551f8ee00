import { fwdActuation } from '../actuation/actuation.ts';
import { integratesDiscretely } from '../constraint/end-of-step.ts';
import { projectConstraint } from '../constraint/project.ts';
import { regulariseRows } from '../constraint/regularise.ts';
import type { i32 } from '../dialect.ts';
import { hasSheets } from '../flex/ipc/sheets.ts';
import { energyVel } from '../inertia/kinetic-energy.ts';
import { accelerateFreeBodies } from '../metric/free-bodies.ts';
import { metricActuation } from '../metric/metric.ts';
import type { Data, Model } from '../model/classes.ts';
import {
  CALLBACK_CONTROL,
  DSBL_ACTUATION,
  ENBL_ENERGY,
  STAGE_NONE,
  STAGE_POS,
  STAGE_VEL,
  TIMER_ACTUATION,
  TIMER_CONSTRAINT,
  TIMER_FORWARD,
  TIMER_POSITION,
  TIMER_VELOCITY,
} from '../model/constants.ts';
import { hostCallback } from '../model/host.ts';
import { beginTimer, endTimer } from '../model/timers.ts';
import { clearEnergy, energyPos } from '../passive/potential-energy.ts';
import { sensorAcc } from '../sensor/acceleration.ts';
import { sensorPos } from '../sensor/position.ts';
import { sensorVel } from '../sensor/velocity.ts';
import { fwdConstraint, leaveConstraints } from '../solver/solve.ts';
import { fwdAcceleration } from './acceleration.ts';
import { fwdPosition } from './position.ts';
import { fwdVelocity } from './velocity.ts';

/** The position stage with its sensors and energy. */
export function positionStage(m: Model, d: Data, skipSensor: boolean): void {
  beginTimer(m, d, TIMER_POSITION);
  fwdPosition(m, d);
  endTimer(m, d, TIMER_POSITION);
  completePosition(m, d, skipSensor);
}

/**
 * Sensors and energy of the position.
 *
 * @reads flg_energypos
 */
export function completePosition(m: Model, d: Data, skipSensor: boolean): void {
  if (!skipSensor) sensorPos(m, d);
  if (d.flg_energypos !== 0) return;
  if ((m.opt_enableflags & ENBL_ENERGY) !== 0) energyPos(m, d);
  else clearEnergy(d);
}

/**
 * The velocity stage with its sensors and energy.
 *
 * @reads flg_energyvel
 */
export function velocityStage(m: Model, d: Data, skipSensor: boolean): void {
  beginTimer(m, d, TIMER_VELOCITY);
  fwdVelocity(m, d);
  endTimer(m, d, TIMER_VELOCITY);
  if (!skipSensor) sensorVel(m, d);
  if ((m.opt_enableflags & ENBL_ENERGY) !== 0 && d.flg_energyvel === 0) energyVel(m, d);
}

/** Actuation, acceleration and constraint forces, with the sensors that need them. */
export function accelerationStage(m: Model, d: Data, skipSensor: boolean): void {
  forceStage(m, d);
  constraintStage(m, d, skipSensor);
}

/** Actuation, and the acceleration without constraints. */
export function forceStage(m: Model, d: Data): void {
  beginTimer(m, d, TIMER_ACTUATION);
  fwdActuation(m, d);
  endTimer(m, d, TIMER_ACTUATION);
  if (integratesDiscretely(m)) {
    metricActuation(m, d, true);
    regulariseRows(m, d);
    projectConstraint(m, d);
  }
  fwdAcceleration(m, d);
}

/**
 * Constraint forces and the acceleration, with the sensors that need them.
 *
 * @writes flg_rnepost
 */
export function constraintStage(m: Model, d: Data, skipSensor: boolean): void {
  beginTimer(m, d, TIMER_CONSTRAINT);
  if (hasSheets(m)) leaveConstraints(m, d);
  else fwdConstraint(m, d);
  endTimer(m, d, TIMER_CONSTRAINT);
  if (integratesDiscretely(m)) accelerateFreeBodies(m, d);
  if (skipSensor) return;
  d.flg_rnepost = 0;
  sensorAcc(m, d);
}

/**
 * Forward dynamics without the stages up to `skipStage` (STAGE_NONE, STAGE_POS, STAGE_VEL), whose results must be there.
 *
 * @see mj_forwardSkip
 */
export function forwardSkip(m: Model, d: Data, skipStage: i32, skipSensor: boolean): void {
  beginTimer(m, d, TIMER_FORWARD);
  if (skipStage < STAGE_POS) positionStage(m, d, skipSensor);
  if (skipStage < STAGE_VEL) velocityStage(m, d, skipSensor);
  if ((m.callbackMask & CALLBACK_CONTROL) !== 0 && (m.opt_disableflags & DSBL_ACTUATION) === 0)
    hostCallback(CALLBACK_CONTROL, m, d, 0);
  accelerationStage(m, d, skipSensor);
  endTimer(m, d, TIMER_FORWARD);
}

/**
 * Forward dynamics: from state and inputs to accelerations, all derived quantities and sensors.
 *
 * @see mj_forward
 */
export function forward(m: Model, d: Data): void {
  forwardSkip(m, d, STAGE_NONE, false);
}
