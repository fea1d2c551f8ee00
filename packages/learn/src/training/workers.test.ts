import { createHash } from 'node:crypto';
import { makeVec } from '@qpos/env';
import { expect, test } from 'vitest';
import { resume } from '../algorithms/algorithms.ts';
import { ppo } from '../algorithms/ppo-trainer.ts';
import { savePolicy } from '../policy/policy.ts';

const settings = { horizon: 64, batch: 64, epochs: 2, hidden: [16, 16], seed: 3 } as const;
const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

test.each(['InvertedPendulum-v5', 'Hopper-v5'])(
  'a training on %s has the same weights for any number of workers, resumed with another number too',
  async (id) => {
    const hashes: string[] = [];
    let checkpoint = new Uint8Array(0);
    for (const workers of [0, 1, 2, 3]) {
      const vec = await makeVec(id, { n: 6, workers, autoreset: 'same-step' });
      const trainer = workers === 3 ? resume(checkpoint, vec) : ppo(vec, settings);
      await trainer.learn(384);
      if (workers === 0) checkpoint = trainer.save() as Uint8Array<ArrayBuffer>;
      await trainer.learn(1536);
      hashes.push(hash(savePolicy(trainer.policy)));
      await vec.close();
    }
    expect(new Set(hashes).size).toBe(1);
  },
);
