import type { Env } from '../env/env.ts';
import { EnvError } from '../errors.ts';
import { Box, isNumeric } from '../spaces/box.ts';
import { checkEnvironment } from '../wrappers/boxes.ts';
import { InfoTable } from './info-table.ts';
import {
  type AutoresetMode,
  checkAutoreset,
  seedsOf,
  type VectorEnv,
  type VectorMetadata,
  type VectorResetOptions,
  type VectorResetResult,
  type VectorStepResult,
} from './vector-env.ts';

function boxOf(env: Env, kind: 'observationSpace' | 'actionSpace'): Box {
  const space = env[kind];
  if (space instanceof Box) return space;
  throw new EnvError('unsupported', `vector environments need a Box, not ${String(space)}`);
}

/** The space of n elements of a space. */
function repeat(box: Box, n: number): Box {
  const tile = (bound: ArrayLike<number>): Float64Array =>
    Float64Array.from({ length: n * box.size }, (_, k) => bound[k % box.size] as number);
  return new Box(tile(box.low), tile(box.high), [n, ...box.shape], box.dtype);
}

/**
 * Environments one after another in this thread, with the buffers and rules of all vector environments.
 *
 * @example
 * const vec = new SyncVectorEnv([await make('Hopper-v5'), await make('Hopper-v5')], 'same-step');
 * vec.reset({ seed: [1, 2] });
 * console.log(vec.step(vec.actionSpace.sample()).rewards);
 */
export class SyncVectorEnv implements VectorEnv {
  /** How many environments. */
  readonly n: number;
  /** Where the observations of one environment lie. */
  readonly singleObservationSpace: Box;
  /** Where the actions of one environment lie. */
  readonly singleActionSpace: Box;
  /** Where the observations of all lie. */
  readonly observationSpace: Box;
  /** Where the actions of all lie. */
  readonly actionSpace: Box;
  /** Facts about the environments. */
  readonly metadata: VectorMetadata;
  /** The environments. */
  readonly envs: readonly Env[];
  readonly #mode: AutoresetMode;
  readonly #infos: InfoTable;
  readonly #finalInfos: InfoTable;
  readonly #result: VectorStepResult;
  readonly #actions: Float64Array[];
  readonly #isOver: Uint8Array;
  #isReset = false;
  #isClosed = false;

  /**
   * @param envs The environments, all of the same spaces.
   * @param autoreset When a finished environment starts over.
   */
  constructor(envs: readonly Env[], autoreset: AutoresetMode = 'next-step') {
    if (!Array.isArray(envs)) throw new EnvError('bad-argument', 'a vector environment takes an array of environments');
    for (const env of envs) checkEnvironment(env, 'SyncVectorEnv');
    const [first] = envs as readonly Env[];
    if (first === undefined) throw new EnvError('bad-argument', 'a vector environment needs at least one environment');
    this.#mode = checkAutoreset(autoreset);
    const n = envs.length;
    this.n = n;
    this.envs = envs;
    this.singleObservationSpace = boxOf(first, 'observationSpace');
    this.singleActionSpace = boxOf(first, 'actionSpace');
    for (const [k, env] of envs.entries())
      for (const kind of ['observationSpace', 'actionSpace'] as const)
        if (String(env[kind]) !== String(first[kind]))
          throw new EnvError('bad-argument', `environment ${k} has another ${kind}: ${String(env[kind])}`);
    this.observationSpace = repeat(this.singleObservationSpace, n);
    this.actionSpace = repeat(this.singleActionSpace, n);
    this.metadata = { ...first.metadata, autoreset };
    this.#infos = new InfoTable(n);
    this.#finalInfos = new InfoTable(n);
    this.#result = {
      obs: new Float64Array(n * this.singleObservationSpace.size),
      rewards: new Float64Array(n),
      terminated: new Uint8Array(n),
      truncated: new Uint8Array(n),
      finalObs: new Float64Array(n * this.singleObservationSpace.size),
      info: this.#infos.info,
      finalInfo: this.#finalInfos.info,
    };
    this.#actions = envs.map(() => new Float64Array(this.singleActionSpace.size));
    this.#isOver = new Uint8Array(n);
  }

  /**
   * Begins episodes.
   *
   * @param options Seeds, and which environments.
   * @returns The first observations.
   */
  reset({ seed, options: { reset_mask: mask, ...options } = {} }: VectorResetOptions = {}): VectorResetResult {
    this.#checkOpen();
    const seeds = seedsOf(seed, this.n);
    this.#checkMask(mask);
    this.#infos.clear();
    for (let k = 0; k < this.n; k++) {
      if (mask !== undefined && !mask[k]) continue;
      const seedOf = seeds[k];
      this.#resetOne(k, seedOf === undefined ? { options } : { seed: seedOf, options });
      this.#result.terminated[k] = 0;
      this.#result.truncated[k] = 0;
    }
    this.#isReset = true;
    return this.#result;
  }

  /**
   * Takes one step in each environment.
   *
   * @param actions One action after another.
   * @returns What came of them.
   */
  step(actions: ArrayLike<number>): VectorStepResult {
    this.#checkOpen();
    if (!this.#isReset) throw new EnvError('not-reset', 'step before the first reset', { hint: 'call vec.reset()' });
    const { size } = this.singleActionSpace;
    if (!isNumeric(actions) || actions.length !== this.n * size)
      throw new EnvError('bad-action', `${this.n} environments take ${this.n * size} numbers, not ${actions?.length}`, {
        hint: `the action space is ${this.n} x ${size}, row by row`,
      });
    if (this.#mode === 'disabled') this.#checkRunning();
    const result = this.#result;
    this.#infos.clear();
    this.#finalInfos.clear();
    for (let k = 0; k < this.n; k++) {
      if (this.#mode === 'next-step' && this.#isOver[k] === 1) {
        this.#resetOne(k, undefined);
        result.rewards[k] = 0;
        result.terminated[k] = 0;
        result.truncated[k] = 0;
      } else this.#stepOne(k, actions);
    }
    return result;
  }

  /**
   * As `step`, for threads that must not wait.
   *
   * @param actions One action after another.
   * @returns What came of them.
   */
  async stepAsync(actions: ArrayLike<number>): Promise<VectorStepResult> {
    return this.step(actions);
  }

  /** Ends the use of all environments. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const env of this.envs) env.close();
  }

  #resetOne(k: number, options: Parameters<Env['reset']>[0]): void {
    const { obs, info } = (this.envs[k] as Env).reset(options);
    this.#result.obs.set(obs, k * this.singleObservationSpace.size);
    this.#infos.add(k, info);
    this.#isOver[k] = 0;
  }

  #stepOne(k: number, actions: ArrayLike<number>): void {
    const { size } = this.singleActionSpace;
    const row = this.singleObservationSpace.size;
    const action = this.#actions[k] as Float64Array;
    for (let i = 0; i < size; i++) action[i] = actions[k * size + i] as number;
    const { obs, reward, terminated, truncated, info } = (this.envs[k] as Env).step(action);
    const result = this.#result;
    result.rewards[k] = reward;
    result.terminated[k] = terminated ? 1 : 0;
    result.truncated[k] = truncated ? 1 : 0;
    const isOver = terminated || truncated;
    if (isOver && this.#mode === 'same-step') {
      result.finalObs.set(obs, k * row);
      this.#finalInfos.add(k, info);
      this.#resetOne(k, undefined);
      return;
    }
    result.obs.set(obs, k * row);
    this.#infos.add(k, info);
    this.#isOver[k] = isOver ? 1 : 0;
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new EnvError('closed', 'the environments were closed', { hint: 'make others' });
  }

  #checkMask(mask: ArrayLike<number> | undefined): void {
    if (mask === undefined) return;
    if (mask.length !== this.n)
      throw new EnvError('bad-argument', `reset_mask has ${mask.length} entries for ${this.n} environments`);
    if (!Array.from(mask).some(Boolean)) throw new EnvError('bad-argument', 'reset_mask selects no environment');
    if (!this.#isReset)
      throw new EnvError('not-reset', 'the first reset is of all environments', { hint: 'leave out reset_mask' });
  }

  #checkRunning(): void {
    const over = this.#isOver.indexOf(1);
    if (over >= 0)
      throw new EnvError('not-reset', `the episode of environment ${over} is over`, {
        hint: 'reset it: vec.reset({ options: { reset_mask } })',
      });
  }
}
