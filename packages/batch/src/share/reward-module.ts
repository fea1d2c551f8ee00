import type { Callbacks, Data, Model, PluginDefinition } from '@qpos/core';
import { BatchError } from '../errors.ts';
import type { RandomGenerator } from '../random/generator.ts';

/** What the functions of a reward module are told about an environment. */
export interface EnvironmentContext {
  /** Its index. */
  readonly environment: number;
  /** How often it was reset. */
  readonly episode: number;
  /** Time steps since the last reset. */
  readonly steps: number;
}

/**
 * A module that runs beside the simulation, in every worker: rewards, ends of episodes, initial states, callbacks and plugins. All of it is
 * optional. Environments must not share state through it: which of them meet in a worker depends on the number of workers.
 */
export interface RewardModule {
  /** Callbacks of the model; closures cannot be sent to workers. */
  readonly callbacks?: Callbacks;
  /** The model's plugins, in the compiler's order. */
  readonly plugins?: readonly PluginDefinition[];
  /** Changes the state after a reset that has not been given one, with the random numbers of this environment and episode. */
  readonly reset?: (
    model: Model,
    data: Data,
    context: EnvironmentContext & { readonly random: RandomGenerator },
  ) => void;
  /** Runs before the steps of a call. */
  readonly before?: (model: Model, data: Data, context: EnvironmentContext) => void;
  /** The reward of a call, after its steps. */
  readonly reward?: (model: Model, data: Data, context: EnvironmentContext) => number;
  /** Whether the episode has come to its end. */
  readonly terminated?: (model: Model, data: Data, context: EnvironmentContext) => boolean;
  /** Whether the episode is broken off, as at a time limit. */
  readonly truncated?: (model: Model, data: Data, context: EnvironmentContext) => boolean;
}

const functions = ['reset', 'before', 'reward', 'terminated', 'truncated'];
const members = [...functions, 'callbacks', 'plugins'];

/** Refuses a module that exports nothing of a reward module, or something else under one of its names. */
export function checkRewardModule(module: object, name: string): RewardModule {
  const found = module as Record<string, unknown>;
  const known = members.filter((member) => found[member] !== undefined);
  if (known.length === 0)
    throw new BatchError('module', `${name} exports none of ${members.join(', ')}`, {
      hint: 'export function reward(model, data) { ... }',
    });
  for (const member of known) {
    const wanted = functions.includes(member) ? 'function' : 'object';
    const kind = typeof found[member];
    if (kind !== wanted || found[member] === null)
      throw new BatchError('module', `${name}: '${member}' is a ${kind}, not a ${wanted}`);
  }
  return module as RewardModule;
}

/** A module whose functions can be called without it. */
export function boundModule(module: RewardModule): RewardModule {
  const bound: Record<string, unknown> = {};
  for (const name of functions) {
    const f = (module as Record<string, unknown>)[name];
    bound[name] = typeof f === 'function' ? f.bind(module) : undefined;
  }
  return bound;
}

/** Loads a reward module by its address. */
export async function loadRewardModule(url: string): Promise<RewardModule> {
  let module: object;
  try {
    module = (await import(/* @vite-ignore */ /* webpackIgnore: true */ url)) as object;
  } catch (cause) {
    throw new BatchError('module', `the reward module ${shorten(url)} cannot be loaded: ${String(cause)}`, { cause });
  }
  return checkRewardModule(module, shorten(url));
}

const shorten = (url: string): string => (url.length > 200 ? `${url.slice(0, 200)}...` : url);
