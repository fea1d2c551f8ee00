import { expect, test } from 'vitest';
import { advantages } from './advantages.ts';

const gamma = 0.9;

/** One environment whose values are all 0. */
function run(rewards: number[], lambda: number, ends: number[] = rewards.map(() => 0)): number[] {
  const steps = rewards.length;
  const zeros = new Float64Array(steps);
  const result = new Float64Array(steps);
  const trajectories = {
    steps,
    environments: 1,
    rewards: Float64Array.from(rewards),
    values: zeros,
    nextValues: zeros,
  };
  advantages(result, { ...trajectories, ends: Uint8Array.from(ends) }, gamma, lambda);
  return [...result];
}

test('with λ = 1 and no values, advantages are discounted sums', () => {
  expect(run([1, 2, 4], 1)).toEqual([1 + gamma * (2 + gamma * 4), 2 + gamma * 4, 4]);
});

test('with λ = 0 they are the rewards of single steps', () => {
  expect(run([1, 2, 4], 0)).toEqual([1, 2, 4]);
});

test('nothing comes from beyond the end of an episode', () => {
  expect(run([1, 2, 4], 1, [0, 1, 0])).toEqual([1 + gamma * 2, 2, 4]);
});

test('perfect values leave no advantage, also where an episode is broken off', () => {
  const value = 1 / (1 - gamma); // of a reward of 1 for ever
  const steps = 5;
  const result = new Float64Array(steps);
  const all = new Float64Array(steps).fill(value);
  const rewards = new Float64Array(steps).fill(1);
  const ends = Uint8Array.of(0, 1, 0, 0, 1); // truncated: the value of what follows still counts
  advantages(result, { steps, environments: 1, rewards, values: all, nextValues: all, ends }, gamma, 0.95);
  for (const a of result) expect(Math.abs(a)).toBeLessThan(1e-12);
});
