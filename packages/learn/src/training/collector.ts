import { exp } from '@qpos/core/math';
import type { RandomGenerator, RunningStatistics, VectorEnv, VectorStepResult } from '@qpos/env';
import { logDensity } from '../algorithms/gaussian.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { Tensor } from '../policy/safetensors.ts';
import { type Episode, EpisodeCounter } from './episodes.ts';
import {
  type ActorCritic,
  Experience,
  type ExperienceSource,
  type Normalisers,
  normaliserArrays,
  normaliserNumbers,
  restoreNormalisers,
} from './experience.ts';

export interface CollectorOptions {
  readonly horizon: number;
  readonly gamma: number;
  readonly normaliseObservations: boolean;
  readonly normaliseRewards: boolean;
}

const MOST_DEVIATIONS = 10; // normalised numbers are cut off here
const EPSILON = 1e-8;

/**
 * Plays a policy in all environments for some steps and keeps what happened, sample `step · n + environment`. Observations are
 * normalised by what was seen so far, rewards by the deviation of their discounted sums.
 */
export class Collector extends Experience implements ExperienceSource {
  /** Where somebody else merges what several collectors see: takes it too. */
  #news: Normalisers | undefined;
  /** Episodes that ended during the last rollout, and those that go on. */
  readonly episodes: EpisodeCounter;
  /** What the environments show now, not normalised. */
  current: Float64Array;
  /** What the critic sees beside it now. */
  readonly currentPrivileged: Float64Array;
  readonly #env: VectorEnv;
  readonly #options: CollectorOptions;
  readonly #input: Float32Array;
  readonly #criticInput: Float32Array;
  readonly #sent: Float64Array;
  /** By environment: discounted sum of rewards. */
  readonly discounted: Float64Array;

  constructor(kernel: Kernel, env: VectorEnv, options: CollectorOptions, seed: number) {
    const { n } = env;
    const { obs, info } = env.reset({ seed });
    const privileged = info[PRIVILEGED] ?? [];
    const observationSize = env.singleObservationSpace.size;
    const privilegedSize = privileged.length / n;
    const actionSize = env.singleActionSpace.size;
    super({ steps: options.horizon, environments: n, observationSize, privilegedSize, actionSize });
    this.#env = env;
    this.#options = options;
    this.#input = kernel.allocate(n * observationSize);
    this.#criticInput = privilegedSize === 0 ? this.#input : kernel.allocate(n * (observationSize + privilegedSize));
    this.#sent = new Float64Array(n * actionSize);
    this.currentPrivileged = Float64Array.from(privileged);
    this.episodes = new EpisodeCounter(n, env.metadata.autoreset);
    this.discounted = new Float64Array(n);
    this.current = Float64Array.from(obs);
    this.observeStart();
  }

  /** Counts what the environments show at the start, in `news` too where they are given. */
  observeStart(news?: Normalisers): void {
    this.#news = news;
    if (this.#options.normaliseObservations) this.#observe(this.current, this.currentPrivileged);
  }

  get ended(): readonly Episode[] {
    return this.episodes.ended;
  }

  /** All that it takes to go on, with the normalisers. */
  arrays(): Record<string, Tensor> {
    return { ...normaliserArrays(this.normalisers), ...this.state() };
  }

  /** What goes on from one rollout to the next in the environments. */
  state(): Record<string, Tensor> {
    const { current, currentPrivileged, episodes, discounted } = this;
    return {
      current,
      currentPrivileged,
      sums: episodes.sums,
      lengths: episodes.lengths,
      discounted,
      idle: episodes.idle,
    };
  }

  numbers(): Record<string, number> {
    return normaliserNumbers(this.normalisers);
  }

  restoreNumbers(numbers: Readonly<Record<string, number>>): void {
    restoreNormalisers(this.normalisers, numbers);
  }

  /** Plays one rollout; `news` takes what was seen meanwhile. Environments on a device are waited for. */
  collect(actor: ActorCritic, random: RandomGenerator, news?: Normalisers): void | Promise<void> {
    this.#news = news;
    this.episodes.begin();
    if (this.#env.isAsync === true) return this.#collectAsync(actor, random);
    for (let step = 0; step < this.#options.horizon; step++)
      this.#take(actor, step, this.#env.step(this.#decide(actor, random, step)));
    this.#conclude(actor);
  }

  async #collectAsync(actor: ActorCritic, random: RandomGenerator): Promise<void> {
    for (let step = 0; step < this.#options.horizon; step++)
      this.#take(actor, step, await this.#env.stepAsync(this.#decide(actor, random, step)));
    this.#conclude(actor);
  }

  /** The actions of a step. */
  #decide(actor: ActorCritic, random: RandomGenerator, step: number): Float64Array {
    const { n } = this.#env;
    const first = step * n;
    this.#judge(actor, first);
    if (step > 0) this.#bootstrap(first - n);
    this.#act(actor, random, first);
    return this.#sent;
  }

  /** The values of what follows the last step. */
  #conclude(actor: ActorCritic): void {
    const { n } = this.#env;
    const { nextValues } = this.trajectories;
    this.#normalise(this.current, this.currentPrivileged);
    const last = this.count - n;
    const following = actor.value.forward(this.#criticInput, n);
    for (let e = 0; e < n; e++) if (nextValues[last + e] === PENDING) nextValues[last + e] = following[e] as number;
  }

  /** The values of what the environments show. */
  #judge({ policy, value }: ActorCritic, first: number): void {
    const { n } = this.#env;
    const { observationSize } = this;
    this.#normalise(this.current, this.currentPrivileged);
    this.observations.set(this.#input, first * observationSize);
    this.criticObservations.set(this.#criticInput, first * (observationSize + this.privilegedSize));
    policy.forward(this.#input, n);
    const values = value.forward(this.#criticInput, n);
    for (let e = 0; e < n; e++) this.values[first + e] = values[e] as number;
  }

  /** Steps whose episode goes on lead to what was judged just now. */
  #bootstrap(first: number): void {
    const { n } = this.#env;
    const { nextValues } = this.trajectories;
    for (let e = 0; e < n; e++)
      if (nextValues[first + e] === PENDING) nextValues[first + e] = this.values[first + n + e] as number;
  }

  /** Draws actions; those beyond the bounds are sent as the bounds. */
  #act(actor: ActorCritic, random: RandomGenerator, first: number): void {
    const { policy, logDeviation } = actor;
    const { n, singleActionSpace } = this.#env;
    const { low, high } = singleActionSpace;
    const { actions, actionSize, logDensities } = this;
    const inverse = actor.inverseDeviation();
    for (let e = 0; e < n; e++) {
      const at = (first + e) * actionSize;
      for (let j = 0; j < actionSize; j++) {
        const mean = policy.outputs[e * actionSize + j] as number;
        actions[at + j] = mean + exp(logDeviation[j] as number) * random.normal();
        const action = actions[at + j] as number;
        this.#sent[e * actionSize + j] = Math.min(Math.max(action, low[j] as number), high[j] as number);
      }
      logDensities[first + e] = logDensity(actions, at, policy.outputs, e * actionSize, logDeviation, inverse);
    }
  }

  /** Keeps what came of a step. */
  #take(actor: ActorCritic, step: number, result: VectorStepResult): void {
    const { n } = this.#env;
    const first = step * n;
    const { ends, nextValues } = this.trajectories;
    const { obs, rewards, terminated, truncated, info, finalObs, finalInfo } = result;
    this.#scaleRewards(rewards, terminated, truncated, first);
    const isSameStep = this.#env.metadata.autoreset === 'same-step';
    let needsFinal = false;
    for (let e = 0; e < n; e++) {
      const at = first + e;
      const isOver = terminated[e] === 1 || truncated[e] === 1;
      const isStep = this.episodes.add(e, rewards[e] as number, isOver);
      this.isValid[at] = isStep ? 1 : 0;
      ends[at] = isOver || !isStep ? 1 : 0;
      nextValues[at] = terminated[e] === 1 ? 0 : PENDING;
      if (isOver && terminated[e] !== 1 && isSameStep) needsFinal = true;
    }
    const privileged = info[PRIVILEGED] ?? NOTHING;
    if (this.#options.normaliseObservations) this.#observe(obs, privileged);
    if (needsFinal) {
      this.#normalise(finalObs, finalInfo[PRIVILEGED] ?? NOTHING);
      const values = actor.value.forward(this.#criticInput, n);
      for (let e = 0; e < n; e++)
        if (truncated[e] === 1 && terminated[e] !== 1) nextValues[first + e] = values[e] as number;
    }
    this.current.set(obs);
    this.currentPrivileged.set(privileged);
  }

  #observe(obs: Float64Array, privileged: Float64Array | Uint8Array): void {
    for (let e = 0; e < this.#env.n; e++) {
      this.normalisers.observation.add(obs, e * this.observationSize);
      this.normalisers.privileged.add(privileged, e * this.privilegedSize);
      this.#news?.observation.add(obs, e * this.observationSize);
      this.#news?.privileged.add(privileged, e * this.privilegedSize);
    }
  }

  /** Divides rewards by the deviation of their discounted sums so far. */
  #scaleRewards(rewards: Float64Array, terminated: Uint8Array, truncated: Uint8Array, first: number): void {
    const { n } = this.#env;
    const { gamma, normaliseRewards } = this.#options;
    const kept = this.trajectories.rewards;
    if (!normaliseRewards) {
      for (let e = 0; e < n; e++) kept[first + e] = rewards[e] as number;
      return;
    }
    for (let e = 0; e < n; e++) this.discounted[e] = gamma * (this.discounted[e] as number) + (rewards[e] as number);
    const { returns } = this.normalisers;
    for (let e = 0; e < n; e++) {
      returns.add(this.discounted, e);
      this.#news?.returns.add(this.discounted, e);
    }
    const scale = 1 / Math.sqrt((returns.variance[0] as number) + EPSILON);
    for (let e = 0; e < n; e++) {
      kept[first + e] = clamp((rewards[e] as number) * scale, MOST_DEVIATIONS);
      if (terminated[e] === 1 || truncated[e] === 1) this.discounted[e] = 0;
    }
  }

  /** Sets what both networks take: observations, and beside them for the critic what is privileged. */
  #normalise(obs: Float64Array, privileged: Float64Array | Uint8Array): void {
    const [size, extra] = [this.observationSize, this.privilegedSize];
    const { observation, privileged: hidden } = this.normalisers;
    this.#scale(this.#input, size, 0, obs, size, observation);
    if (extra === 0) return;
    this.#scale(this.#criticInput, size + extra, 0, obs, size, observation);
    this.#scale(this.#criticInput, size + extra, size, privileged, extra, hidden);
  }

  /** Writes rows of `size` numbers, normalised if that is wanted, into columns from `column` on. */
  #scale(
    input: Float32Array,
    stride: number,
    column: number,
    values: Float64Array | Uint8Array,
    size: number,
    { mean, variance }: RunningStatistics,
  ): void {
    const { n } = this.#env;
    const isWanted = this.#options.normaliseObservations;
    for (let j = 0; j < size; j++) {
      const scale = 1 / Math.sqrt((variance[j] as number) + EPSILON);
      for (let i = 0; i < n; i++) {
        const value = values[i * size + j] as number;
        input[i * stride + column + j] = isWanted
          ? clamp((value - (mean[j] as number)) * scale, MOST_DEVIATIONS)
          : value;
      }
    }
  }
}

/** The name in infos under which environments tell what only a critic may see, at resets and steps alike. */
export const PRIVILEGED = 'privileged';
const NOTHING = new Float64Array(0);
const PENDING = Number.NEGATIVE_INFINITY; // a value that the next judgement gives

const clamp = (x: number, most: number): number => Math.min(Math.max(x, -most), most);
