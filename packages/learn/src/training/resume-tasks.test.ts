import { makeVec } from '@qpos/env';
import { expect, test } from 'vitest';
import { resume } from '../algorithms/algorithms.ts';
import { ppo } from '../algorithms/ppo-trainer.ts';
import { savePolicy } from '../policy/policy.ts';

const settings = { horizon: 64, batch: 64, epochs: 2, hidden: [16, 16], seed: 3 } as const;
const STEPS = 1024;

test.each([
  ['InvertedPendulum-v5', 'same-step'],
  ['Hopper-v5', 'next-step'],
] as const)('a training on %s, resumed at any checkpoint, ends with the same weights', async (id, autoreset) => {
  const makeOne = () => makeVec(id, { n: 4, autoreset });
  const whole = ppo(await makeOne(), settings);
  const checkpoints: Uint8Array[] = [];
  await whole.learn(STEPS, { checkpoint: { every: 256, save: (bytes) => void checkpoints.push(bytes) } });
  expect(checkpoints).toHaveLength(4);
  for (const bytes of checkpoints.slice(0, -1)) {
    const resumed = resume(bytes, await makeOne());
    expect(resumed.steps).toBeLessThan(STEPS);
    await resumed.learn(STEPS);
    expect(savePolicy(resumed.policy)).toEqual(savePolicy(whole.policy));
    expect(resumed.save()).toEqual(whole.save());
  }
});
