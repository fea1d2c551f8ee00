import { describe, expect, test } from 'vitest';
import { random } from '../testing/random.ts';
import {
  Cable,
  CableGroup,
  cableMaterials,
  cableOf,
  capstan,
  capstanHold,
  differentialCable,
  JointCable,
  Pulley,
  PulleySystem,
  parallelCable,
} from './index.ts';

describe('cables', () => {
  test('tension is that of a spring and damper, and never a push', () => {
    const cable = new Cable();
    expect([cable.stiffness, cable.damping, cable.restLength, cable.diameter]).toEqual([10_000, 100, 0.5, 0.002]);
    expect(cable.tension(0.51, 0.1)).toBeCloseTo(110, 10);
    expect([cable.tension(0.4, 1), cable.tension(0.51, -5)]).toEqual([0, 0]);
    expect(new Cable({ tensionOnly: false }).tension(0.49, 0)).toBeCloseTo(-100, 10);
    expect(new Cable({ maxTension: 50 }).tension(0.6, 0)).toBe(50);
  });

  test('energy is the integral of the tension', () => {
    const cable = new Cable({ damping: 0 });
    for (const l of [0.4, 0.52, 0.7])
      expect((cable.energy(l + 1e-6) - cable.energy(l - 1e-6)) / 2e-6).toBeCloseTo(cable.tension(l, 0), 4);
  });

  test('a wire stretches by its load over E·A / L', () => {
    for (const [name, { modulus }] of Object.entries(cableMaterials)) {
      const properties = cableOf(name as keyof typeof cableMaterials, 0.003, 2);
      const area = Math.PI * 0.0015 ** 2;
      expect((properties.stiffness * 2) / area / modulus).toBeCloseTo(1, 12);
    }
  });
});

describe('friction over wraps', () => {
  test('obeys Euler and Eytelwein', () => {
    for (const angle of [-3, 0, 0.5, 2 * Math.PI])
      expect(capstan(10, 0.25, angle)).toBeCloseTo(10 * Math.exp(0.25 * angle), 10);
  });

  test('holds between its limits and slips beyond', () => {
    const [low, high] = [100 * Math.exp(-0.3 * Math.PI), 100 * Math.exp(0.3 * Math.PI)];
    expect(capstanHold(100, 120, 0.3, Math.PI)).toBe(120);
    expect(capstanHold(100, 1, 0.3, Math.PI)).toBeCloseTo(low, 10);
    expect(capstanHold(100, 1e4, 0.3, Math.PI)).toBeCloseTo(high, 10);
    expect(capstanHold(100, 1e4, 0, Math.PI)).toBe(100);
  });
});

describe('cables over joints', () => {
  test('length is offset + Σ c·q, and tension works along the Jacobian', () => {
    const r = random(1);
    const cable = new JointCable(r.numbers(4), 0.7);
    const [q, v] = [r.numbers(4), r.numbers(4)];
    expect(cable.joints).toBe(4);
    expect(cable.lengthAt(q)).toBeCloseTo(0.7 + q.reduce((sum, x, j) => sum + x * (cable.coefficients[j] ?? 0), 0), 14);
    const forces = new Float64Array(4);
    cable.addForces(forces, 30);
    const power = forces.reduce((sum, f, j) => sum + f * (v[j] ?? 0), 0);
    expect(power).toBeCloseTo(-30 * cable.velocityAt(v), 12);
  });

  test('differential and parallel presets', () => {
    expect(differentialCable(0.02).lengthAt([1, 1])).toBe(0);
    expect(parallelCable(0.02).lengthAt([1, 1])).toBeCloseTo(0.04, 15);
  });

  test('stops hold the length in its range', () => {
    const cable = new JointCable([1], 0, { stiffness: 0, damping: 0 }, { least: -0.1, most: 0.1 });
    expect(cable.tensionAt([0.12], [0])).toBeCloseTo(200, 10);
    expect(cable.tensionAt([-0.12], [0])).toBeCloseTo(-200, 10);
    expect(cable.tensionAt([0.05], [0])).toBe(0);
  });

  test('groups add their cables up', () => {
    const pair = new CableGroup([new JointCable([0.02], 0.51), new JointCable([-0.02], 0.51)]);
    pair.update([0], [0]);
    expect([...pair.tensions, ...pair.forces].map((x) => Math.round(x))).toEqual([100, 100, 0]);
    pair.update([0.3], [0]);
    expect(pair.forces[0]).toBeCloseTo(-2 * 0.02 * 0.02 * 0.3 * 10_000, 10);
  });
});

describe('pulleys', () => {
  const smooth = { bearingFriction: 0 };
  test('without friction, load times its travel is pull times its travel', () => {
    for (const system of [
      PulleySystem.directionChange(smooth),
      PulleySystem.blockAndTackle(2, smooth),
      PulleySystem.blockAndTackle(4, smooth),
      PulleySystem.differential(0.2, 0.18, smooth),
    ])
      expect(system.lift(50) * 0.1).toBeCloseTo(50 * system.travel(0.1), 8);
    expect(PulleySystem.blockAndTackle(4).mechanicalAdvantage).toBe(4);
    expect(PulleySystem.differential(0.2, 0.18).mechanicalAdvantage).toBeCloseTo(20, 12);
  });

  test('friction makes lifting harder and holding easier', () => {
    for (const system of [
      PulleySystem.directionChange(),
      PulleySystem.blockAndTackle(4),
      PulleySystem.differential(0.2, 0.1, { wrapFriction: 0.01 }),
    ]) {
      expect(system.rising).toBeLessThan(system.mechanicalAdvantage);
      expect(system.sinking).toBeGreaterThan(system.mechanicalAdvantage);
    }
    const e = 0.99;
    expect(PulleySystem.blockAndTackle(2).lift(100)).toBeCloseTo(100 * (e + e * e), 10);
  });

  test('a differential hoist with enough friction locks itself', () => {
    expect(PulleySystem.differential(0.2, 0.19, { bearingFriction: 0.05 }).sinking).toBe(Infinity);
  });

  test('a pulley is a disc', () => {
    const pulley = new Pulley();
    expect([pulley.radius, pulley.mass, pulley.efficiency]).toEqual([0.05, 0.1, 0.99]);
    expect(pulley.inertia).toBeCloseTo(0.5 * 0.1 * 0.05 ** 2, 18);
  });
});

test.each([
  ['a negative stiffness', () => new Cable({ stiffness: -1 })],
  ['NaN as a length', () => new Cable({ restLength: Number.NaN })],
  ['an unknown material', () => cableOf('wool' as 'steel', 0.01, 1)],
  ['a tackle of one part', () => PulleySystem.blockAndTackle(1)],
  ['a small drum that is larger', () => PulleySystem.differential(0.1, 0.2)],
  ['a negative friction', () => capstan(1, -1, 1)],
  ['an empty range', () => new JointCable([1], 0, {}, { least: 1, most: 0 })],
  ['cables of other joints', () => new CableGroup([new JointCable([1]), new JointCable([1, 2])])],
])('refuses %s', (_, make) => {
  expect(make).toThrow(expect.objectContaining({ name: 'PartsError' }));
});
