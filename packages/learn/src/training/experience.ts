import { type RandomGenerator, RunningStatistics } from '@qpos/env';
import type { Mlp } from '../network/mlp.ts';
import type { Tensor } from '../policy/safetensors.ts';
import type { Trajectories } from './advantages.ts';
import type { Episode } from './episodes.ts';

/** The networks that act and judge during a rollout. */
export interface ActorCritic {
  readonly policy: Mlp;
  readonly value: Mlp;
  readonly logDeviation: Float32Array;
  inverseDeviation(): Float64Array;
}

/** How large a rollout is. */
export interface RolloutSize {
  readonly steps: number;
  readonly environments: number;
  readonly observationSize: number;
  /** What the critic sees beside the observation: numbers under `privileged` in the infos, none for most tasks. */
  readonly privilegedSize: number;
  readonly actionSize: number;
}

/** Samples of a rollout, `step · environments + environment`. */
export class Experience {
  readonly observationSize: number;
  readonly privilegedSize: number;
  readonly actionSize: number;
  /** How many samples there are. */
  readonly count: number;
  readonly observations: Float32Array;
  /** Observations with what is privileged beside them; the observations themselves where nothing is. */
  readonly criticObservations: Float32Array;
  readonly actions: Float32Array;
  readonly logDensities: Float64Array;
  readonly values: Float64Array;
  /** What the learner makes of them: how much better each action was than expected, and what its value should have been. */
  readonly advantages: Float64Array;
  readonly targets: Float64Array;
  readonly trajectories: Trajectories;
  /** By sample: whether it is a step of an episode, and not a reset. */
  readonly isValid: Uint8Array;
  /** What samples are normalised by. */
  readonly normalisers: Normalisers;
  /** Whether older policies than the learner's may have collected them. */
  readonly isStale: boolean;

  constructor({ steps, environments, observationSize, privilegedSize, actionSize }: RolloutSize, isStale = false) {
    const count = steps * environments;
    this.observationSize = observationSize;
    this.privilegedSize = privilegedSize;
    this.actionSize = actionSize;
    this.count = count;
    this.observations = new Float32Array(count * observationSize);
    this.criticObservations =
      privilegedSize === 0 ? this.observations : new Float32Array(count * (observationSize + privilegedSize));
    this.actions = new Float32Array(count * actionSize);
    this.logDensities = new Float64Array(count);
    this.values = new Float64Array(count);
    this.advantages = new Float64Array(count);
    this.targets = new Float64Array(count);
    this.trajectories = {
      steps,
      environments,
      rewards: new Float64Array(count),
      values: this.values,
      nextValues: new Float64Array(count),
      ends: new Uint8Array(count),
    };
    this.isValid = new Uint8Array(count);
    this.isStale = isStale;
    this.normalisers = {
      observation: new RunningStatistics(observationSize),
      privileged: new RunningStatistics(privilegedSize),
      returns: new RunningStatistics(1),
    };
  }

  /** Samples that are steps of an episode, and not a reset. */
  validSamples(): Int32Array {
    const { isValid } = this;
    return Int32Array.from(isValid, (_, k) => k).filter((k) => isValid[k] === 1);
  }

  get observationStatistics(): RunningStatistics {
    return this.normalisers.observation;
  }
}

/** Where PPO's samples come from: environments here, or elsewhere. */
export interface ExperienceSource extends Experience {
  /** Episodes that ended during the last rollout. */
  readonly ended: readonly Episode[];
  /** Plays one rollout. */
  collect(actor: ActorCritic & { readonly parameters: Float32Array }, random: RandomGenerator): void | Promise<void>;
  /** What a checkpoint holds, as in `Trainer`. */
  arrays(): Record<string, Tensor>;
  numbers(): Record<string, number>;
  restoreNumbers(numbers: Readonly<Record<string, number>>): void;
}

/** The statistics that samples are normalised by. */
export interface Normalisers {
  readonly observation: RunningStatistics;
  readonly privileged: RunningStatistics;
  readonly returns: RunningStatistics;
}

/** Their arrays in a checkpoint, by name. */
export const normaliserArrays = ({ observation, privileged, returns }: Normalisers): Record<string, Tensor> => ({
  observationMean: observation.mean,
  observationVariance: observation.variance,
  returnMean: returns.mean,
  returnVariance: returns.variance,
  privilegedMean: privileged.mean,
  privilegedVariance: privileged.variance,
});

/** Their counts in a checkpoint, by name. */
export const normaliserNumbers = ({ observation, privileged, returns }: Normalisers): Record<string, number> => ({
  observationCount: observation.count,
  privilegedCount: privileged.count,
  returnCount: returns.count,
});

/** Takes back what `normaliserNumbers` gave. */
export function restoreNormalisers(
  { observation, privileged, returns }: Normalisers,
  numbers: Readonly<Record<string, number>>,
): void {
  observation.count = numbers['observationCount'] as number;
  privileged.count = numbers['privilegedCount'] as number;
  returns.count = numbers['returnCount'] as number;
}
