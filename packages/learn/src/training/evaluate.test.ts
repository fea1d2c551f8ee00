import { ArgumentError } from '@qpos/core/errors';
import { describe, expect, test } from 'vitest';
import { createTrainer } from '../algorithms/algorithms.ts';
import { evaluate } from './evaluate.ts';
import { Points } from './testing.ts';
import type { Progress } from './trainer.ts';

const brake = { act: (obs: ArrayLike<number>): number[] => [-(obs[0] ?? 0) - 2 * (obs[1] ?? 0)] };
const flee = { act: (obs: ArrayLike<number>): number[] => [obs[0] ?? 0] };

describe.each(['same-step', 'next-step'] as const)('evaluation of points that reset by %s', (autoreset) => {
  test.each([1, 3, 8])(
    'five episodes on %d environments have 50 steps each, and the returns of the formula',
    async (n) => {
      const { returns, lengths, meanReturn, deviation } = await evaluate(brake, new Points(n, autoreset), {
        episodes: 5,
      });
      expect(lengths).toEqual([50, 50, 50, 50, 50]);
      const mean = returns.reduce((a, b) => a + b) / 5;
      expect(meanReturn).toBeCloseTo(mean, 12);
      expect(deviation).toBeCloseTo(Math.sqrt(returns.reduce((sum, r) => sum + (r - mean) ** 2, 0) / 5), 12);
      expect(meanReturn).toBeGreaterThan(45);
    },
  );

  test('the same seed gives the same returns, another one others', async () => {
    const play = async (seed: number): Promise<readonly number[]> =>
      (await evaluate(flee, new Points(2, autoreset), { episodes: 4, seed })).returns;
    expect(await play(1)).toEqual(await play(1));
    expect(await play(1)).not.toEqual(await play(2));
  });
});

test('a signal ends it with what there is', async () => {
  const { returns, meanReturn } = await evaluate(brake, new Points(2, 'same-step'), { signal: AbortSignal.abort() });
  expect(returns).toEqual([]);
  expect(meanReturn).toBeNaN();
});

test('no episodes is a typed error', async () => {
  await expect(evaluate(brake, new Points(2, 'same-step'), { episodes: 0 })).rejects.toThrow(ArgumentError);
});

test('a training evaluates every so many steps, changes nothing by it, and stops at the return that it reached', async () => {
  const settings = { horizon: 64, hidden: [8], seed: 3, learningRate: 1e-3 };
  const seen: Progress[] = [];
  const trainer = createTrainer('ppo', new Points(2, 'same-step'), settings);
  const env = new Points(3, 'same-step');
  await trainer.learn(768, { evaluate: { every: 256, episodes: 3, env }, onProgress: (p) => seen.push(p) });
  const returns = seen.map((p) => p.evaluationReturn);
  expect(returns[0]).toBeNaN();
  expect(returns[1]).toBe(returns[2]);
  expect(returns[3]).not.toBe(returns[2]);
  expect(returns[5]).toBe((await evaluate(trainer.policy, env, { episodes: 3 })).meanReturn);
  const plain = createTrainer('ppo', new Points(2, 'same-step'), settings);
  await plain.learn(768);
  expect(plain.policy.parts).toEqual(trainer.policy.parts);
  const stopped = createTrainer('ppo', new Points(2, 'same-step'), settings);
  const stopAtReturn = returns[3] as number;
  const { reason, steps } = await stopped.learn(1e6, { evaluate: { every: 256, episodes: 3, env }, stopAtReturn });
  expect([reason, steps <= 512]).toEqual(['return', true]);
});
