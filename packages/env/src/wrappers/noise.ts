import type { Env, ResetOptions, ResetResult, StepResult } from '../env/env.ts';
import { checkSettings, EnvError } from '../errors.ts';
import type { SavedNumbers } from '../saved/numbers.ts';
import { actionBox, observationBox } from './boxes.ts';
import { OwnStream } from './own-stream.ts';
import { Wrapper } from './wrapper.ts';

/** Deviations of noise: one for all elements, or one for each. */
export type NoiseScale = number | ArrayLike<number>;

/** How noisy observations and actions are. */
export interface NoiseOptions {
  /** Standard deviation of what is added to each observation. */
  readonly observation?: NoiseScale;
  /** Standard deviation of what is added to the observations of a whole episode: sensors that are off by a constant. */
  readonly bias?: NoiseScale;
  /** Standard deviation of what is added to each action; the result stays within the bounds. */
  readonly action?: NoiseScale;
}

const STREAM_KEY = 0x0153;

function scales(name: string, scale: NoiseScale = 0, size: number): Float64Array {
  const all = typeof scale === 'number' ? new Float64Array(size).fill(scale) : Float64Array.from(scale);
  if (all.length !== size)
    throw new EnvError('bad-argument', `${name} has ${all.length} deviations for ${size} numbers`);
  if (!all.every((x) => x >= 0 && x < Infinity))
    throw new EnvError('bad-argument', `deviations of ${name} are numbers from 0 on`);
  return all;
}

/**
 * Adds normally distributed noise to observations and actions. It follows from the seed of a reset.
 *
 * @example
 * const env = new Noise(await make('Hopper-v5'), { observation: 0.01, bias: 0.02 });
 * console.log(env.reset({ seed: 1 }).obs);
 */
export class Noise extends Wrapper {
  readonly #stream = new OwnStream(STREAM_KEY);
  readonly #each: Float64Array;
  readonly #biasScale: Float64Array;
  readonly #actionScale: Float64Array;
  readonly #bias: Float64Array;
  readonly #obs: Float64Array;
  readonly #action: Float64Array;

  /**
   * @param env The environment inside.
   * @param options How noisy observations and actions are.
   */
  constructor(env: Env, options: NoiseOptions) {
    super(env);
    checkSettings('options', options);
    const { observation, bias, action } = options;
    const { size } = observationBox(env, 'Noise');
    const actions = actionBox(env, 'Noise');
    this.#each = scales('observation', observation, size);
    this.#biasScale = scales('bias', bias, size);
    this.#actionScale = scales('action', action, actions.size);
    this.#bias = new Float64Array(size);
    this.#obs = new Float64Array(size);
    this.#action = new Float64Array(actions.size);
  }

  /**
   * Begins an episode.
   *
   * @param options A seed, and what else the task understands.
   * @returns The first observation.
   */
  override reset(options?: ResetOptions): ResetResult {
    const result = super.reset(options);
    const random = this.#stream.reset(options);
    for (let k = 0; k < this.#bias.length; k++) this.#bias[k] = (this.#biasScale[k] as number) * random.normal();
    result.obs = this.#disturb(result.obs);
    return result;
  }

  /**
   * Takes one step.
   *
   * @param action What to do.
   * @returns What came of it.
   */
  override step(action: ArrayLike<number>): StepResult {
    if (action.length !== this.#action.length) return super.step(action); // refused there
    const { random } = this.#stream;
    const { low, high } = actionBox(this.env, 'Noise');
    for (let k = 0; k < this.#action.length; k++) {
      const scale = this.#actionScale[k] as number;
      const noisy = scale === 0 ? (action[k] as number) : (action[k] as number) + scale * random.normal();
      this.#action[k] = scale === 0 ? noisy : Math.min(high[k] as number, Math.max(low[k] as number, noisy));
    }
    const result = super.step(this.#action);
    result.obs = this.#disturb(result.obs);
    return result;
  }

  #disturb(raw: Float64Array): Float64Array {
    const { random } = this.#stream;
    const obs = this.#obs;
    for (let k = 0; k < obs.length; k++) {
      const scale = this.#each[k] as number;
      obs[k] = (raw[k] as number) + (this.#bias[k] as number) + (scale === 0 ? 0 : scale * random.normal());
    }
    return obs;
  }

  protected override saveState(): Iterable<number> {
    return [...this.#stream.save(), ...this.#bias];
  }

  protected override loadState(saved: SavedNumbers): void {
    this.#stream.load(saved);
    saved.into(this.#bias);
  }
}
