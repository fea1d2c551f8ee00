import type { Env } from '../env/env.ts';
import { EnvError } from '../errors.ts';
import type { Box } from '../spaces/box.ts';
import { checkEnvironment } from '../wrappers/boxes.ts';
import { InfoTable } from './info-table.ts';
import { checkActions, checkMask, checkRunning, type EpisodeStart, spacesOf } from './rules.ts';
import { readVector, writeVector } from './saved-vector.ts';
import {
  type AutoresetMode,
  checkAutoreset,
  type MadeVectorEnv,
  seedsOf,
  type VectorMetadata,
  type VectorResetOptions,
  type VectorResetResult,
  type VectorStepResult,
} from './vector-env.ts';

/**
 * Environments one after another in this thread, with the buffers and rules of all vector environments.
 *
 * @example
 * const vec = new SyncVectorEnv([await make('Hopper-v5'), await make('Hopper-v5')], 'same-step');
 * vec.reset({ seed: [1, 2] });
 * console.log(vec.step(vec.actionSpace.sample()).rewards);
 */
export class SyncVectorEnv implements MadeVectorEnv {
  /** None: this thread runs all environments. */
  readonly workers = 0;
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
  /** @internal What calls return. */
  readonly result: VectorStepResult;
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
    for (const [k, env] of envs.entries())
      for (const kind of ['observationSpace', 'actionSpace'] as const)
        if (String(env[kind]) !== String(first[kind]))
          throw new EnvError('bad-argument', `environment ${k} has another ${kind}: ${String(env[kind])}`);
    const spaces = spacesOf(first, n);
    this.singleObservationSpace = spaces.singleObservation;
    this.singleActionSpace = spaces.singleAction;
    this.observationSpace = spaces.observation;
    this.actionSpace = spaces.action;
    this.metadata = { ...first.metadata, autoreset };
    this.#infos = new InfoTable(n);
    this.#finalInfos = new InfoTable(n);
    this.result = {
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
    checkMask(mask, this.n, this.#isReset);
    return this.begin({ seeds, mask, options });
  }

  /** @internal Infos, and those of last steps. */
  get tables(): readonly InfoTable[] {
    return [this.#infos, this.#finalInfos];
  }

  /** @internal As `reset`, with what was checked; the mask may select no environment. */
  begin({ seeds, mask, options }: EpisodeStart): VectorResetResult {
    this.#infos.clear();
    for (let k = 0; k < this.n; k++) {
      if (mask !== undefined && !mask[k]) continue;
      const seed = seeds[k] ?? undefined;
      this.#resetOne(k, seed === undefined ? { options } : { seed, options });
      this.result.terminated[k] = 0;
      this.result.truncated[k] = 0;
    }
    this.#isReset = true;
    return this.result;
  }

  /**
   * As `reset`, for threads that must not wait.
   *
   * @param options Seeds, and which environments.
   * @returns The first observations.
   */
  async resetAsync(options?: VectorResetOptions): Promise<VectorResetResult> {
    return this.reset(options);
  }

  /**
   * Takes one step in each environment.
   *
   * @param actions One action after another.
   * @returns What came of them.
   */
  step(actions: ArrayLike<number>): VectorStepResult {
    this.checkStep(actions);
    const result = this.result;
    this.#infos.clear();
    this.#finalInfos.clear();
    for (let k = 0; k < this.n; k++) {
      if (this.startsOver(k)) {
        this.#resetOne(k, undefined);
        result.rewards[k] = 0;
        result.terminated[k] = 0;
        result.truncated[k] = 0;
      } else this.#stepOne(k, actions);
    }
    return result;
  }

  /** @internal Refuses a step that cannot be taken. */
  checkStep(actions: ArrayLike<number>): void {
    this.#checkOpen();
    if (!this.#isReset) throw new EnvError('not-reset', 'step before the first reset', { hint: 'call vec.reset()' });
    checkActions(actions, this.n, this.singleActionSpace.size);
    if (this.#mode === 'disabled') checkRunning(this.#isOver);
  }

  /** @internal Whether the next step of an environment is a reset. */
  startsOver(k: number): boolean {
    return this.#mode === 'next-step' && this.#isOver[k] === 1;
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

  /**
   * All that it takes to go on from here with the same bytes, with any number of workers.
   *
   * @returns The bytes, for `load`.
   */
  save(): Uint8Array {
    this.#checkOpen();
    const envs = this.envs.map((env, k) => {
      if (env.save === undefined)
        throw new EnvError('unsupported', `environment ${k} cannot be saved`, { hint: 'give it save and load' });
      return env.save();
    });
    return writeVector({ autoreset: this.#mode, isReset: this.#isReset, isOver: this.#isOver, envs });
  }

  /**
   * As `save`, for threads that must not wait.
   *
   * @returns The bytes, for `load`.
   */
  async saveAsync(): Promise<Uint8Array> {
    return this.save();
  }

  /**
   * Goes on from what was saved, in this process or another.
   *
   * @param bytes What `save` of environments that were made in the same way returned.
   */
  load(bytes: Uint8Array): void {
    this.#checkOpen();
    const { isReset, isOver, envs } = readVector(bytes, this.n, this.#mode);
    for (const [k, env] of this.envs.entries()) {
      if (env.load === undefined)
        throw new EnvError('unsupported', `environment ${k} cannot be saved`, { hint: 'give it save and load' });
      env.load(envs[k] as Uint8Array);
    }
    this.#isOver.set(isOver);
    this.#isReset = isReset;
  }

  /**
   * As `load`, for threads that must not wait.
   *
   * @param bytes What `save` of environments that were made in the same way returned.
   */
  async loadAsync(bytes: Uint8Array): Promise<void> {
    this.load(bytes);
  }

  /** Ends the use of all environments. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const env of this.envs) env.close();
  }

  #resetOne(k: number, options: Parameters<Env['reset']>[0]): void {
    const { obs, info } = (this.envs[k] as Env).reset(options);
    this.result.obs.set(obs, k * this.singleObservationSpace.size);
    this.#infos.add(k, info);
    this.#isOver[k] = 0;
  }

  #stepOne(k: number, actions: ArrayLike<number>): void {
    const { size } = this.singleActionSpace;
    const row = this.singleObservationSpace.size;
    const action = this.#actions[k] as Float64Array;
    for (let i = 0; i < size; i++) action[i] = actions[k * size + i] as number;
    const { obs, reward, terminated, truncated, info } = (this.envs[k] as Env).step(action);
    const result = this.result;
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
}
