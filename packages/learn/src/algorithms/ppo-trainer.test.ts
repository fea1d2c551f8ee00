import { ArgumentError } from '@qpos/core/errors';
import { makeVec } from '@qpos/env';
import { describe, expect, test } from 'vitest';
import { loadPolicy, savePolicy } from '../policy/policy.ts';
import { Points } from '../training/testing.ts';
import type { Trainer } from '../training/trainer.ts';
import { resume } from './algorithms.ts';
import { ppo } from './ppo-trainer.ts';

const settings = { horizon: 64, batch: 64, epochs: 4, hidden: [16, 16], seed: 3, learningRate: 1e-3 } as const;
const weights = (trainer: Trainer): Uint8Array => savePolicy(trainer.policy);

describe.each(['same-step', 'next-step'] as const)('PPO on points that reset by %s', (autoreset) => {
  test('learns to bring them to rest: nearly the highest return of 50 a episode', async () => {
    const trainer = ppo(new Points(8, autoreset), settings);
    const { meanReturn, episodes, reason, steps } = await trainer.learn(40_000);
    expect(reason).toBe('steps');
    expect(steps).toBe(40_448); // whole updates
    expect(episodes).toBeGreaterThan(600);
    expect(meanReturn).toBeGreaterThan(45);
  });

  test('resumed at any checkpoint, the weights are the same to the bit, also on the other kernel', async () => {
    const whole = ppo(new Points(4, autoreset), settings);
    const checkpoints: Uint8Array[] = [];
    await whole.learn(2048, { checkpoint: { every: 512, save: (bytes) => void checkpoints.push(bytes) } });
    expect(checkpoints).toHaveLength(4);
    for (const [k, bytes] of checkpoints.entries()) {
      const resumed = resume(bytes, new Points(4, autoreset), { kernel: k % 2 === 0 ? 'plain' : 'simd' });
      await resumed.learn(2048);
      expect(weights(resumed)).toEqual(weights(whole));
    }
  });
});

test('another seed gives other weights', async () => {
  const [a, b] = await Promise.all(
    [1, 2].map(async (seed) => {
      const trainer = ppo(new Points(2, 'same-step'), { ...settings, seed });
      await trainer.learn(128);
      return weights(trainer);
    }),
  );
  expect(a).not.toEqual(b);
});

test('a cart balances a pole: the mean return rises above 100 within 30,000 steps', async () => {
  const vec = await makeVec('InvertedPendulum-v5', { n: 8, autoreset: 'same-step' });
  const trainer = ppo(vec, { seed: 1 });
  const { meanReturn, reason } = await trainer.learn(30_000, { stopAtReturn: 100 });
  expect(reason).toBe('return');
  expect(meanReturn).toBeGreaterThanOrEqual(100);
  const policy = loadPolicy(savePolicy(trainer.policy));
  expect(policy.parts.task).toBe('InvertedPendulum-v5');
  expect([...policy.act([0, 0.1, 0, 0])]).toEqual([...trainer.policy.act([0, 0.1, 0, 0])]);
  await vec.close();
});

test('a signal ends training after the update that is on', async () => {
  const controller = new AbortController();
  const trainer = ppo(new Points(2, 'same-step'), settings);
  const summary = await trainer.learn(1e9, {
    signal: controller.signal,
    onProgress: ({ updates }) => {
      if (updates === 3) controller.abort();
    },
  });
  expect(summary).toMatchObject({ reason: 'aborted', updates: 3, steps: 3 * 128 });
});

test('bad settings, steps, checkpoints and environments are typed errors', async () => {
  const env = new Points(2, 'same-step');
  for (const bad of [{ horizon: 0 }, { batch: 1.5 }, { learningRate: Number.NaN }, { gamma: -1 }])
    expect(() => ppo(env, bad)).toThrow(ArgumentError);
  await expect(ppo(env).learn(Number.NaN)).rejects.toThrow(ArgumentError);
  expect(() => resume(new Uint8Array(20), env)).toThrow(ArgumentError);
  const saved = ppo(new Points(3, 'same-step'), settings).save();
  expect(() => resume(saved, env)).toThrow('does not fit');
  const unsaved = Object.defineProperty(new Points(2, 'same-step'), 'save', { value: undefined });
  expect(() => ppo(unsaved).save()).toThrow('cannot be saved');
});
