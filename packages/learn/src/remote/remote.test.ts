import { describe, expect, test } from 'vitest';
import { createTrainer, resume } from '../algorithms/algorithms.ts';
import { savePolicy } from '../policy/policy.ts';
import type { RemoteEnvs } from '../training/environment.ts';
import { Points } from '../training/testing.ts';
import { runWork } from './run-work.ts';

const ACTORS = 3;
const EACH = 2;

/** Environments that are elsewhere only by name; work may be done in any order, and twice. */
function remote({ order = 'first', isAsynchronous = false } = {}): RemoteEnvs {
  const { singleObservationSpace, singleActionSpace, metadata } = new Points(1, 'same-step');
  const facts = { n: ACTORS * EACH, actors: ACTORS, privilegedSize: 0, isAsynchronous, metadata };
  const work = (...args: [Parameters<typeof runWork>[0], Uint8Array, Uint8Array]): Promise<Uint8Array> =>
    runWork(args[0], (n) => new Points(n, 'same-step') as never, EACH, args[1], args[2]);
  return {
    ...facts,
    singleObservationSpace,
    singleActionSpace,
    run(kind, shared, pieces) {
      const done: Promise<Uint8Array>[] = [];
      const indices = pieces.map((_, k) => k);
      let before: Promise<unknown> = Promise.resolve();
      for (const k of order === 'first' ? indices : indices.toReversed()) {
        const piece = pieces[k] as Uint8Array;
        const mine = before.then(() => work(kind, shared, piece));
        done[k] = order === 'first' ? mine : mine.then(() => work(kind, shared, piece));
        before = mine;
      }
      return done;
    },
  };
}

const cases = [
  ['ppo', { horizon: 32, batch: 32, epochs: 2, hidden: [8], seed: 3 }],
  ['ars', { directions: 3, seed: 2, episodes: 2 }],
  ['cem', { population: 6, elites: 2, seed: 2 }],
] as const;

describe.each(cases)('%s on environments elsewhere', (algorithm, settings) => {
  test('has the same weights in whatever order and however often the work is done', async () => {
    const weights = [];
    for (const order of ['first', 'last']) {
      const trainer = createTrainer(algorithm, remote({ order }), settings);
      await trainer.learn(1500);
      weights.push(savePolicy(trainer.policy));
    }
    expect(weights[0]).toEqual(weights[1]);
    const another = createTrainer(algorithm, remote(), { ...settings, seed: 9 });
    await another.learn(1500);
    expect(savePolicy(another.policy)).not.toEqual(weights[0]);
  });

  test('resumed at any checkpoint, the weights are the same to the bit', async () => {
    const whole = createTrainer(algorithm, remote(), settings);
    const checkpoints: Uint8Array[] = [];
    await whole.learn(1500, { checkpoint: { every: 1, save: (bytes) => void checkpoints.push(bytes) } });
    expect(checkpoints.length).toBeGreaterThan(2);
    for (const bytes of checkpoints) {
      const resumed = resume(bytes, remote());
      await resumed.learn(1500);
      expect(savePolicy(resumed.policy)).toEqual(savePolicy(whole.policy));
    }
    expect(() => resume(checkpoints[0] as Uint8Array, new Points(6, 'same-step'))).toThrow('cluster');
  });
});

test.each([false, true])('PPO brings points to rest, with samples of older policies: %s', async (isAsynchronous) => {
  const trainer = createTrainer('ppo', remote({ isAsynchronous }), {
    horizon: 64,
    batch: 64,
    epochs: 4,
    hidden: [16, 16],
    seed: 3,
    learningRate: 1e-3,
  });
  const { meanReturn } = await trainer.learn(40_000);
  expect(meanReturn).toBeGreaterThan(45);
});

test('what cannot learn from environments elsewhere says so', () => {
  expect(() => createTrainer('sac', remote())).toThrow('cannot learn from environments elsewhere');
});
