import { describe, expect, test } from 'vitest';
import { random } from '../testing/random.ts';
import {
  antagonists,
  constantArm,
  HillMuscle,
  JointMuscle,
  MuscleGroup,
  musclePresets,
  polynomialArm,
  splineArm,
} from './index.ts';

const STEP = 1e-6;
const arms = {
  constant: constantArm(0.04),
  linear: polynomialArm([0.03, 0.01]),
  quadratic: polynomialArm([0.04, 0.002, -0.005]),
  spline: splineArm([-0.5, 0, 0.8, 1.6, 2.4], [0.015, 0.02, 0.035, 0.043, 0.03]),
};

describe('moment arms', () => {
  test.each(Object.entries(arms))('%s: the arm is the slope of the excursion, which starts at 0', (_, arm) => {
    expect(arm.excursion(0)).toBeCloseTo(0, 15);
    for (let q = -1; q <= 3; q += 0.037)
      expect((arm.excursion(q + STEP) - arm.excursion(q - STEP)) / (2 * STEP)).toBeCloseTo(arm.arm(q), 8);
  });

  test('a spline goes through its points and is smooth between them', () => {
    for (const [angle, arm] of [
      [-0.5, 0.015],
      [0, 0.02],
      [0.8, 0.035],
      [1.6, 0.043],
      [2.4, 0.03],
    ] as const) {
      expect(arms.spline.arm(angle)).toBeCloseTo(arm, 14);
      const slopes = [-1, 1].map(
        (side) => (arms.spline.arm(angle + side * STEP) - arms.spline.arm(angle)) / (side * STEP),
      );
      if (angle > -0.5 && angle < 2.4) expect(slopes[0]).toBeCloseTo(slopes[1] ?? 0, 6);
    }
    const line = splineArm([0, 1, 3], [0, 1, 3]);
    expect(line.arm(2.2)).toBeCloseTo(2.2, 14);
  });

  test.each([
    ['no coefficient', () => polynomialArm([])],
    ['NaN', () => constantArm(Number.NaN)],
    ['angles out of order', () => splineArm([1, 0], [1, 1])],
    ['arms that are missing', () => splineArm([0, 1], [1])],
  ])('refuses %s', (_, make) => {
    expect(make).toThrow(expect.objectContaining({ name: 'PartsError' }));
  });
});

const flexor = (arm = 0.04) => new JointMuscle(new HillMuscle(musclePresets.biceps), [constantArm(arm)], 0.38);
const extensor = () => new JointMuscle(new HillMuscle(musclePresets.triceps), [constantArm(-0.022)], 0.23);

describe('groups', () => {
  test('virtual work: torque times velocity is tension times shortening', () => {
    const { number } = random(2);
    const biarticular = new JointMuscle(new HillMuscle(musclePresets.hamstrings), [arms.spline, arms.quadratic], 0.42);
    const group = new MuscleGroup([biarticular], 2);
    for (let k = 0; k < 100; k++) {
      const [angles, velocities] = [
        [number(), number()],
        [number(-1, 1), number(-1, 1)],
      ];
      group.step([number()], angles, velocities, 0.01);
      const power = group.torques.reduce((sum, torque, j) => sum + torque * (velocities[j] ?? 0), 0);
      expect(power).toBeCloseTo(-biarticular.muscle.force * biarticular.velocityAt(angles, velocities), 10);
    }
  });

  test('the net torque is the sum of the muscles', () => {
    const group = new MuscleGroup([flexor(), extensor()], 1);
    group.reset([0.2]);
    group.step([0.8, 0.3], [0.2], [0.1], 0.02);
    const reports = group.diagnose();
    expect(group.torques[0]).toBeCloseTo((reports[0]?.torques[0] ?? 0) + (reports[1]?.torques[0] ?? 0), 12);
    expect(reports[0]?.torques[0]).toBeCloseTo(0.04 * (reports[0]?.force ?? 0), 12);
    expect(reports[0]?.activation).toBeGreaterThan(reports[1]?.activation ?? 1);
    expect(reports.every((r) => r.fiberLength > 0.3 && r.fiberLength < 2)).toBe(true);
  });

  test('antagonists turn the joint either way, and stiffen it together', () => {
    const settled = (command: number, together: number, angle = 0.1): number => {
      const group = new MuscleGroup([flexor(), extensor()], 1);
      group.reset([angle]);
      for (let k = 0; k < 300; k++) group.step(antagonists([0, 0], command, together), [angle], [0], 0.002);
      return group.torques[0] as number;
    };
    expect(settled(0.5, 0)).toBeGreaterThan(1);
    expect(settled(-0.5, 0)).toBeLessThan(-1);
    const stiffness = (together: number): number => -(settled(0, together, 0.4) - settled(0, together, 0.1)) / 0.3;
    expect(stiffness(0.5)).toBeGreaterThan(stiffness(0.1));
    expect(antagonists([0, 0], -5, 0.1)).toEqual([0.1, 1]);
  });

  test.each([
    ['no arm', () => new JointMuscle(new HillMuscle(), [], 1)],
    ['a length of zero', () => new JointMuscle(new HillMuscle(), [constantArm(1)], 0)],
    ['one arm for two joints', () => new MuscleGroup([flexor()], 2)],
  ])('refuses %s', (_, make) => {
    expect(make).toThrow(expect.objectContaining({ name: 'PartsError' }));
  });
});
