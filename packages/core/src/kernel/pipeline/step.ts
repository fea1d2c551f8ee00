import type { i32 } from '../dialect.ts';
import { discrete } from '../integrate/discrete.ts';
import { eulerSkip } from '../integrate/euler.ts';
import { implicitSkip } from '../integrate/implicit.ts';
import { rk4 } from '../integrate/rk4.ts';
import { springDamperStep } from '../integrate/spring-damper.ts';
import type { Data, Model } from '../model/classes.ts';
import {
  CALLBACK_CONTROL,
  ENBL_FWDINV,
  INT_DISCRETE,
  INT_IMPLICIT,
  INT_IMPLICITFAST,
  INT_RK4,
  INT_SPRINGDAMPER,
  STAGE_NONE,
  STAGE_POS,
  STAGE_VEL,
  TIMER_ADVANCE,
  TIMER_STEP,
} from '../model/constants.ts';
import { hostCallback } from '../model/host.ts';
import { beginTimer, endTimer } from '../model/timers.ts';
import { checkAcc, checkPos, checkVel } from './check.ts';
import { accelerationStage, forwardSkip, positionStage, velocityStage } from './forward.ts';
import { compareFwdInv } from './inverse.ts';

/** Advances the state by the integrator of the model, from the results of `forward`. */
export function integrate(m: Model, d: Data): void {
  integrateSkip(m, d, true, STAGE_NONE);
}

/**
 * The same; Runge-Kutta needs to evaluate again, which `step2` cannot. Factors that depend on nothing after `skipStage` are those of an
 * earlier call.
 */
function integrateSkip(m: Model, d: Data, canEvaluate: boolean, skipStage: i32): void {
  const integrator = m.opt_integrator;
  beginTimer(m, d, TIMER_ADVANCE);
  if (integrator === INT_RK4 && canEvaluate) rk4(m, d);
  else if (integrator === INT_IMPLICIT || integrator === INT_IMPLICITFAST) implicitSkip(m, d, skipStage >= STAGE_VEL);
  else if (integrator === INT_DISCRETE) discrete(m, d);
  else if (integrator === INT_SPRINGDAMPER) springDamperStep(m, d);
  else eulerSkip(m, d, skipStage >= STAGE_POS);
  endTimer(m, d, TIMER_ADVANCE);
}

/**
 * Advances the simulation by `n` time steps.
 *
 * @see mj_step
 */
export function step(m: Model, d: Data, n: i32): void {
  for (let k = 0; k < n; k++) stepSkip(m, d, STAGE_NONE, false);
}

/**
 * A time step without the stages up to `skipStage`, whose results must be there, and without sensors on request.
 *
 * @see mj_stepSkip
 */
export function stepSkip(m: Model, d: Data, skipStage: i32, skipSensor: boolean): void {
  beginTimer(m, d, TIMER_STEP);
  checkPos(m, d);
  checkVel(m, d);
  forwardSkip(m, d, skipStage, skipSensor);
  checkAcc(m, d);
  if ((m.opt_enableflags & ENBL_FWDINV) !== 0) compareFwdInv(m, d);
  integrateSkip(m, d, true, skipStage);
  endTimer(m, d, TIMER_STEP);
}

/**
 * The first half of a step: all that needs no control, and the control callback.
 *
 * @see mj_step1
 */
export function step1(m: Model, d: Data): void {
  checkPos(m, d);
  checkVel(m, d);
  positionStage(m, d, false);
  velocityStage(m, d, false);
  if ((m.callbackMask & CALLBACK_CONTROL) !== 0) hostCallback(CALLBACK_CONTROL, m, d, 0);
}

/**
 * The second half of a step, after the user has set controls and forces. Runge-Kutta models take an Euler step.
 *
 * @see mj_step2
 */
export function step2(m: Model, d: Data): void {
  accelerationStage(m, d, false);
  checkAcc(m, d);
  if ((m.opt_enableflags & ENBL_FWDINV) !== 0) compareFwdInv(m, d);
  integrateSkip(m, d, false, STAGE_NONE);
}
