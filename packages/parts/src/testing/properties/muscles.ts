import * as muscles from '../../muscles/index.ts';
import type { Random } from '../random.ts';
import { type Calls, call, pick, size } from './call.ts';

const CURVES = {activeForceLength: muscles.activeForceLength, activeForceLengthSlope: muscles.activeForceLengthSlope, forceVelocity: muscles.forceVelocity, forceVelocitySlope: muscles.forceVelocitySlope, passiveEnergy: muscles.passiveEnergy, passiveForceLength: muscles.passiveForceLength, passiveForceLengthSlope: muscles.passiveForceLengthSlope, tendonEnergy: muscles.tendonEnergy, tendonForce: muscles.tendonForce, tendonForceSlope: muscles.tendonForceSlope, velocityOfForce: muscles.velocityOfForce}; // biome-ignore format: one list

const muscle = (r: Random) =>
  new muscles.HillMuscle({ ...pick(r, Object.values(muscles.musclePresets)), elastic: r.number() < 0.5 });
const jointMuscle = (r: Random) =>
  new muscles.JointMuscle(
    muscle(r),
    [muscles.constantArm(r.number(-0.05, 0.05)), muscles.polynomialArm(r.numbers(3))],
    r.number(0.2, 0.6),
  );
const length = (r: Random) => r.number(0.01, 1);

/** Methods of a muscle that take numbers. */
const METHODS: Readonly<Record<string, (r: Random) => number[]>> = {
  pennationAt: (r) => [length(r)],
  fiberForce: (r) => [r.number(), length(r), r.number(-9, 9)],
  rigidFiberLength: (r) => [length(r)],
  rigidForce: (r) => [r.number(), length(r), r.number(-9, 9)],
  elasticForce: (r) => [length(r), length(r)],
  tendonEnergy: (r) => [length(r), length(r)],
  passiveEnergy: (r) => [length(r)],
  equilibrium: (r) => [length(r), r.number()],
  fiberVelocityAt: (r) => [length(r), length(r), r.number()],
  reset: (r) => [length(r), r.number()],
  step: (r) => [r.number(-1, 2), length(r), r.number(-9, 9), r.number(0, 0.1)],
  followTendon: (r) => [length(r), r.number(0, 0.1)],
};

/** Calls of `@qpos/parts/muscles`. */
export const musclesCalls: Calls = {
  ...Object.fromEntries(
    Object.entries(CURVES).map(([name, curve]) => [name, (r: Random) => call(curve, r.number(-3, 3))]),
  ),
  ...Object.fromEntries(
    Object.entries(METHODS).map(([name, draw]) => [
      `HillMuscle.${name}`,
      (r: Random) => {
        const m = muscle(r) as unknown as Record<string, (...args: number[]) => number>;
        return call((...args: number[]) => [m[name]?.(...args), m['fiberLength']], ...draw(r));
      },
    ]),
  ),
  HillMuscle: (r) =>
    call((p) => new muscles.HillMuscle(p), {
      maxForce: size(r),
      optimalLength: size(r),
      slackLength: size(r),
      pennation: r.number(0, 1.3),
    }),
  ActivationDynamics: (r) =>
    call((p) => new muscles.ActivationDynamics(p), pick(r, Object.values(muscles.activationPresets))),
  'ActivationDynamics.next': (r) =>
    call((a, u, dt) => new muscles.ActivationDynamics().next(a, u, dt), r.number(), r.number(-1, 2), size(r)),
  constantArm: (r) => call((a) => arm(muscles.constantArm(a)), r.number(-1, 1)),
  polynomialArm: (r) => call((c) => arm(muscles.polynomialArm(c)), r.numbers(4)),
  splineArm: (r) => call((x, y) => arm(muscles.splineArm(x, y)), [-1, 0, r.number(0.1, 2)], r.numbers(3)),
  antagonists: (r) =>
    call((out, u, c) => muscles.antagonists(out, u, c), new Float64Array(2), r.number(-1, 1), r.number()),
  JointMuscle: (r) =>
    call((m, arms, rest) => new muscles.JointMuscle(m, arms, rest), muscle(r), [muscles.constantArm(0.03)], length(r)),
  'JointMuscle.lengthAt': (r) => call((q) => jointMuscle(r).lengthAt(q), r.numbers(2)),
  'JointMuscle.velocityAt': (r) => call((q, v) => jointMuscle(r).velocityAt(q, v), r.numbers(2), r.numbers(2)),
  MuscleGroup: (r) => call((m, n) => new muscles.MuscleGroup(m, n), [jointMuscle(r), jointMuscle(r)], 2),
  'MuscleGroup.reset': (r) => call((q) => new muscles.MuscleGroup([jointMuscle(r)], 2).reset(q), r.numbers(2)),
  'MuscleGroup.step': (r) => {
    const group = new muscles.MuscleGroup([jointMuscle(r), jointMuscle(r)], 2);
    group.reset([0, 0]);
    return call(
      (u, q, v, dt) => [group.step(u, q, v, dt), group.torques, group.diagnose()],
      r.numbers(2),
      r.numbers(2),
      r.numbers(2),
      r.number(0, 0.02),
    );
  },
};

const arm = (a: muscles.MomentArm): number[] => [-2, -0.5, 0, 0.7, 3].flatMap((q) => [a.arm(q), a.excursion(q)]);
