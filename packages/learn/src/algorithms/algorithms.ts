import { ArgumentError } from '@qpos/core/errors';
import type { Kernel } from '../kernel/kernel.ts';
import { type KernelName, makeKernel } from '../kernel/select.ts';
import { type OptionsOf, parseSettings, type SettingTable, settle } from '../settings/setting.ts';
import { checkSettings, checkTraining } from '../training/arguments.ts';
import { type RemoteEnvs, type ResumableEnv, stepped, type TrainingEnvs } from '../training/environment.ts';
import { readSnapshot } from '../training/snapshot.ts';
import { savedSettings, type Trainer } from '../training/trainer.ts';
import { type ArsOptions, ArsTrainer, arsSettings } from './ars.ts';
import { type CemOptions, CemTrainer, cemSettings } from './cem.ts';
import { type PpoOptions, PpoTrainer, ppoTrainerSettings } from './ppo-trainer.ts';
import { type SacOptions, SacTrainer, sacTrainerSettings } from './sac-trainer.ts';

/** An algorithm: what it is, and its settings by name. */
export interface Algorithm {
  /** One line about it. */
  readonly description: string;
  /** Its settings: kind, default, meaning. */
  readonly settings: SettingTable;
}

/** The options of each algorithm. */
export interface AlgorithmOptions {
  /** Options of `ppo`. */
  readonly ppo: PpoOptions;
  /** Options of `sac`. */
  readonly sac: SacOptions;
  /** Options of `ars`. */
  readonly ars: ArsOptions;
  /** Options of `cem`. */
  readonly cem: CemOptions;
}

/** The name of an algorithm. */
export type AlgorithmName = keyof AlgorithmOptions;

interface Row extends Algorithm {
  make(kernel: Kernel, env: TrainingEnvs, settings: never): Trainer;
}

const rows: Readonly<Record<AlgorithmName, Row>> = {
  ppo: {
    description: 'Proximal policy optimisation: robust, fast on many environments',
    settings: ppoTrainerSettings,
    make: (kernel, env, settings) => new PpoTrainer(kernel, env, settings),
  },
  sac: {
    description: 'Soft actor-critic: learns from few steps, with more computation for each',
    settings: sacTrainerSettings,
    make: (kernel, env, settings) => new SacTrainer(kernel, stepped(env, 'sac'), settings),
  },
  ars: {
    description: 'Augmented random search: linear policies, no slopes',
    settings: arsSettings,
    make: (kernel, env, settings) => new ArsTrainer(kernel, env, settings),
  },
  cem: {
    description: 'Cross-entropy method: a distribution of policies, fitted to its best',
    settings: cemSettings,
    make: (kernel, env, settings) => new CemTrainer(kernel, env, settings),
  },
};

/**
 * What can train, by name, with all settings: for lists, command lines and pages.
 *
 * @example
 * for (const [name, { description, settings }] of Object.entries(algorithms))
 *   console.log(name, description, settings['learningRate']?.default);
 */
export const algorithms: Readonly<Record<AlgorithmName, Algorithm>> = rows;

function find(name: string): Row {
  const row = Object.hasOwn(rows, name) ? rows[name as AlgorithmName] : undefined;
  if (row !== undefined) return row;
  throw new ArgumentError(
    `there is no algorithm '${name}'`,
    'unknown-name',
    `there are ${Object.keys(rows).join(', ')}`,
  );
}

/**
 * A trainer, by the name of its algorithm.
 *
 * @param algorithm Its name.
 * @param env Environments that step together, as `makeVec` makes them, or environments elsewhere (not for `sac`).
 * @param options Settings of the algorithm.
 * @returns The trainer.
 * @example
 * const vec = await makeVec('InvertedPendulum-v5', { n: 4, autoreset: 'same-step' });
 * const trainer = createTrainer('ppo', vec, { seed: 2 });
 * console.log(trainer.algorithm);
 */
export function createTrainer<A extends AlgorithmName>(
  algorithm: A,
  env: TrainingEnvs,
  options: AlgorithmOptions[A] = {},
): Trainer {
  const { settings, make } = find(algorithm);
  const { kernel, ...given } = checkTraining(env, options) as OptionsOf<SettingTable> & {
    readonly kernel?: KernelName;
  };
  return make(makeKernel(kernel), env, settle(settings, given) as never);
}

/**
 * Reads settings that were typed, as on a command line: `3e-4`, `3e-4..0` for a schedule, `true`, `256,256`, `tanh`.
 *
 * @param algorithm The algorithm they are for.
 * @param texts Names and values.
 * @returns Options for `createTrainer`.
 * @example
 * console.log(parseOptions('ppo', { horizon: '128', hidden: '64,64', learningRate: '1e-3..0' }));
 */
export function parseOptions<A extends AlgorithmName>(
  algorithm: A,
  texts: Readonly<Record<string, string>>,
): AlgorithmOptions[A] {
  checkSettings('texts', texts);
  return parseSettings(find(algorithm).settings, texts) as AlgorithmOptions[A];
}

/**
 * Goes on with a training from a checkpoint: with the same environments it computes the same bytes as if it had never stopped.
 *
 * @param bytes What `trainer.save` returned.
 * @param env Environments like those of the checkpoint, with any number of workers, here or elsewhere as they were.
 * @param options What computes the networks, and settings that are other ones from here on.
 * @returns The trainer, where it was.
 * @example
 * async function goOn(bytes: Uint8Array, env: ResumableEnv): Promise<void> {
 *   const trainer = resume(bytes, env);
 *   await trainer.learn(1e6);
 * }
 * console.log(goOn.name);
 */
export function resume(
  bytes: Uint8Array,
  env: ResumableEnv | RemoteEnvs,
  options: { readonly kernel?: KernelName; readonly settings?: Readonly<Record<string, unknown>> } = {},
): Trainer {
  const { kernel, settings: changed = {} } = checkTraining(env, options);
  checkSettings('settings', changed);
  const snapshot = readSnapshot(bytes);
  const { settings, make } = find(snapshot.algorithm);
  const saved = settle(settings, { ...(savedSettings(snapshot) as OptionsOf<SettingTable>), ...changed });
  const trainer = make(makeKernel(kernel), env, saved as never);
  trainer.restore(snapshot);
  return trainer;
}
