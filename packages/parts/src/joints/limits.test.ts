import { describe, expect, test } from 'vitest';
import { random } from '../testing/random.ts';
import { JointLimits, revoluteJoint } from './index.ts';

describe('limits', () => {
  test('a soft stop is a spring with a damper that never pulls', () => {
    const limits = new JointLimits(-1, 2, { stop: { stiffness: 100, damping: 5 } });
    expect(limits.force(0, 10)).toBe(0);
    expect(limits.force(2.5, 1)).toBe(-100 * 0.5 - 5);
    expect(limits.force(-1.5, -1)).toBe(100 * 0.5 + 5);
    expect(limits.force(2.1, -100)).toBe(0); // leaves faster than the spring would push: nothing holds it back
    expect([limits.state(-2), limits.state(0), limits.state(3)]).toEqual(['lower', 'free', 'upper']);
    expect([limits.clamp(-2), limits.clamp(0), limits.clamp(3)]).toEqual([-1, 0, 2]);
  });

  test('without damping a soft stop gives back the speed that comes', () => {
    const limits = JointLimits.symmetric(1, { stop: { stiffness: 1000 } });
    let [x, v, h] = [0.99, 1, 1e-5];
    for (let k = 0; k < 20_000 && (v > 0 || x > 0.99); k++) {
      v += h * limits.force(x, v);
      x += h * v;
    }
    expect(v).toBeCloseTo(-1, 3);
  });

  test('critically damped, a loaded stop settles at load / stiffness and never passes it', () => {
    const limits = JointLimits.criticallyDamped(-1, 1, 400, 2);
    let [x, v, most] = [1, 0, 0];
    for (let k = 0; k < 20_000; k++) {
      v += (1e-4 * (40 + limits.force(x, v))) / 2;
      x += 1e-4 * v;
      most = Math.max(most, x);
    }
    expect(x).toBeCloseTo(1.1, 6);
    expect(most).toBeLessThan(1.1 + 1e-6);
  });

  test('a hard stop turns speed round by its restitution: heights fall by its square', () => {
    const limits = new JointLimits(0, Infinity, { restitution: 0.7 });
    expect(limits.reboundVelocity(0, -2)).toBeCloseTo(1.4, 15);
    expect(limits.reboundVelocity(0, 2)).toBe(2);
    expect(limits.reboundVelocity(1, -2)).toBe(-2);
    expect(limits.force(-1, -1)).toBe(0);
    const height = (v: number): number => (v * v) / (2 * 9.81);
    expect(height(limits.reboundVelocity(0, -3)) / height(3)).toBeCloseTo(0.49, 14);
  });

  test('no limits let everything through', () => {
    const limits = JointLimits.unlimited();
    expect([limits.state(1e9), limits.clamp(-1e9), limits.force(1e9, 1)]).toEqual(['free', -1e9, 0]);
  });

  test('a joint pushes with its limits, motor and damping', () => {
    const limits = JointLimits.symmetric(1, { stop: { stiffness: 10 } });
    expect(revoluteJoint({ limits, damping: 2 }).forces([1.5], [0.5])[0]).toBe(-5 - 1);
  });

  test('random ranges and states never give NaN', () => {
    const { number } = random(5);
    for (let k = 0; k < 300; k++) {
      const lower = number(-2, 2);
      const stop = k % 2 ? ('hard' as const) : { stiffness: number(1, 1e5), damping: number(0, 1e3) };
      const limits = new JointLimits(lower, lower + number(0, 3), { stop, restitution: number() });
      const [x, v] = [number(-5, 5), number(-5, 5)];
      for (const y of [limits.force(x, v), limits.clamp(x), limits.reboundVelocity(x, v)])
        expect(Number.isFinite(y)).toBe(true);
    }
  });

  test.each([
    ['an empty range', () => new JointLimits(1, 0)],
    ['a restitution above 1', () => new JointLimits(0, 1, { restitution: 2 })],
    ['a stop without stiffness', () => new JointLimits(0, 1, { stop: { stiffness: 0 } })],
    ['NaN', () => new JointLimits(0, 1).force(Number.NaN, 0)],
  ])('%s is refused', (_, make) => {
    expect(make).toThrow(expect.objectContaining({ name: 'PartsError', code: 'bad-argument' }));
  });
});
