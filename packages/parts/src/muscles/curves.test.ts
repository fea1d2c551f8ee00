import { describe, expect, test } from 'vitest';
import {
  activeForceLength,
  activeForceLengthSlope,
  forceVelocity,
  forceVelocitySlope,
  passiveEnergy,
  passiveForceLength,
  passiveForceLengthSlope,
  tendonEnergy,
  tendonForce,
  tendonForceSlope,
  velocityOfForce,
} from './index.ts';

const STEP = 1e-6;
const SLOPE = 1e-7; // error of central differences with that step, of slopes up to 100

const inside = (least: number, most: number): number[] =>
  Array.from({ length: 97 }, (_, k) => least + ((k + 0.5) / 97) * (most - least));

describe('curves', () => {
  test('active force is the asymmetric bell between its tapers', () => {
    expect(activeForceLength(1)).toBe(1);
    for (const l of inside(0.6, 1)) expect(activeForceLength(l)).toBeCloseTo(Math.exp(-(((l - 1) / 0.45) ** 2)), 14);
    for (const l of inside(1, 1.5)) expect(activeForceLength(l)).toBeCloseTo(Math.exp(-(((l - 1) / 0.56) ** 2)), 14);
    for (const l of [-1, 0, 0.5, 1.6, 3, Infinity]) expect(activeForceLength(l)).toBe(0);
  });

  test('passive force is exponential from the optimal length on', () => {
    for (const l of [0, 0.7, 1]) expect(passiveForceLength(l)).toBe(0);
    for (const l of inside(1, 2)) expect(passiveForceLength(l)).toBeCloseTo(Math.expm1(8 * (l - 1)) / Math.expm1(4), 8);
    expect(passiveForceLength(1.5)).toBeCloseTo(1, 14);
    expect(passiveForceLength(1e9)).toBeLessThan(Infinity);
  });

  test('force falls with shortening speed as Hill says, and rises to 1.5', () => {
    for (const v of inside(-1, 0)) expect(forceVelocity(v)).toBeCloseTo((1 + v) / (1 - 4 * v), 14);
    expect([forceVelocity(-1), forceVelocity(-7), forceVelocity(0)]).toEqual([0, 0, 1]);
    expect(forceVelocity(-1e-12)).toBeCloseTo(1, 10); // not a / (a + 1)
    expect(forceVelocity(1e9)).toBeCloseTo(1.5, 8);
    expect(forceVelocity(Infinity)).toBe(1.5);
  });

  test('the velocity of a force is the inverse', () => {
    for (const v of inside(-1, 3)) expect(velocityOfForce(forceVelocity(v))).toBeCloseTo(v, 10);
    expect([velocityOfForce(-1), velocityOfForce(1.5)]).toEqual([-1, Infinity]);
  });

  test('tendon force is quadratic', () => {
    for (const s of inside(0, 0.3)) expect(tendonForce(s)).toBeCloseTo(35 * s ** 2, 13);
    expect(tendonForce(-0.1)).toBe(0);
  });

  test.each([
    ['active force', activeForceLength, activeForceLengthSlope, 0.3, 1.8],
    ['passive force', passiveForceLength, passiveForceLengthSlope, 0.5, 1.7],
    ['force-velocity', forceVelocity, forceVelocitySlope, -0.99, 3],
    ['tendon force', tendonForce, tendonForceSlope, -0.2, 0.3],
    ['tendon energy', tendonEnergy, tendonForce, -0.2, 0.3],
    ['passive energy', passiveEnergy, passiveForceLength, 0.5, 1.7],
  ] as const)('the slope of %s equals differences', (_, f, slope, least, most) => {
    for (const x of inside(least, most)) {
      const difference = (f(x + STEP) - f(x - STEP)) / (2 * STEP);
      expect(Math.abs(slope(x) - difference)).toBeLessThan(SLOPE * (1 + 10 * Math.abs(difference)));
    }
  });

  test('straight beyond three optimal lengths, energy too', () => {
    expect(passiveForceLength(4) - passiveForceLength(3)).toBeCloseTo(passiveForceLengthSlope(3), 0);
    const difference = (passiveEnergy(3.5 + STEP) - passiveEnergy(3.5 - STEP)) / (2 * STEP);
    expect(difference / passiveForceLength(3.5)).toBeCloseTo(1, 6);
  });
});
