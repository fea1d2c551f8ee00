import { ArgumentError } from '@qpos/core/errors';
import type { VectorEnv } from '@qpos/env';

/** Environments whose state can be kept, so that a training can be resumed with the same bytes. */
export interface ResumableEnv extends VectorEnv {
  /**
   * All that it takes to go on: states, episodes, random numbers.
   *
   * @returns The bytes.
   */
  save(): Uint8Array;
  /**
   * Goes on from what was saved.
   *
   * @param bytes What `save` of environments like these returned.
   */
  load(bytes: Uint8Array): void;
}

/** What trainers know of environments, wherever those run. */
export type TaskFacts = Pick<VectorEnv, 'n' | 'singleObservationSpace' | 'singleActionSpace' | 'metadata'>;

/** What environments elsewhere do: play candidates of a search, or collect samples for PPO. */
export type WorkKind = 'play' | 'collect';

/**
 * Environments elsewhere, as `@qpos/cluster` has them. They are not stepped but given pieces of work, each of which is a pure function of
 * its bytes (`runWork`): where and how often it is done does not matter.
 */
export interface RemoteEnvs extends TaskFacts {
  /** Groups of environments that collect samples, each of `n / actors`; the result depends on it, and not on how many machines there are. */
  readonly actors: number;
  /** Numbers that the task tells critics alone. */
  readonly privilegedSize: number;
  /** Whether an update goes on with the samples of those who are ready, which older policies may have collected. */
  readonly isAsynchronous: boolean;
  /**
   * Has work done.
   *
   * @param kind What to do.
   * @param shared Bytes that all pieces have in common, such as the policy.
   * @param pieces The bytes of each piece.
   * @returns What `runWork` gives for each piece.
   */
  run(kind: WorkKind, shared: Uint8Array, pieces: readonly Uint8Array[]): readonly Promise<Uint8Array>[];
}

/** Environments that a trainer can learn from. */
export type TrainingEnvs = VectorEnv | RemoteEnvs;

/** Whether environments are elsewhere. */
export const isRemote = (env: TrainingEnvs): env is RemoteEnvs => typeof (env as RemoteEnvs).run === 'function';

/** The environments, if they are here; otherwise a typed error. */
export function stepped(env: TrainingEnvs, algorithm: string): VectorEnv {
  if (!isRemote(env)) return env;
  throw new ArgumentError(
    `${algorithm} cannot learn from environments elsewhere`,
    'unsupported',
    'ppo, ars and cem can',
  );
}

/** The environments, if their state can be kept; otherwise a typed error. */
export function resumable(env: TaskFacts): ResumableEnv {
  const { save, load } = env as Partial<ResumableEnv>;
  if (typeof save === 'function' && typeof load === 'function') return env as ResumableEnv;
  throw new ArgumentError(
    'the state of these environments cannot be saved, so the training cannot be resumed',
    'unsupported',
    'keep the policy with savePolicy(trainer.policy)',
  );
}
