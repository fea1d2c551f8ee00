/** Checks of arguments: each refuses with an `ArgumentError` that says what is needed. */
import { ArgumentError } from '@qpos/core/errors';
import type { VectorEnv } from '@qpos/env';
import { isRemote, type TrainingEnvs } from './environment.ts';

/** Refuses settings that are no object. */
export function checkSettings(name: string, settings: object): void {
  if (typeof settings !== 'object' || settings === null)
    throw new ArgumentError(`${name} must be an object, not ${String(settings)}`);
}

/** Refuses what is not a function. */
export function checkFunction(name: string, f: unknown): void {
  if (typeof f !== 'function') throw new ArgumentError(`${name} must be a function`);
}

/** Refuses what are not environments that step together. */
export function checkVectorEnv(env: VectorEnv): void {
  if (typeof env?.step !== 'function' || !(env.n >= 1) || env.singleActionSpace === undefined)
    throw new ArgumentError('a vector environment is needed', 'bad-argument', 'await makeVec(id, { n: 8 })');
}

/** The options of a trainer, if they and its environments are what they should be. */
export function checkTraining<T extends object>(env: TrainingEnvs, options: T): T {
  if (env == null || !isRemote(env)) checkVectorEnv(env as VectorEnv);
  checkSettings('options', options);
  return options;
}
