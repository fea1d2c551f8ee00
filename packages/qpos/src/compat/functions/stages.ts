import {
  camlight,
  checkAcc,
  checkPos,
  checkVel,
  collision,
  comPos,
  compareFwdInv,
  comVel,
  crb,
  type Data,
  energyPos,
  energyVel,
  euler,
  factorM,
  findIslands,
  flex,
  forward,
  fwdAcceleration,
  fwdActuation,
  fwdConstraint,
  fwdKinematics,
  fwdPosition,
  fwdVelocity,
  implicit,
  invConstraint,
  inverse,
  invPosition,
  invVelocity,
  kinematics,
  type Model,
  makeConstraint,
  makeM,
  passive,
  projectConstraint,
  referenceConstraint,
  resetCtrl,
  resetData,
  rk4,
  rnePostConstraint,
  sensorAcc,
  sensorPos,
  sensorVel,
  step,
  step1,
  step2,
  subtreeVel,
  tendon,
  transmission,
} from '@qpos/core';
import { MujocoError } from '../errors.ts';
import { row } from './row.ts';

const IMPLICIT = 2;
const IMPLICITFAST = 3;

/** Functions of a model and its Data alone, under the engine's own names. */
const plain = {
  camlight,
  checkAcc,
  checkPos,
  checkVel,
  collision,
  comPos,
  comVel,
  compareFwdInv,
  crb,
  energyPos,
  energyVel,
  factorM,
  flex,
  forward,
  fwdAcceleration,
  fwdActuation,
  fwdConstraint,
  fwdKinematics,
  fwdPosition,
  fwdVelocity,
  invConstraint,
  invPosition,
  invVelocity,
  inverse,
  kinematics,
  makeConstraint,
  makeM,
  passive,
  projectConstraint,
  referenceConstraint,
  resetCtrl,
  resetData,
  rnePostConstraint,
  sensorAcc,
  sensorPos,
  sensorVel,
  step1,
  step2,
  subtreeVel,
  tendon,
  transmission,
};

type Plain = keyof typeof plain;

const named = Object.fromEntries(Object.entries(plain).map(([name, f]) => [`mj_${name}`, row('m d', f)])) as {
  readonly [K in `mj_${Plain}`]: ReturnType<typeof row<'m d', void>>;
};

/** Everything that a step is made of. */
export const stages = {
  ...named,
  mj_implicit: row('m d', (m: Model, d: Data) => {
    if (m.opt.integrator !== IMPLICIT && m.opt.integrator !== IMPLICITFAST)
      throw new MujocoError('mujoco', 'MuJoCo Error: mj_implicitSkip: integrator must be implicit or implicitfast');
    implicit(m, d);
  }),
  mj_step: row('m d', (m: Model, d: Data) => step(m, d)),
  mj_Euler: row('m d', euler),
  mj_RungeKutta: row('m d #N', (m: Model, d: Data) => rk4(m, d)),
  mj_island: row('m d', findIslands),
};
