import { ArgumentError } from '@qpos/core/errors';
import { RandomGenerator, type VectorEnv } from '@qpos/env';
import type { Kernel } from '../kernel/kernel.ts';
import { type KernelName, makeKernel } from '../kernel/select.ts';
import { Policy } from '../policy/policy.ts';
import { checkSettings, checkVectorEnv } from '../training/arguments.ts';
import { Collector } from '../training/collector.ts';
import { type ResumableEnv, resumable } from '../training/environment.ts';
import { readSnapshot, restoreArray, type Snapshot, writeSnapshot } from '../training/snapshot.ts';
import { type Iteration, Trainer } from '../training/trainer.ts';
import { PpoLearner, type PpoOptions, ppoDefaults } from './ppo.ts';

/** Settings of a training with PPO. */
export interface PpoTrainerOptions extends PpoOptions {
  /** Seed of weights, actions and environments. */
  readonly seed?: number;
  /** Whether observations are normalised by what was seen so far. */
  readonly normaliseObservations?: boolean;
  /** Whether rewards are scaled by the deviation of their discounted sums. */
  readonly normaliseRewards?: boolean;
  /** What computes the networks. */
  readonly kernel?: KernelName;
}

type Settings = Required<Omit<PpoTrainerOptions, 'kernel'>>;

/** Streams of random numbers: of the weights at the start, and of everything later. */
const [WEIGHTS, ACTIONS] = [0, 1];
const streamOf = (seed: number, stream: number): RandomGenerator => new RandomGenerator(seed, [stream]);

const SAMPLES = 2048; // of an update, unless told otherwise
const DEVIATION_EPSILON = 1e-8;

function settingsOf(options: PpoTrainerOptions, n: number): Settings {
  const { kernel: _, ...given } = options;
  const settings = {
    ...ppoDefaults,
    horizon: Math.max(1, Math.round(SAMPLES / n)),
    seed: 1,
    normaliseObservations: true,
    normaliseRewards: true,
    ...given,
  };
  for (const name of ['horizon', 'epochs', 'batch'] as const)
    if (!Number.isSafeInteger(settings[name]) || settings[name] < 1)
      throw new ArgumentError(`${name} is ${settings[name]}`, 'bad-argument', 'a whole number from 1 on');
  for (const name of ['learningRate', 'gamma', 'lambda', 'clip', 'valueWeight', 'maxSlope'] as const)
    if (!(settings[name] >= 0) || !Number.isFinite(settings[name]))
      throw new ArgumentError(`${name} is ${settings[name]}`, 'bad-argument', 'a number from 0 on');
  return settings;
}

/** Training with PPO. */
class PpoTrainer extends Trainer {
  readonly #env: VectorEnv;
  readonly #settings: Settings;
  readonly #learner: PpoLearner;
  readonly #collector: Collector;
  readonly #random: RandomGenerator;

  constructor(kernel: Kernel, env: VectorEnv, settings: Settings, random: RandomGenerator) {
    super();
    if (env.metadata.autoreset === 'disabled')
      throw new ArgumentError("trainers need environments that reset themselves: autoreset 'same-step' or 'next-step'");
    const [observations, actions] = [env.singleObservationSpace.size, env.singleActionSpace.size];
    this.#env = env;
    this.#settings = settings;
    this.#random = random;
    this.#learner = new PpoLearner(
      kernel,
      { observations, actions, rows: env.n },
      settings,
      streamOf(settings.seed, WEIGHTS),
    );
    this.#collector = new Collector(kernel, env, settings, settings.seed);
  }

  override get policy(): Policy {
    const { policy } = this.#learner;
    const { sizes, activation } = policy.shape;
    const { mean, variance } = this.#collector.observationStatistics;
    const { low, high } = this.#env.singleActionSpace;
    return new Policy({
      task: this.#env.metadata.id ?? '',
      activation,
      squash: false,
      layers: policy.layers.map(({ weights, bias }, k) => ({
        inputs: sizes[k] as number,
        outputs: sizes[k + 1] as number,
        weights: Float32Array.from(weights),
        bias: Float32Array.from(bias),
      })),
      mean: Float64Array.from(mean),
      deviation: Float64Array.from(variance, (v) => Math.sqrt(v + DEVIATION_EPSILON)),
      low: Float64Array.from(low),
      high: Float64Array.from(high),
    });
  }

  protected override iterate(total: number): Iteration {
    const { learningRate, anneal } = this.#settings;
    const collector = this.#collector;
    collector.collect(this.#learner, this.#random);
    const rate = anneal ? learningRate * Math.max(0, 1 - this.steps / total) : learningRate;
    const report = this.#learner.update(collector, rate, this.#random);
    return { steps: collector.count, episodes: collector.episodes, report: { ...report, learningRate: rate } };
  }

  override save(): Uint8Array {
    const { optimiser } = this.#learner;
    return writeSnapshot({
      algorithm: 'ppo',
      arrays: { ...this.#arrays(), environments: resumable(this.#env).save() },
      rest: {
        settings: this.#settings,
        random: this.#random.save(),
        optimiserCount: optimiser.count,
        counts: [this.#collector.observationStatistics.count, this.#collector.returnStatistics.count],
        steps: this.steps,
        updates: this.updates,
        episodes: this.episodes,
        recent: this.recent,
      },
    });
  }

  /** The arrays that a checkpoint holds, by name. */
  #arrays(): Record<string, Float32Array | Float64Array | Uint8Array> {
    const { parameters, optimiser } = this.#learner;
    const { observationStatistics, returnStatistics, current, sums, lengths, discounted, idle } = this.#collector;
    return {
      parameters,
      optimiserMean: optimiser.mean,
      optimiserSquare: optimiser.square,
      observationMean: observationStatistics.mean,
      observationVariance: observationStatistics.variance,
      returnMean: returnStatistics.mean,
      returnVariance: returnStatistics.variance,
      current,
      sums,
      lengths,
      discounted,
      idle,
    };
  }

  /** Goes back to a checkpoint. */
  restore(snapshot: Snapshot): void {
    const rest = snapshot.rest as SavedRest;
    for (const [name, array] of Object.entries(this.#arrays())) restoreArray(array, snapshot, name);
    resumable(this.#env).load(snapshot.arrays['environments'] as Uint8Array);
    this.#learner.optimiser.count = rest.optimiserCount;
    [this.#collector.observationStatistics.count, this.#collector.returnStatistics.count] = rest.counts;
    this.steps = rest.steps;
    this.updates = rest.updates;
    this.episodes = rest.episodes;
    this.recent = rest.recent;
  }
}

/** What a checkpoint holds beside arrays. */
interface SavedRest {
  readonly settings: Settings;
  readonly random: ReturnType<RandomGenerator['save']>;
  readonly optimiserCount: number;
  readonly counts: [number, number];
  readonly steps: number;
  readonly updates: number;
  readonly episodes: number;
  readonly recent: { return: number; length: number }[];
}

/**
 * A trainer that learns by proximal policy optimisation.
 *
 * @param env Environments that step together, as `makeVec` makes them.
 * @param options Settings; the defaults suit continuous control.
 * @returns The trainer.
 * @example
 * const vec = await makeVec('InvertedPendulum-v5', { n: 8, autoreset: 'same-step' });
 * const trainer = ppo(vec, { seed: 1 });
 * await trainer.learn(4096, { onProgress: ({ meanReturn }) => console.log(meanReturn) });
 */
export function ppo(env: VectorEnv, options: PpoTrainerOptions = {}): Trainer {
  checkVectorEnv(env);
  checkSettings('options', options);
  const settings = settingsOf(options, env.n);
  return new PpoTrainer(makeKernel(options.kernel), env, settings, streamOf(settings.seed, ACTIONS));
}

/**
 * Goes on with a training from a checkpoint: with the same environments it computes the same bytes as if it had never stopped.
 *
 * @param bytes What `trainer.save` returned.
 * @param env Environments like those of the checkpoint, with any number of workers.
 * @param options What computes the networks.
 * @returns The trainer, where it was.
 * @example
 * async function goOn(bytes: Uint8Array, env: ResumableEnv): Promise<void> {
 *   const trainer = resume(bytes, env);
 *   await trainer.learn(1e6);
 * }
 * console.log(goOn.name);
 */
export function resume(bytes: Uint8Array, env: ResumableEnv, options: { readonly kernel?: KernelName } = {}): Trainer {
  checkVectorEnv(env);
  checkSettings('options', options);
  const snapshot = readSnapshot(bytes);
  if (snapshot.algorithm !== 'ppo')
    throw new ArgumentError(`the checkpoint is of the unknown algorithm '${snapshot.algorithm}'`, 'unsupported');
  const { settings, random } = snapshot.rest as SavedRest;
  const trainer = new PpoTrainer(makeKernel(options.kernel), env, settings, RandomGenerator.restore(random));
  trainer.restore(snapshot);
  return trainer;
}
