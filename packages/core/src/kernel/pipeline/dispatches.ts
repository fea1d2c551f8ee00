/**
 * A step on a GPU, in the parts that are dispatched one after the other: a program each, as one for the whole step takes compilers minutes.
 * It is the order of `step.ts`, but for an environment whose accelerations are bad: that one starts over and rests until the next step.
 * Runge-Kutta evaluates four times; a host repeats the parts that it needs.
 */
import { fwdActuation } from '../actuation/actuation.ts';
import { collision } from '../collision/collision.ts';
import { island } from '../constraint/island.ts';
import { makeConstraint } from '../constraint/make.ts';
import { projectConstraint } from '../constraint/project.ts';
import { referenceConstraint } from '../constraint/reference.ts';
import { bias } from '../inertia/bias.ts';
import { factorM } from '../inertia/factor.ts';
import { energyVel } from '../inertia/kinetic-energy.ts';
import { makeM } from '../inertia/mass-matrix.ts';
import { badAcceleration, firstBad, startOver } from '../integrate/bad-numbers.ts';
import { eulerSkip } from '../integrate/euler.ts';
import { implicitSkip } from '../integrate/implicit.ts';
import { advanceByMean, enterStage, keepStage, keepStart, LAST_STAGE } from '../integrate/rk4.ts';
import { camlight } from '../kinematics/camlight.ts';
import { comPos } from '../kinematics/com.ts';
import { comVel } from '../kinematics/com-velocity.ts';
import { kinematics } from '../kinematics/kinematics.ts';
import { lengthVelocity } from '../kinematics/length-velocity.ts';
import { tendon } from '../kinematics/tendon.ts';
import { transmission } from '../kinematics/transmission.ts';
import type { Data, Model } from '../model/classes.ts';
import { ENBL_ENERGY, INT_IMPLICIT, INT_IMPLICITFAST, WARN_BADQPOS, WARN_BADQVEL } from '../model/constants.ts';
import { passive } from '../passive/passive.ts';
import { energyPos } from '../passive/potential-energy.ts';
import { sensorAcc } from '../sensor/acceleration.ts';
import { sensorPos } from '../sensor/position.ts';
import { sensorVel } from '../sensor/velocity.ts';
import { beginPrimal, endPrimal, fwdConstraint } from '../solver/solve.ts';
import { fwdAcceleration } from './acceleration.ts';

/** Bad numbers in the state. @reads qpos qvel @writes rkStage */
export function dispatchCheck(m: Model, d: Data): void {
  const position = firstBad(d.qpos, m.nq);
  if (position >= 0) startOver(m, d, WARN_BADQPOS, position);
  const velocity = firstBad(d.qvel, m.nv);
  if (velocity >= 0) startOver(m, d, WARN_BADQVEL, velocity);
  d.rkStage = 0;
}

/** @writes flg_energypos flg_subtreevel flg_energyvel flg_rnepost */
export function dispatchKinematics(m: Model, d: Data): void {
  d.flg_energypos = 0;
  d.flg_subtreevel = 0;
  d.flg_energyvel = 0;
  d.flg_rnepost = 0;
  kinematics(m, d);
  comPos(m, d);
  if (m.ncam > 0 && m.nsensor > 0) camlight(m, d);
}

/** Tendons, transmissions and the inertia matrix with its factor. */
export function dispatchInertia(m: Model, d: Data): void {
  tendon(m, d);
  makeM(m, d);
  factorM(m, d);
  transmission(m, d);
}

export function dispatchCollision(m: Model, d: Data): void {
  collision(m, d);
}

/** Constraint rows and their islands. */
export function dispatchRows(m: Model, d: Data): void {
  makeConstraint(m, d);
  island(m, d);
  projectConstraint(m, d);
}

export function dispatchPositionSensors(m: Model, d: Data): void {
  sensorPos(m, d);
}

/** @reads flg_energypos */
export function dispatchPotentialEnergy(m: Model, d: Data): void {
  if ((m.opt_enableflags & ENBL_ENERGY) !== 0 && d.flg_energypos === 0) energyPos(m, d);
}

/** Velocities and the forces that depend on them. */
export function dispatchVelocity(m: Model, d: Data): void {
  lengthVelocity(m, d);
  comVel(m, d);
  passive(m, d);
  referenceConstraint(m, d);
  bias(m, d);
}

export function dispatchVelocitySensors(m: Model, d: Data): void {
  sensorVel(m, d);
}

/** @reads flg_energyvel */
export function dispatchKineticEnergy(m: Model, d: Data): void {
  if ((m.opt_enableflags & ENBL_ENERGY) !== 0 && d.flg_energyvel === 0) energyVel(m, d);
}

/** Actuator forces and the acceleration without constraints. */
export function dispatchActuation(m: Model, d: Data): void {
  fwdActuation(m, d);
  fwdAcceleration(m, d);
}

export function dispatchConstraint(m: Model, d: Data): void {
  fwdConstraint(m, d);
}

/** Instead of `dispatchConstraint`, where the threads of a workgroup run Newton's method together: before it. */
export function dispatchNewtonStart(m: Model, d: Data): void {
  beginPrimal(m, d);
}

/** The same, after it. */
export function dispatchNewtonEnd(m: Model, d: Data): void {
  endPrimal(m, d);
}

export function dispatchForceSensors(m: Model, d: Data): void {
  sensorAcc(m, d);
}

/** Bad numbers in the acceleration, then the new state. */
export function dispatchIntegration(m: Model, d: Data): void {
  if (badAcceleration(m, d)) return;
  if (m.opt_integrator === INT_IMPLICIT || m.opt_integrator === INT_IMPLICITFAST) implicitSkip(m, d, false);
  else eulerSkip(m, d, false);
}

/** The same for Runge-Kutta, after each evaluation: on to the next stage, or to the new state. @reads rkStage @writes rkStage */
export function dispatchRungeKutta(m: Model, d: Data): void {
  const k = d.rkStage;
  if (k < 0) return;
  if (k === 0) {
    if (badAcceleration(m, d)) {
      d.rkStage = -1;
      return;
    }
    keepStart(m, d);
  }
  keepStage(m, d, k);
  d.rkStage = k + 1;
  if (k < LAST_STAGE) enterStage(m, d, k + 1);
  else advanceByMean(m, d);
}
