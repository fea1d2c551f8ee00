import { Box, type VectorInfo, type VectorResetResult, type VectorStepResult } from '@qpos/env';
import { describe, expect, test } from 'vitest';
import { savePolicy } from '../policy/policy.ts';
import { Points } from '../training/testing.ts';
import { resume } from './algorithms.ts';
import { ppo } from './ppo-trainer.ts';

const LENGTH = 20;

/** Every reward of an episode is a number that the observation does not tell; infos do, if they may. */
class Hidden extends Points {
  override readonly singleObservationSpace = new Box(-1, 1, [1], 'float64');
  readonly #secret = new Float64Array(this.n);
  readonly #info: VectorInfo;
  #age = 0;
  #episode = 0;
  readonly #answer: VectorStepResult;

  constructor(n: number, isTold: boolean) {
    super(n, 'same-step');
    this.#info = isTold ? { privileged: this.#secret } : {};
    const flags = { terminated: new Uint8Array(n), truncated: new Uint8Array(n) };
    const arrays = { obs: new Float64Array(n), finalObs: new Float64Array(n), rewards: new Float64Array(n) };
    this.#answer = { ...arrays, ...flags, info: this.#info, finalInfo: this.#info };
  }

  #begin(): void {
    this.#episode++;
    this.#age = 0;
    for (let e = 0; e < this.n; e++) this.#secret[e] = Math.sin(37 * (this.#episode * this.n + e));
  }

  override reset(): VectorResetResult {
    this.#begin();
    return this.#answer;
  }

  override step(): VectorStepResult {
    this.#answer.rewards.set(this.#secret);
    this.#age++;
    this.#answer.terminated.fill(this.#age === LENGTH ? 1 : 0);
    if (this.#age === LENGTH) this.#begin();
    return this.#answer;
  }

  override save(): Uint8Array {
    return Uint8Array.of(this.#age, this.#episode);
  }

  override load([age = 0, episode = 0]: Uint8Array): void {
    this.#episode = episode - 1;
    this.#begin();
    this.#age = age;
  }
}

describe('a critic that sees more than the policy', () => {
  const settings = { horizon: 40, batch: 64, hidden: [16], seed: 2, gamma: 0.5, learningRate: 3e-3 } as const;

  test.each([
    [true, 0.9, 1],
    [false, -1, 0.4],
  ])('told: %s, it explains between %d and %d of the returns', async (isTold, least, most) => {
    const trainer = ppo(new Hidden(8, isTold), settings);
    const { report } = await trainer.learn(16_000);
    expect(report['explainedVariance']).toBeGreaterThan(least);
    expect(report['explainedVariance']).toBeLessThan(most);
    expect(trainer.policy.observationSize).toBe(1);
  });

  test('resumes with the same bytes', async () => {
    const whole = ppo(new Hidden(4, true), settings);
    const checkpoints: Uint8Array[] = [];
    await whole.learn(800, { checkpoint: { every: 160, save: (bytes) => void checkpoints.push(bytes) } });
    expect(checkpoints).toHaveLength(5);
    for (const bytes of checkpoints) {
      const resumed = resume(bytes, new Hidden(4, true), { kernel: 'plain' });
      await resumed.learn(800);
      expect(savePolicy(resumed.policy)).toEqual(savePolicy(whole.policy));
      expect(resumed.save()).toEqual(whole.save());
    }
  });
});
