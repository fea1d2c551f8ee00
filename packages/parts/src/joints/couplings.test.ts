import { makeData, step } from '@qpos/core';
import { addGeom, compile, createSpec } from '@qpos/spec';
import { describe, expect, test } from 'vitest';
import { random } from '../testing/random.ts';
import { addCoupling, addJoint, CouplingGroup, differentialCoupling, gearCoupling, JointCoupling, mimicCoupling, revoluteJoint, TendonConstraint, TendonNetwork } from './index.ts'; // biome-ignore format: one list

describe('couplings', () => {
  test('gears, mimics and differentials hold at the positions that they mean', () => {
    expect(gearCoupling('in', 'out', 5).error({ in: 10, out: 2 })).toBeCloseTo(0, 15);
    expect(gearCoupling('in', 'out', 5, 'overdrive').error({ in: 2, out: 10 })).toBeCloseTo(0, 15);
    expect(gearCoupling('in', 'out', 5, 'reverse').error({ in: 10, out: -2 })).toBeCloseTo(0, 15);
    expect(mimicCoupling('a', 'b', 2, { offset: 0.5 }).error({ a: 1, b: 2.5 })).toBeCloseTo(0, 15);
    expect(mimicCoupling('a', 'b', -1).error({ a: 1, b: -1 })).toBeCloseTo(0, 15); // anti-parallel
    expect(differentialCoupling('c', ['l', 'r']).error({ c: 2, l: 1, r: 3 })).toBeCloseTo(0, 15);
    expect(differentialCoupling('c', ['l', 'r'], 'difference').error({ c: -2, l: 1, r: 3 })).toBeCloseTo(0, 15);
    expect(differentialCoupling('c', ['l', 'r'], [0.25, 0.75]).error({ c: 2.5, l: 1, r: 3 })).toBeCloseTo(0, 15);
  });

  test('a gear shares the momentum of its input as the reflected inertia says', () => {
    const [motor, wheel, ratio] = [0.001, 0.5, 10];
    const state = {
      positions: { m: 0, w: 0 },
      velocities: { m: 20, w: 0 },
      inverseInertia: { m: 1 / motor, w: 1 / wheel },
    };
    const { velocities } = new CouplingGroup([gearCoupling('m', 'w', ratio)]).solve(state, 0.001);
    // an inertia of motor·ratio² + wheel takes the momentum motor·20·ratio
    expect(velocities['w']).toBeCloseTo((motor * 20 * ratio) / (motor * ratio ** 2 + wheel), 9);
    expect(velocities['m']).toBeCloseTo(ratio * (velocities['w'] as number), 9);
  });

  test('errors of position fall by the share of Baumgarte in each step', () => {
    const group = new CouplingGroup([mimicCoupling('a', 'b')]);
    let [a, b, va, vb] = [0.3, 0, 0, 0];
    for (let k = 0; k < 5; k++) {
      const { velocities } = group.solve(
        { positions: { a, b }, velocities: { a: va, b: vb }, inverseInertia: { a: 1, b: 1 } },
        0.01,
      );
      [va, vb] = [velocities['a'] as number, velocities['b'] as number];
      [a, b] = [a + 0.01 * va, b + 0.01 * vb];
    }
    expect(a - b).toBeCloseTo(0.3 * 0.8 ** 5, 9);
  });

  test('a coupling that yields hangs through by compliance times force', () => {
    const group = new CouplingGroup([new JointCoupling({ a: 1 }, { compliance: 0.002, damping: 5 })]);
    let [x, v] = [0, 0];
    for (let k = 0; k < 5000; k++) {
      const next = group.solve(
        { positions: { a: x }, velocities: { a: v + 0.001 * 30 }, inverseInertia: { a: 1 } },
        0.001,
      );
      v = next.velocities['a'] as number;
      x += 0.001 * v;
    }
    expect(x).toBeCloseTo(0.06, 6);
  });

  test('several couplings hold at once, and their impulses leave momentum along free motion alone', () => {
    const { numbers } = random(9);
    const group = new CouplingGroup([
      mimicCoupling('a', 'b'),
      gearCoupling('b', 'c', 3),
      differentialCoupling('d', ['a', 'c']),
    ]);
    for (let k = 0; k < 20; k++) {
      const [a, b, c, d] = numbers(4);
      const state = {
        positions: { a: 0, b: 0, c: 0, d: 0 },
        velocities: { a, b, c, d },
        inverseInertia: { a: 1, b: 2, c: 3, d: 4 },
      };
      const { velocities, result } = group.solve(state, 0.01);
      expect(result.converged).toBe(true);
      for (const coupling of group.couplings) expect(coupling.rate(velocities)).toBeCloseTo(0, 9);
      // a = b = 3c, d = (a + c)/2: the free motion is (3, 3, 1, 2)
      const along = (v: Record<string, number>): number =>
        [3, 3 / 2, 1 / 3, 2 / 4].reduce((sum, m, i) => sum + m * (v['abcd'.charAt(i)] as number), 0);
      expect(along(velocities)).toBeCloseTo(along(state.velocities), 9);
    }
  });

  test('built in a Spec, couplings hold in the simulation', () => {
    const spec = createSpec();
    for (const child of ['a', 'b', 'c'])
      addGeom(addJoint(spec, revoluteJoint({ child, name: child, axis: [0, 1, 0] })), {
        size: [0.1],
        pos: [0.3, 0, 0],
      });
    addCoupling(spec, gearCoupling('a', 'b', 2), 'gear');
    addCoupling(spec, differentialCoupling('c', ['a', 'b']), 'differential');
    const model = compile(spec);
    const data = makeData(model);
    step(model, data, 500);
    const [a, b, c] = data.qpos;
    expect(Math.abs(a as number)).toBeGreaterThan(0.1);
    // the engine's constraints yield a little
    expect(b).toBeCloseTo((a as number) / 2, 2);
    expect(c).toBeCloseTo(((a as number) + (b as number)) / 2, 2);
  });

  test.each([
    ['a joint with itself', () => mimicCoupling('a', 'a'), 'bad-argument'],
    ['a gear below 1', () => gearCoupling('a', 'b', 0.5), 'bad-argument'],
    ['no joints', () => new JointCoupling({}), 'bad-argument'],
    ['a joint without a number', () => mimicCoupling('a', 'b').error({ a: 1 }), 'unknown-name'],
    ['NaN', () => mimicCoupling('a', 'b').error({ a: 1, b: Number.NaN }), 'bad-argument'],
  ])('%s is refused', (_, make, code) => {
    expect(make).toThrow(expect.objectContaining({ name: 'PartsError', code }));
  });
});

describe('tendons', () => {
  const tendon = new TendonConstraint(
    { a: 0.02, b: -0.01 },
    { length: 0.5, slack: 0.001, stiffness: 5000, damping: 10, maxTension: 80 },
  );

  test('a tendon pulls beyond its slack, never pushes and never more than it can', () => {
    expect(tendon.length({ a: 1, b: 1 })).toBeCloseTo(0.51, 15);
    expect(tendon.tension({ a: 0.04, b: 0 }, { a: 0, b: 0 })).toBe(0);
    expect(tendon.tension({ a: 0.5, b: 0 }, { a: 1, b: 0 })).toBeCloseTo(5000 * 0.009 + 10 * 0.02, 12);
    expect(tendon.tension({ a: -1, b: 0 }, { a: 0, b: 0 })).toBe(0);
    expect(tendon.tension({ a: 2, b: 0 }, { a: 0, b: 0 })).toBe(80);
    expect(tendon.tension({ a: 0.06, b: 0 }, { a: -100, b: 0 })).toBe(0);
  });

  test('torques of a network are the slope of its energy: virtual work', () => {
    const network = new TendonNetwork({
      one: new TendonConstraint({ a: 0.02, b: -0.01 }, { stiffness: 5000 }),
      two: new TendonConstraint({ a: -0.03, b: -0.02 }, { stiffness: 3000 }),
    });
    const energy = (a: number, b: number): number => {
      const stretch = (x: number): number => Math.max(0, x);
      return (5000 * stretch(0.02 * a - 0.01 * b) ** 2 + 3000 * stretch(-0.03 * a - 0.02 * b) ** 2) / 2;
    };
    const { numbers } = random(4);
    for (let k = 0; k < 50; k++) {
      const [a, b] = numbers(2) as unknown as [number, number];
      const torques = network.torques({ a, b }, { a: 0, b: 0 });
      expect(torques['a']).toBeCloseTo(-(energy(a + 1e-5, b) - energy(a - 1e-5, b)) / 2e-5, 6);
      expect(torques['b']).toBeCloseTo(-(energy(a, b + 1e-5) - energy(a, b - 1e-5)) / 2e-5, 6);
    }
  });

  test.each([
    ['no tendons', () => new TendonNetwork({})],
    ['a negative slack', () => new TendonConstraint({ a: 1 }, { slack: -1 })],
    ['no arms', () => new TendonConstraint({})],
  ])('%s is refused', (_, make) => {
    expect(make).toThrow(expect.objectContaining({ name: 'PartsError', code: 'bad-argument' }));
  });
});
