/**
 * Several Data of one model in lockstep: each part of a step for all of them before the next. The code of a step of a small model is several
 * times the instruction cache, which a part fits in, so that it is fetched once for all instead of once for each.
 */
import type { i32 } from '../dialect.ts';
import { advanceByMean, enterStage, keepStage, keepStart, LAST_STAGE, restoreStart } from '../integrate/rk4.ts';
import type { Data, Model } from '../model/classes.ts';
import { INT_RK4 } from '../model/constants.ts';
import type { DataList } from '../model/data-list.ts';
import { checkAcc, checkPos, checkVel } from './check.ts';
import { completePosition, constraintStage, forceStage, velocityStage } from './forward.ts';
import { fwdConfiguration, fwdContacts } from './position.ts';
import { integrate } from './step.ts';

/**
 * A time step of each of `count` Data, whose states are what `step` would make of them. For models without callbacks, sleep, flexes and the
 * discrete integrator: nothing but the end of it changes a state then, but for the stages of Runge-Kutta, which `undoLockstep` takes back.
 */
export function stepLockstep(m: Model, all: DataList, count: i32): void {
  const stages = m.opt_integrator === INT_RK4;
  if (stages) for (let k = 0; k < count; k++) keepStart(m, all[k]);
  for (let k = 0; k < count; k++) {
    checkPos(m, all[k]);
    checkVel(m, all[k]);
  }
  evaluate(m, all, count, false);
  for (let k = 0; k < count; k++) checkAcc(m, all[k]);
  if (stages) integrateByStages(m, all, count);
  else for (let k = 0; k < count; k++) integrate(m, all[k]);
}

/** Brings a Data back to the state at the start of a lockstep that was broken off. @reads rkTime */
export function undoLockstep(m: Model, d: Data): void {
  if (m.opt_integrator === INT_RK4) restoreStart(m, d, d.rkTime);
}

/** `forward` of each. */
function evaluate(m: Model, all: DataList, count: i32, skipSensor: boolean): void {
  for (let k = 0; k < count; k++) fwdConfiguration(m, all[k]);
  for (let k = 0; k < count; k++) {
    fwdContacts(m, all[k]);
    completePosition(m, all[k], skipSensor);
  }
  for (let k = 0; k < count; k++) velocityStage(m, all[k], skipSensor);
  for (let k = 0; k < count; k++) forceStage(m, all[k]);
  for (let k = 0; k < count; k++) constraintStage(m, all[k], skipSensor);
}

/** The rest of a Runge-Kutta step of each, after the first evaluation. */
function integrateByStages(m: Model, all: DataList, count: i32): void {
  for (let k = 0; k < count; k++) {
    keepStart(m, all[k]); // again, as one may have started over
    keepStage(m, all[k], 0);
  }
  for (let s = 1; s <= LAST_STAGE; s++) {
    for (let k = 0; k < count; k++) enterStage(m, all[k], s);
    evaluate(m, all, count, true);
    for (let k = 0; k < count; k++) keepStage(m, all[k], s);
  }
  for (let k = 0; k < count; k++) advanceByMean(m, all[k]);
}
