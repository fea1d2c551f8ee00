import { RandomGenerator } from '@qpos/env';
import { describe, expect, test } from 'vitest';
import { advantages } from './advantages.ts';
import { vtrace } from './vtrace.ts';

const [STEPS, ENVIRONMENTS, GAMMA] = [30, 4, 0.97];
const COUNT = STEPS * ENVIRONMENTS;

function samples(seed: number) {
  const random = new RandomGenerator(seed);
  const draw = (): Float64Array => Float64Array.from({ length: COUNT }, () => random.normal());
  const ends = Uint8Array.from({ length: COUNT }, () => (random.uniform(0, 1) < 0.1 ? 1 : 0));
  const [rewards, values, nextValues] = [draw(), draw(), draw()];
  for (let at = 0; at < COUNT - ENVIRONMENTS; at++) if (!ends[at]) nextValues[at] = values[at + ENVIRONMENTS] as number;
  return { trajectories: { steps: STEPS, environments: ENVIRONMENTS, rewards, values, nextValues, ends }, draw };
}

describe('V-trace', () => {
  test.each([1, 0.95, 0])('of samples of the same policy, λ = %d: the targets are those of GAE', (lambda) => {
    const { trajectories, draw } = samples(1);
    const density = draw();
    const [targets, own, expected] = [new Float64Array(COUNT), new Float64Array(COUNT), new Float64Array(COUNT)];
    vtrace(targets, own, { trajectories, logDensities: density, behaviour: density }, GAMMA, lambda);
    advantages(expected, trajectories, GAMMA, lambda);
    for (let k = 0; k < COUNT; k++) {
      expect((targets[k] as number) - (trajectories.values[k] as number)).toBeCloseTo(expected[k] as number, 12);
      if (lambda === 1) expect(own[k]).toBeCloseTo(expected[k] as number, 12);
    }
  });

  test('is the definition: a sum of surprises, each weighted by the product of the weights before it', () => {
    const { trajectories, draw } = samples(2);
    const [logDensities, behaviour] = [draw(), draw()];
    const [targets, own] = [new Float64Array(COUNT), new Float64Array(COUNT)];
    vtrace(targets, own, { trajectories, logDensities, behaviour }, GAMMA, 1);
    const { rewards, values, nextValues, ends } = trajectories;
    const weight = (at: number): number =>
      Math.min(1, Math.exp((logDensities[at] as number) - (behaviour[at] as number)));
    for (let e = 0; e < ENVIRONMENTS; e++)
      for (let first = 0; first < STEPS; first++) {
        let [sum, product] = [0, 1];
        for (let k = first; k < STEPS; k++) {
          const at = k * ENVIRONMENTS + e;
          const surprise = (rewards[at] as number) + GAMMA * (nextValues[at] as number) - (values[at] as number);
          sum += GAMMA ** (k - first) * product * weight(at) * surprise;
          product *= weight(at);
          if (ends[at]) break;
        }
        const at = first * ENVIRONMENTS + e;
        expect((targets[at] as number) - (values[at] as number)).toBeCloseTo(sum, 10);
      }
  });

  test('weights above 1 do not count, and actions that the policy would not take hardly do', () => {
    const { trajectories, draw } = samples(3);
    const logDensities = draw();
    const run = (shift: number): Float64Array => {
      const [targets, own] = [new Float64Array(COUNT), new Float64Array(COUNT)];
      const behaviour = logDensities.map((d) => d + shift);
      vtrace(targets, own, { trajectories, logDensities, behaviour }, GAMMA, 1);
      return own;
    };
    expect(run(-3)).toEqual(run(0));
    expect(Math.max(...run(40).map(Math.abs))).toBeLessThan(1e-14);
  });
});
