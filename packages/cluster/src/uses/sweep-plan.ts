import { RandomGenerator } from '@qpos/env';
import { type AlgorithmName, algorithms } from '@qpos/learn';
import { ClusterError, checkSettings, checkWhole } from '../errors.ts';
import { checkTaskOptions } from '../jobs/environments.ts';
import type { Json } from '../queue/job.ts';

/** What a setting may be in the trials of a sweep: always the same, one of a list, or between two ends. */
export type SettingChoice =
  | number
  | boolean
  | string
  | { readonly values: readonly Json[] }
  | {
      readonly from: number;
      readonly to: number;
      /** How values lie between the ends; `linear` by default. */
      readonly scale?: 'linear' | 'log';
      /** Whether only whole numbers make sense. */
      readonly whole?: boolean;
    };

/** Successive halving: all trials train a little, the best of them go on, several times. */
export interface HalvingRule {
  /** The name of the rule. */
  readonly method: 'halving';
  /** Rounds; 3 by default. */
  readonly rounds?: number;
  /** The part of the trials that goes on after a round; 1/3 by default. Each round trains 1 / keep times as long. */
  readonly keep?: number;
}

/** Population-based training: after each round the worst go on from the best, with settings that are changed a little. */
export interface PopulationRule {
  /** The name of the rule. */
  readonly method: 'population';
  /** Rounds; 8 by default. */
  readonly rounds?: number;
  /** The part of the trials that is replaced after a round; 1/4 by default. */
  readonly replace?: number;
}

/** A sweep over settings of an algorithm. */
export interface SweepPlan {
  /** The id of the task. */
  readonly task: string;
  /** Options of the task. */
  readonly options?: Readonly<Record<string, Json>>;
  /** What trains; `ppo` by default. */
  readonly algorithm?: AlgorithmName;
  /** Environments of each trial; 8 by default. */
  readonly n?: number;
  /** Environment steps of a trial that goes on to the end. */
  readonly steps: number;
  /** How many trials. */
  readonly trials: number;
  /** Settings of the algorithm, and what they may be. */
  readonly settings: Readonly<Record<string, SettingChoice>>;
  /** Which trials go on; successive halving by default. */
  readonly rule?: HalvingRule | PopulationRule;
  /** Episodes after which a policy is judged; 8 by default. */
  readonly episodes?: number;
  /** Seed of the choices and of the training; 1 by default. */
  readonly seed?: number;
}

/** A plan with all defaults, checked. */
export interface CheckedPlan extends Required<Omit<SweepPlan, 'rule'>> {
  readonly rule: Required<HalvingRule> | Required<PopulationRule>;
}

const refuse = (message: string, hint?: string): ClusterError => new ClusterError('bad-argument', message, { hint });

const isRange = (choice: unknown): choice is Extract<SettingChoice, { from: number }> =>
  typeof (choice as { from?: unknown })?.from === 'number' && typeof (choice as { to?: unknown }).to === 'number';

function checkPart(name: string, value: number): number {
  if (!(typeof value === 'number' && value > 0 && value < 1))
    throw refuse(`${name} is a part of the trials, between 0 and 1, not ${String(value)}`);
  return value;
}

function checkRule(rule: SweepPlan['rule'] = { method: 'halving' }): CheckedPlan['rule'] {
  checkSettings('rule', rule);
  if (rule.method === 'halving') {
    const { method, rounds = 3, keep = 1 / 3 } = rule;
    return { method, rounds: checkWhole('rounds', rounds, 1), keep: checkPart('keep', keep) };
  }
  if (rule.method === 'population') {
    const { method, rounds = 8, replace = 1 / 4 } = rule;
    const part = checkPart('replace', replace);
    if (part > 0.5) throw refuse('at most half of the trials can be replaced by others');
    return { method, rounds: checkWhole('rounds', rounds, 1), replace: part };
  }
  throw refuse(`there is no rule '${String((rule as { method: unknown }).method)}'`, 'halving or population');
}

function checkChoice(name: string, choice: SettingChoice): void {
  if (['number', 'boolean', 'string'].includes(typeof choice)) return;
  checkSettings(`settings.${name}`, choice as object);
  if (isRange(choice)) {
    const { from, to, scale = 'linear' } = choice;
    if (!(from <= to) || !['linear', 'log'].includes(scale) || (scale === 'log' && from <= 0))
      throw refuse(`settings.${name} must go from a number to a larger one`, "with scale 'log' both are above 0");
    return;
  }
  const { values } = choice as { values?: unknown };
  if (!Array.isArray(values) || values.length === 0)
    throw refuse(`settings.${name} is neither a value, nor { values: [...] }, nor { from, to }`);
}

/** The plan with all defaults, if it makes sense. */
export function checkPlan(plan: SweepPlan): CheckedPlan {
  checkSettings('plan', plan);
  const { task, options = {}, algorithm = 'ppo', n = 8, steps, trials, settings, episodes = 8, seed = 1 } = plan;
  if (typeof task !== 'string' || task === '') throw refuse('a sweep needs a task', "task: 'Hopper-v5'");
  if (!Object.hasOwn(algorithms, algorithm))
    throw refuse(`there is no algorithm '${String(algorithm)}'`, `there are ${Object.keys(algorithms).join(', ')}`);
  checkSettings('options', options);
  checkTaskOptions(options);
  checkSettings('settings', settings);
  const known = algorithms[algorithm].settings;
  for (const [name, choice] of Object.entries(settings)) {
    if (!Object.hasOwn(known, name) || name === 'seed')
      throw refuse(`${algorithm} has no setting '${name}' to sweep`, `there are ${Object.keys(known).join(', ')}`);
    checkChoice(name, choice);
  }
  return {
    task,
    options,
    algorithm,
    n: checkWhole('n', n, 1),
    steps: checkWhole('steps', steps, 1),
    trials: checkWhole('trials', trials, 1),
    settings,
    rule: checkRule(plan.rule),
    episodes: checkWhole('episodes', episodes, 1),
    seed: checkWhole('seed', seed, 0),
  };
}

/** The settings of a trial, drawn at random from what they may be. */
export function drawSettings(settings: SweepPlan['settings'], random: RandomGenerator): Record<string, Json> {
  return Object.fromEntries(Object.entries(settings).map(([name, choice]) => [name, drawOne(choice, random)]));
}

function drawOne(choice: SettingChoice, random: RandomGenerator): Json {
  if (isRange(choice)) {
    const { from, to, scale, whole = false } = choice;
    const u = random.uniform(0, 1);
    const x = scale === 'log' ? from * (to / from) ** u : from + (to - from) * u;
    return whole ? Math.round(x) : x;
  }
  if (typeof choice !== 'object') return choice;
  return choice.values[random.integers(choice.values.length)] as Json;
}

const [LESS, MORE] = [0.8, 1.25];

/** The settings of a trial, changed a little: numbers between two ends by a fifth, those of a list now and then. */
export function perturb(
  settings: Readonly<Record<string, Json>>,
  choices: SweepPlan['settings'],
  random: RandomGenerator,
): Record<string, Json> {
  const changed = Object.entries(settings).map(([name, value]) => {
    const choice = choices[name] as SettingChoice;
    const u = random.uniform(0, 1);
    if (isRange(choice)) {
      const x = Math.min(choice.to, Math.max(choice.from, (value as number) * (u < 0.5 ? LESS : MORE)));
      return [name, choice.whole ? Math.round(x) : x];
    }
    return [name, value]; // lists may change the shape of networks, which cannot be inherited
  });
  return Object.fromEntries(changed);
}

/** A stream of random numbers of a sweep: the draws, and the changes after each round. */
export const sweepStream = (seed: number, round: number): RandomGenerator => new RandomGenerator(seed, [4, round]);
