import { exp } from '@qpos/core/math';
import { type RandomGenerator, RunningStatistics, type VectorEnv } from '@qpos/env';
import { logDensity } from '../algorithms/gaussian.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { Mlp } from '../network/mlp.ts';
import type { Trajectories } from './advantages.ts';
import { EpisodeCounter } from './episodes.ts';

/** The networks that act and judge during a rollout. */
export interface ActorCritic {
  readonly policy: Mlp;
  readonly value: Mlp;
  readonly logDeviation: Float32Array;
  inverseDeviation(): Float64Array;
}

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
export class Collector {
  readonly observationSize: number;
  readonly actionSize: number;
  /** Samples of a rollout. */
  readonly count: number;
  readonly observations: Float32Array;
  readonly actions: Float32Array;
  readonly logDensities: Float64Array;
  readonly values: Float64Array;
  readonly advantages: Float64Array;
  readonly trajectories: Trajectories;
  readonly observationStatistics: RunningStatistics;
  readonly returnStatistics: RunningStatistics;
  /** Episodes that ended during the last rollout, and those that go on. */
  readonly episodes: EpisodeCounter;
  /** What the environments show now, not normalised. */
  current: Float64Array;
  readonly #env: VectorEnv;
  readonly #options: CollectorOptions;
  readonly #input: Float32Array;
  readonly #sent: Float64Array;
  readonly #isValid: Uint8Array;
  /** By environment: discounted sum of rewards. */
  readonly discounted: Float64Array;

  constructor(kernel: Kernel, env: VectorEnv, options: CollectorOptions, seed: number) {
    const { n } = env;
    const observationSize = env.singleObservationSpace.size;
    const actionSize = env.singleActionSpace.size;
    const count = options.horizon * n;
    this.observationSize = observationSize;
    this.actionSize = actionSize;
    this.count = count;
    this.#env = env;
    this.#options = options;
    this.observations = new Float32Array(count * observationSize);
    this.actions = new Float32Array(count * actionSize);
    this.logDensities = new Float64Array(count);
    this.values = new Float64Array(count);
    this.advantages = new Float64Array(count);
    this.trajectories = {
      steps: options.horizon,
      environments: n,
      rewards: new Float64Array(count),
      values: this.values,
      nextValues: new Float64Array(count),
      ends: new Uint8Array(count),
    };
    this.observationStatistics = new RunningStatistics(observationSize);
    this.returnStatistics = new RunningStatistics(1);
    this.#input = kernel.allocate(n * observationSize);
    this.#sent = new Float64Array(n * actionSize);
    this.#isValid = new Uint8Array(count);
    this.episodes = new EpisodeCounter(n, env.metadata.autoreset);
    this.discounted = new Float64Array(n);
    this.current = Float64Array.from(env.reset({ seed }).obs);
    if (options.normaliseObservations) this.#observe(this.current);
  }

  /** Samples that are steps of an episode, and not a reset. */
  validSamples(): Int32Array {
    return Int32Array.from({ length: this.count }, (_, k) => k).filter((k) => this.#isValid[k] === 1);
  }

  /** Plays one rollout. */
  collect(actor: ActorCritic, random: RandomGenerator): void {
    const { n } = this.#env;
    const { nextValues } = this.trajectories;
    this.episodes.begin();
    for (let step = 0; step < this.#options.horizon; step++) {
      const first = step * n;
      this.#judge(actor, first);
      if (step > 0) this.#bootstrap(first - n);
      this.#act(actor, random, first);
      this.#step(actor, first);
    }
    // what follows the last step
    this.#normalise(this.current, n);
    const last = this.count - n;
    const following = actor.value.forward(this.#input, n);
    for (let e = 0; e < n; e++) if (nextValues[last + e] === PENDING) nextValues[last + e] = following[e] as number;
  }

  /** The values of what the environments show. */
  #judge({ policy, value }: ActorCritic, first: number): void {
    const { n } = this.#env;
    const { observationSize } = this;
    this.#normalise(this.current, n);
    this.observations.set(this.#input.subarray(0, n * observationSize), first * observationSize);
    policy.forward(this.#input, n);
    const values = value.forward(this.#input, n);
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

  #step(actor: ActorCritic, first: number): void {
    const { n } = this.#env;
    const { ends, nextValues } = this.trajectories;
    const { obs, rewards, terminated, truncated, finalObs } = this.#env.step(this.#sent);
    this.#scaleRewards(rewards, terminated, truncated, first);
    const isSameStep = this.#env.metadata.autoreset === 'same-step';
    let needsFinal = false;
    for (let e = 0; e < n; e++) {
      const at = first + e;
      const isOver = terminated[e] === 1 || truncated[e] === 1;
      const isStep = this.episodes.add(e, rewards[e] as number, isOver);
      this.#isValid[at] = isStep ? 1 : 0;
      ends[at] = isOver || !isStep ? 1 : 0;
      nextValues[at] = terminated[e] === 1 ? 0 : PENDING;
      if (isOver && terminated[e] !== 1 && isSameStep) needsFinal = true;
    }
    if (this.#options.normaliseObservations) this.#observe(obs);
    if (needsFinal) {
      this.#normalise(finalObs, n);
      const values = actor.value.forward(this.#input, n);
      for (let e = 0; e < n; e++)
        if (truncated[e] === 1 && terminated[e] !== 1) nextValues[first + e] = values[e] as number;
    }
    this.current.set(obs);
  }

  #observe(obs: Float64Array): void {
    for (let e = 0; e < this.#env.n; e++) this.observationStatistics.add(obs, e * this.observationSize);
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
    for (let e = 0; e < n; e++) this.returnStatistics.add(this.discounted, e);
    const scale = 1 / Math.sqrt((this.returnStatistics.variance[0] as number) + EPSILON);
    for (let e = 0; e < n; e++) {
      kept[first + e] = clamp((rewards[e] as number) * scale, MOST_DEVIATIONS);
      if (terminated[e] === 1 || truncated[e] === 1) this.discounted[e] = 0;
    }
  }

  /** Rows of observations as the networks take them. */
  #normalise(obs: Float64Array, rows: number): void {
    const size = this.observationSize;
    const input = this.#input;
    if (!this.#options.normaliseObservations) {
      for (let k = 0; k < rows * size; k++) input[k] = obs[k] as number;
      return;
    }
    const { mean, variance } = this.observationStatistics;
    for (let j = 0; j < size; j++) {
      const scale = 1 / Math.sqrt((variance[j] as number) + EPSILON);
      for (let i = 0; i < rows; i++)
        input[i * size + j] = clamp(((obs[i * size + j] as number) - (mean[j] as number)) * scale, MOST_DEVIATIONS);
    }
  }
}

const PENDING = Number.NEGATIVE_INFINITY; // a value that the next judgement gives

const clamp = (x: number, most: number): number => Math.min(Math.max(x, -most), most);
