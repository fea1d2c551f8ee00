import type { Env } from '../env/env.ts';
import { EnvError } from '../errors.ts';
import { Box } from '../spaces/box.ts';

/** The action space of an environment, which a wrapper needs to be a Box. */
export function actionBox(env: Env, wrapper: string): Box {
  checkEnvironment(env, wrapper);
  if (env.actionSpace instanceof Box) return env.actionSpace;
  throw new EnvError('unsupported', `${wrapper} needs actions in a Box, not in ${String(env.actionSpace)}`);
}

/** The observation space of an environment, which a wrapper needs to be a Box. */
export function observationBox(env: Env, wrapper: string): Box {
  checkEnvironment(env, wrapper);
  if (env.observationSpace instanceof Box) return env.observationSpace;
  throw new EnvError('unsupported', `${wrapper} needs observations in a Box, not in ${String(env.observationSpace)}`);
}

/** Refuses what is not an environment. */
export function checkEnvironment(env: Env, user: string): void {
  if (typeof env?.step !== 'function' || typeof env.reset !== 'function')
    throw new EnvError('bad-argument', `${user} needs an environment`, {
      hint: "make one with await make('Hopper-v5')",
    });
}
