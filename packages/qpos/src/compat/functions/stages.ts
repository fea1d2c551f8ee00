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
type OnData = (m: Model, d: Data) => void;

const COLLISION = [10, 13, 14];
const POSITION = [3, 8, 9, ...COLLISION, 11];
const FORWARD = [1, 4, 5, 6, 12, ...POSITION];

/** The timers (`mjtTimer`) that run once in a function. */
const TIMED: Readonly<Record<string, readonly number[]>> = {
  step: [0, 7, ...FORWARD],
  step1: [0, 4, 12, ...POSITION],
  step2: [5, 6, 7],
  forward: FORWARD,
  inverse: [2, 4, 6, ...POSITION],
  fwdPosition: [12, ...POSITION],
  fwdVelocity: [4],
  fwdActuation: [5],
  fwdConstraint: [6],
  invPosition: POSITION,
  invVelocity: [4],
  invConstraint: [6],
  makeM: [9],
  compareFwdInv: [2, 6],
  collision: COLLISION,
  Euler: [7],
  implicit: [7],
};
const RK4 = 1;

/** A function that counts its timers as the official package does, which has no clock; the engine counts itself if it has one. */
function counted(name: string, run: OnData): OnData {
  const timers = TIMED[name];
  if (timers === undefined) return run;
  return (m, d) => {
    run(m, d);
    if (m.callbacks.time !== undefined) return;
    const { number } = d.timers;
    const isRk4 = name === 'step' && m.opt.integrator === RK4;
    for (const timer of timers)
      if (!isRk4 || timer !== 7) number[timer] = (number[timer] as number) + (isRk4 && timer !== 0 ? 4 : 1);
  };
}

const named = Object.fromEntries(
  Object.entries(plain).map(([name, f]) => [`mj_${name}`, row('m d', counted(name, f))]),
) as {
  readonly [K in `mj_${Plain}`]: ReturnType<typeof row<'m d', void>>;
};

/** Everything that a step is made of. */
export const stages = {
  ...named,
  mj_implicit: row(
    'm d',
    counted('implicit', (m, d) => {
      if (m.opt.integrator !== IMPLICIT && m.opt.integrator !== IMPLICITFAST)
        throw new MujocoError('mujoco', 'MuJoCo Error: mj_implicitSkip: integrator must be implicit or implicitfast');
      implicit(m, d);
    }),
  ),
  mj_step: row(
    'm d',
    counted('step', (m, d) => step(m, d)),
  ),
  mj_Euler: row('m d', counted('Euler', euler)),
  mj_RungeKutta: row('m d #N', (m: Model, d: Data) => rk4(m, d)),
  mj_island: row('m d', findIslands),
};
