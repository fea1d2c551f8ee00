import { RandomGenerator } from '@qpos/env';
import { describe, expect, test } from 'vitest';
import { plainKernel } from '../kernel/plain.ts';
import { savePolicy } from '../policy/policy.ts';
import { settle } from '../settings/setting.ts';
import { evaluate } from '../training/evaluate.ts';
import { ReplayBuffer } from '../training/replay.ts';
import { Points } from '../training/testing.ts';
import { resume } from './algorithms.ts';
import { SacLearner, type SacLearnerOptions, sacSettings } from './sac.ts';
import { sac } from './sac-trainer.ts';

const totals = () => ({ criticLoss: 0, policyLoss: 0, entropy: 0, value: 0, updates: 0, policyUpdates: 0 });
const rates = { learningRate: 1e-3, policyLearningRate: 1e-3 };

function learnerOf(options: SacLearnerOptions): SacLearner {
  const settings = settle(sacSettings, { batch: 8, hidden: [12, 10], activation: 'tanh', ...options });
  const learner = new SacLearner(
    plainKernel(),
    { observations: 3, actions: 2, rows: 1 },
    settings,
    new RandomGenerator(1),
  );
  const random = new RandomGenerator(2);
  const { observations, nextObservations, actions, rewards } = learner.batch;
  for (const array of [observations, nextObservations, rewards])
    for (let k = 0; k < array.length; k++) array[k] = random.normal();
  for (let k = 0; k < actions.length; k++) actions[k] = random.uniform(-1, 1);
  for (let k = 0; k < learner.policy.parameters.length; k++)
    learner.policy.parameters[k] = (learner.policy.parameters[k] as number) + 0.3 * random.normal();
  return learner;
}

test("the slopes of the policy's loss, through critics and distribution, equal central differences", () => {
  const learner = learnerOf({ initialTemperature: 0.5 });
  const { parameters, slopes } = learner.policy;
  const loss = (): number => learner.policySlopes(new RandomGenerator(7)).policyLoss;
  loss();
  const computed = slopes.slice();
  const h = 2 ** -8;
  for (let k = 0; k < parameters.length; k += 3) {
    const value = parameters[k] as number;
    parameters[k] = value + h;
    const above = loss();
    parameters[k] = value - h;
    const below = loss();
    parameters[k] = value;
    // where the smaller critic changes within h, the loss has a kink; this batch has none
    expect(Math.abs((computed[k] as number) - (above - below) / (2 * h)), `parameter ${k}`).toBeLessThan(1e-3);
  }
});

test('critics of transitions that end their episode learn the rewards', () => {
  const learner = learnerOf({ policyDelay: 1_000_000 });
  learner.batch.terminated.fill(1);
  for (let k = 0; k < 1500; k++) learner.update({ ...rates, learningRate: 3e-3 }, new RandomGenerator(3), totals());
  for (const { outputs } of learner.critics.pair)
    outputs.forEach((q, i) => {
      expect(q).toBeCloseTo(learner.batch.rewards[i] as number, 1);
    });
});

test('targets move by their share towards the critics', () => {
  const learner = learnerOf({ targetShare: 0.25 });
  const before = learner.targets.parameters.slice();
  learner.update(rates, new RandomGenerator(3), totals());
  before.forEach((old, k) => {
    const expected = old + 0.25 * ((learner.critics.parameters[k] as number) - old);
    expect(learner.targets.parameters[k]).toBeCloseTo(expected, 6);
  });
});

test.each([
  ['falls where the entropy is above its target', -50, -1],
  ['rises where it is below', 50, 1],
])('the temperature %s', (_, targetEntropy, sign) => {
  const learner = learnerOf({ targetEntropy, policyDelay: 1 });
  const before = learner.temperature;
  learner.update(rates, new RandomGenerator(3), totals());
  expect(Math.sign(learner.temperature - before)).toBe(sign);
});

test('a full buffer forgets the oldest transitions and draws all others alike', () => {
  const buffer = new ReplayBuffer(5, 1, 1);
  for (let k = 0; k < 7; k++) buffer.add(0, [k], [-k], 10 * k, [k + 1], k === 6);
  const make = () => new Float32Array(2000);
  const batch = {
    rows: 2000,
    observations: make(),
    nextObservations: make(),
    actions: make(),
    rewards: make(),
    terminated: make(),
  };
  buffer.sample(batch, new RandomGenerator(4));
  const seen = new Map<number, number>();
  batch.observations.forEach((k, i) => {
    seen.set(k, (seen.get(k) ?? 0) + 1);
    expect([batch.actions[i], batch.rewards[i], batch.nextObservations[i], batch.terminated[i]]).toEqual([
      -k,
      10 * k,
      k + 1,
      k === 6 ? 1 : 0,
    ]);
  });
  expect([...seen.keys()].sort()).toEqual([2, 3, 4, 5, 6]);
  for (const count of seen.values()) expect(Math.abs(count - 400)).toBeLessThan(100); // five standard errors
});

describe.each(['same-step', 'next-step'] as const)('SAC on points that reset by %s', (autoreset) => {
  const settings = { hidden: [32, 32], batch: 64, warmup: 400, seed: 3, reportSteps: 200, replay: 3000 } as const;

  test('learns to bring them to rest within 6,000 steps', async () => {
    const trainer = sac(new Points(4, autoreset), settings);
    const { report } = await trainer.learn(6000);
    expect(report['temperature']).toBeLessThan(0.2);
    const { meanReturn } = await evaluate(trainer.policy, new Points(4, autoreset), { episodes: 12 });
    expect(meanReturn).toBeGreaterThan(46);
  });

  test('resumed at any checkpoint, the weights are the same to the bit, also on the other kernel', async () => {
    const small = { ...settings, hidden: [12], batch: 16, replay: 700, updatesPerStep: 0.3 };
    const whole = sac(new Points(4, autoreset), small);
    const checkpoints: Uint8Array[] = [];
    await whole.learn(1200, { checkpoint: { every: 200, save: (bytes) => void checkpoints.push(bytes) } });
    expect(checkpoints).toHaveLength(6);
    for (const [k, bytes] of checkpoints.entries()) {
      const resumed = resume(bytes, new Points(4, autoreset), { kernel: k % 2 === 0 ? 'plain' : 'simd' });
      await resumed.learn(1200);
      expect(savePolicy(resumed.policy)).toEqual(savePolicy(whole.policy));
    }
  });
});
