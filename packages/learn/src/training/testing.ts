import { Box, RandomGenerator, type VectorMetadata, type VectorResetResult, type VectorStepResult } from '@qpos/env';
import type { ResumableEnv } from './environment.ts';

const LENGTH = 50;

/**
 * Points on a line that a force moves: the reward is highest at rest in the origin. Small, and its state can be saved; one of the two ways
 * to reset.
 */
export class Points implements ResumableEnv {
  readonly n: number;
  readonly singleObservationSpace = new Box(-Infinity, Infinity, [2], 'float64');
  readonly singleActionSpace = new Box(-1, 1, [1], 'float64');
  readonly observationSpace: Box;
  readonly actionSpace: Box;
  readonly metadata: VectorMetadata;
  readonly #result: VectorStepResult;
  readonly #ages: Float64Array;
  readonly #isOver: Uint8Array;
  #random = new RandomGenerator(0);

  constructor(n: number, autoreset: 'same-step' | 'next-step') {
    this.n = n;
    this.observationSpace = new Box(-Infinity, Infinity, [n, 2], 'float64');
    this.actionSpace = new Box(-1, 1, [n, 1], 'float64');
    this.metadata = { renderFps: 10, autoreset, id: 'points' };
    this.#ages = new Float64Array(n);
    this.#isOver = new Uint8Array(n);
    const [obs, finalObs] = [new Float64Array(2 * n), new Float64Array(2 * n)];
    const flags = { terminated: new Uint8Array(n), truncated: new Uint8Array(n) };
    this.#result = { obs, finalObs, rewards: new Float64Array(n), ...flags, info: {}, finalInfo: {} };
  }

  reset({ seed }: { seed?: number } = {}): VectorResetResult {
    this.#random = new RandomGenerator(seed ?? 0);
    for (let e = 0; e < this.n; e++) this.#begin(e);
    return this.#result;
  }

  #begin(e: number): void {
    this.#result.obs[2 * e] = this.#random.uniform(-1, 1);
    this.#result.obs[2 * e + 1] = 0;
    this.#ages[e] = 0;
    this.#isOver[e] = 0;
  }

  step(actions: ArrayLike<number>): VectorStepResult {
    const { obs, finalObs, rewards, terminated, truncated } = this.#result;
    const isSameStep = this.metadata.autoreset === 'same-step';
    for (let e = 0; e < this.n; e++) {
      rewards[e] = 0;
      terminated[e] = 0;
      truncated[e] = 0;
      if (this.#isOver[e] === 1) {
        this.#begin(e);
        continue;
      }
      const v = (obs[2 * e + 1] as number) + 0.1 * (actions[e] as number);
      const x = (obs[2 * e] as number) + 0.1 * v;
      obs[2 * e] = x;
      obs[2 * e + 1] = v;
      rewards[e] = 1 - x * x - 0.1 * v * v;
      this.#ages[e] = (this.#ages[e] as number) + 1;
      terminated[e] = Math.abs(x) > 2 ? 1 : 0;
      truncated[e] = terminated[e] === 0 && this.#ages[e] === LENGTH ? 1 : 0;
      if (terminated[e] === 0 && truncated[e] === 0) continue;
      finalObs.set([x, v], 2 * e);
      if (isSameStep) this.#begin(e);
      else this.#isOver[e] = 1;
    }
    return this.#result;
  }

  stepAsync(actions: ArrayLike<number>): Promise<VectorStepResult> {
    return Promise.resolve(this.step(actions));
  }

  save(): Uint8Array {
    const state = {
      obs: [...this.#result.obs],
      ages: [...this.#ages],
      over: [...this.#isOver],
      random: this.#random.save(),
    };
    return new TextEncoder().encode(JSON.stringify(state));
  }

  load(bytes: Uint8Array): void {
    const state = JSON.parse(new TextDecoder().decode(bytes));
    this.#result.obs.set(state.obs);
    this.#ages.set(state.ages);
    this.#isOver.set(state.over);
    this.#random = RandomGenerator.restore(state.random);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
