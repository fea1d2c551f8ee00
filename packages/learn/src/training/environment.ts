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

/** The environments, if their state can be kept; otherwise a typed error. */
export function resumable(env: VectorEnv): ResumableEnv {
  const { save, load } = env as Partial<ResumableEnv>;
  if (typeof save === 'function' && typeof load === 'function') return env as ResumableEnv;
  throw new ArgumentError(
    'the state of these environments cannot be saved, so the training cannot be resumed',
    'unsupported',
    'keep the policy with savePolicy(trainer.policy)',
  );
}
