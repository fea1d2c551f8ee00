import type { RandomGenerator, RunningStatistics } from '@qpos/env';
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

/** Samples of a rollout, `step · n + environment`. */
export interface Experience {
  readonly observationSize: number;
  /** What the critic sees beside the observation: numbers under `privileged` in the infos, none for most tasks. */
  readonly privilegedSize: number;
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
  /** Whether older policies than the learner's may have collected them. */
  readonly isStale: boolean;
  /** Samples that are steps of an episode, and not a reset. */
  validSamples(): Int32Array;
}

/** Where PPO's samples come from: environments here, or elsewhere. */
export interface ExperienceSource extends Experience {
  readonly observationStatistics: RunningStatistics;
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
