import { RunningStatistics } from '@qpos/env';
import type { Kernel } from '../kernel/kernel.ts';
import { type Activation, Mlp } from '../network/mlp.ts';
import type { Policy } from '../policy/policy.ts';
import { policyOf } from '../policy/policy-of.ts';
import type { Tensor } from '../policy/safetensors.ts';
import { RemotePopulation } from '../remote/remote-population.ts';
import { onOff, real, sizes, whole, word } from '../settings/setting.ts';
import { isRemote, type TrainingEnvs } from '../training/environment.ts';
import { Population, type PopulationPlayer, type PopulationResult } from '../training/population.ts';
import { type Iteration, Trainer } from '../training/trainer.ts';

/** Settings of all trainers that search among policies without slopes. */
export const searchSettings = {
  seed: whole(1, 'Seed of the search and of the environments'),
  episodes: whole(1, 'Episodes that each candidate plays'),
  aliveBonus: real(0, 'Part of each reward that is for staying alive and does not count in the search'),
  hidden: sizes([], 'Sizes of the hidden layers; none makes actions linear in observations'),
  activation: word<Activation>('tanh', ['tanh', 'relu'], 'What follows each hidden layer'),
  normaliseObservations: onOff(true, 'Whether observations are normalised by what was seen so far'),
};

/** Settings of each of them. */
export interface SearchSettings {
  readonly seed: number;
  readonly episodes: number;
  readonly aliveBonus: number;
  readonly hidden: readonly number[];
  readonly activation: Activation;
  readonly normaliseObservations: boolean;
}

/** Training by search: candidates are played, and what they earned moves the parameters. */
export abstract class SearchTrainer extends Trainer {
  /** The middle of the search. */
  protected readonly centre: Mlp;
  readonly #settings: SearchSettings;
  readonly #population: PopulationPlayer;
  readonly #statistics: RunningStatistics;
  readonly #seen: RunningStatistics;

  constructor(kernel: Kernel, env: TrainingEnvs, settings: SearchSettings) {
    super(env, settings);
    const [observations, actions] = [env.singleObservationSpace.size, env.singleActionSpace.size];
    const { hidden, activation } = settings;
    const shape = { sizes: [observations, ...hidden, actions], activation };
    this.#settings = settings;
    this.centre = new Mlp(kernel, shape, 1);
    this.#population = isRemote(env)
      ? new RemotePopulation(env, shape, settings.seed)
      : new Population(kernel, env, shape);
    this.#statistics = new RunningStatistics(observations);
    this.#seen = new RunningStatistics(observations, 0);
    if (!isRemote(env)) env.reset({ seed: settings.seed });
  }

  override get policy(): Policy {
    return policyOf(this.centre, this.#statistics, this.env);
  }

  /** The candidates of a generation. */
  protected abstract candidates(): readonly Float32Array[];

  /** Moves the centre by what the candidates earned. */
  protected abstract improve(returns: Float64Array): Readonly<Record<string, number>>;

  protected override iterate(_total: number): Iteration | Promise<Iteration> {
    const { episodes, aliveBonus, normaliseObservations } = this.#settings;
    const seen = this.#seen;
    seen.count = 0;
    seen.mean.fill(0);
    seen.variance.fill(1);
    const normaliser = normaliseObservations ? this.#statistics : undefined;
    const played = this.#population.play(this.candidates(), episodes, aliveBonus, normaliser, seen);
    return played instanceof Promise ? played.then((result) => this.#learn(result)) : this.#learn(played);
  }

  #learn({ returns, steps, episodes }: PopulationResult): Iteration {
    const report = this.improve(returns);
    if (this.#settings.normaliseObservations) this.#statistics.merge(this.#seen);
    return { steps, episodes, report };
  }

  protected override arrays(): Record<string, Tensor> {
    return {
      centre: this.centre.parameters,
      observationMean: this.#statistics.mean,
      observationVariance: this.#statistics.variance,
    };
  }

  protected override numbers(): Record<string, number> {
    return { observationCount: this.#statistics.count, episodesAsked: this.#population.asked };
  }

  protected override restoreNumbers(numbers: Readonly<Record<string, number>>): void {
    this.#statistics.count = numbers['observationCount'] as number;
    this.#population.asked = numbers['episodesAsked'] ?? 0;
  }
}
