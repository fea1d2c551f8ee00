import { Box, RandomGenerator, RunningStatistics, type VectorResetResult, type VectorStepResult } from '@qpos/env';
import { describe, expect, test } from 'vitest';
import { plainKernel } from '../kernel/plain.ts';
import { savePolicy } from '../policy/policy.ts';
import { evaluate } from '../training/evaluate.ts';
import { Population } from '../training/population.ts';
import { Points } from '../training/testing.ts';
import type { Trainer } from '../training/trainer.ts';
import { resume } from './algorithms.ts';
import { ars } from './ars.ts';
import { cem } from './cem.ts';

/** Episodes of `k + 1` steps in environment k: the reward is the action, the observation 1. */
class Echo extends Points {
  override readonly singleObservationSpace = new Box(-1, 1, [1], 'float64');
  override readonly singleActionSpace = new Box(-10, 10, [1], 'float64');
  readonly #age = new Float64Array(this.n);
  readonly #answer: VectorStepResult = {
    obs: new Float64Array(this.n).fill(1),
    finalObs: new Float64Array(this.n),
    rewards: new Float64Array(this.n),
    terminated: new Uint8Array(this.n),
    truncated: new Uint8Array(this.n),
    info: {},
    finalInfo: {},
  };

  override reset(): VectorResetResult {
    this.#age.fill(0);
    return this.#answer;
  }

  override step(actions: ArrayLike<number>): VectorStepResult {
    const { rewards, terminated } = this.#answer;
    for (let e = 0; e < this.n; e++) {
      const age = (this.#age[e] as number) + 1;
      rewards[e] = actions[e] as number;
      terminated[e] = age > e ? 1 : 0;
      this.#age[e] = age > e ? 0 : age;
    }
    return this.#answer;
  }
}

test('each candidate plays its episodes, whatever their lengths, and earns what its own parameters earn', () => {
  const population = new Population(plainKernel(), new Echo(3, 'same-step'), { sizes: [1, 1], activation: 'tanh' });
  const candidates = Array.from({ length: 7 }, (_, k) => Float32Array.of(k, 0.5));
  const seen = new RunningStatistics(1, 0);
  const { returns, episodes, steps } = population.play(candidates, 2, 0, undefined, seen);
  expect(episodes).toHaveLength(14);
  // environment e takes e + 1 steps with each reward k + 0.5
  returns.forEach((earned, k) => {
    expect([2, 3, 4, 5, 6].map((length) => (length / 2) * (k + 0.5))).toContain(earned);
  });
  expect(seen.count).toBe(episodes.reduce((sum, { length }) => sum + length, 0));
  expect(steps % 3).toBe(0);
});

test('a bonus for each step does not count', () => {
  const population = new Population(plainKernel(), new Echo(1, 'same-step'), { sizes: [1, 1], activation: 'tanh' });
  const { returns } = population.play([Float32Array.of(3, 0)], 1, 1, undefined, new RunningStatistics(1, 0));
  expect([...returns]).toEqual([2]);
});

test('one direction of ARS moves the policy by 2 · step along it, towards the better end', async () => {
  // with returns r₊ and r₋ the deviation is |r₊ - r₋| / 2; the reward is weight plus bias
  const trainer = ars(new Echo(2, 'same-step'), { directions: 1, stepSize: 0.25, noise: 0.5, seed: 4 });
  await trainer.learn(1);
  const random = new RandomGenerator(4, [1]);
  const direction = [random.normal(), random.normal()] as const;
  const sign = Math.sign(direction[0] + direction[1]);
  const [layer] = trainer.policy.parts.layers;
  expect(layer?.weights[0]).toBeCloseTo(sign * 0.5 * direction[0], 6);
  expect(layer?.bias[0]).toBeCloseTo(sign * 0.5 * direction[1], 6);
});

const made: [string, (env: Points) => Trainer][] = [
  ['ARS', (env) => ars(env, { directions: 4, topDirections: 2, stepSize: 0.1, noise: 0.2, seed: 2 })],
  ['CEM', (env) => cem(env, { population: 16, elites: 4, seed: 2, hidden: [4] })],
];

describe.each(made)('%s', (_, make) => {
  test.each(['same-step', 'next-step'] as const)('brings points that reset by %s to rest', async (autoreset) => {
    const trainer = make(new Points(8, autoreset));
    await trainer.learn(60_000);
    expect((await evaluate(trainer.policy, new Points(4, autoreset), { episodes: 12 })).meanReturn).toBeGreaterThan(45);
  });

  test('resumed at any checkpoint, the weights are the same to the bit, also on the other kernel', async () => {
    const whole = make(new Points(4, 'same-step'));
    const checkpoints: Uint8Array[] = [];
    await whole.learn(4000, { checkpoint: { every: 1, save: (bytes) => void checkpoints.push(bytes) } });
    expect(checkpoints.length).toBeGreaterThan(3);
    for (const [k, bytes] of checkpoints.entries()) {
      const resumed = resume(bytes, new Points(4, 'same-step'), { kernel: k % 2 === 0 ? 'plain' : 'simd' });
      await resumed.learn(4000);
      expect(savePolicy(resumed.policy)).toEqual(savePolicy(whole.policy));
    }
  });
});
