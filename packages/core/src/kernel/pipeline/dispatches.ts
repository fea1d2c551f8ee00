/**
 * A step on a GPU, in the parts that are dispatched one after the other: a program each, as one for the whole step takes compilers minutes.
 * It is the order of `step.ts`, but for an environment whose accelerations are bad: that one starts over and rests until the next step.
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
import { firstBad, startOver } from '../integrate/bad-numbers.ts';
import { eulerSkip } from '../integrate/euler.ts';
import { implicitSkip } from '../integrate/implicit.ts';
import { camlight } from '../kinematics/camlight.ts';
import { comPos } from '../kinematics/com.ts';
import { comVel } from '../kinematics/com-velocity.ts';
import { kinematics } from '../kinematics/kinematics.ts';
import { lengthVelocity } from '../kinematics/length-velocity.ts';
import { tendon } from '../kinematics/tendon.ts';
import { transmission } from '../kinematics/transmission.ts';
import type { Data, Model } from '../model/classes.ts';
import {
  DSBL_AUTORESET,
  ENBL_ENERGY,
  INT_IMPLICIT,
  INT_IMPLICITFAST,
  WARN_BADQACC,
  WARN_BADQPOS,
  WARN_BADQVEL,
} from '../model/constants.ts';
import { passive } from '../passive/passive.ts';
import { energyPos } from '../passive/potential-energy.ts';
import { sensorAcc } from '../sensor/acceleration.ts';
import { sensorPos } from '../sensor/position.ts';
import { sensorVel } from '../sensor/velocity.ts';
import { fwdConstraint } from '../solver/solve.ts';
import { fwdAcceleration } from './acceleration.ts';

/** Bad numbers in the state, then kinematics. @reads qpos qvel @writes flg_energypos flg_subtreevel flg_energyvel flg_rnepost */
export function dispatchKinematics(m: Model, d: Data): void {
  const position = firstBad(d.qpos, m.nq);
  if (position >= 0) startOver(m, d, WARN_BADQPOS, position);
  const velocity = firstBad(d.qvel, m.nv);
  if (velocity >= 0) startOver(m, d, WARN_BADQVEL, velocity);
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

export function dispatchForceSensors(m: Model, d: Data): void {
  sensorAcc(m, d);
}

/** Bad numbers in the acceleration, then the new state. @reads qacc */
export function dispatchIntegration(m: Model, d: Data): void {
  const i = firstBad(d.qacc, m.nv);
  if (i >= 0) {
    startOver(m, d, WARN_BADQACC, i);
    if ((m.opt_disableflags & DSBL_AUTORESET) === 0) return;
  }
  if (m.opt_integrator === INT_IMPLICIT || m.opt_integrator === INT_IMPLICITFAST) implicitSkip(m, d, false);
  else eulerSkip(m, d, false);
}
