import { ArgumentError } from '@qpos/core/errors';
import { checkSettings } from '../training/arguments.ts';
import type { Schedule } from './schedule.ts';

/** What a setting may be: a whole number from 1 on, a number from 0 on, any number, a schedule, yes or no, a list of sizes, or a word. */
export type SettingKind = 'whole' | 'amount' | 'number' | 'schedule' | 'switch' | 'sizes' | 'word';

/** A setting of an algorithm, stated once: types, checks and command lines follow from it. */
export interface Setting<T = unknown> {
  /** What it may be. */
  readonly kind: SettingKind;
  /** Its value unless told otherwise; undefined where it follows from others. */
  readonly default: T;
  /** What it means, in one sentence. */
  readonly description: string;
  /** The words that it may be. */
  readonly choices?: readonly string[];
}

/** Settings by name. */
export type SettingTable = Readonly<Record<string, Setting>>;

/** The values that a table describes. */
export type SettingsOf<T extends SettingTable> = {
  readonly [K in keyof T]: T[K] extends Setting<infer V> ? V : never;
};

/** The same for callers, who leave out what they do not care about. */
export type OptionsOf<T extends SettingTable> = Partial<SettingsOf<T>>;

export const whole = (value: number, description: string): Setting<number> => ({
  kind: 'whole',
  default: value,
  description,
});
export const amount = (value: number, description: string): Setting<number> => ({
  kind: 'amount',
  default: value,
  description,
});
export const real = (value: number, description: string): Setting<number> => ({
  kind: 'number',
  default: value,
  description,
});
export const schedule = (value: Schedule, description: string): Setting<Schedule> => ({
  kind: 'schedule',
  default: value,
  description,
});
export const onOff = (value: boolean, description: string): Setting<boolean> => ({
  kind: 'switch',
  default: value,
  description,
});
export const sizes = (value: readonly number[], description: string): Setting<readonly number[]> => ({
  kind: 'sizes',
  default: value,
  description,
});
export const word = <W extends string>(value: W, choices: readonly W[], description: string): Setting<W> => ({
  kind: 'word',
  default: value,
  description,
  choices,
});
/** A setting whose default follows from others. */
export const derived = <T>(setting: Setting<T>): Setting<T | undefined> => ({ ...setting, default: undefined });

const isAmount = (value: unknown): boolean => typeof value === 'number' && value >= 0;
const isWhole = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 1;

const kinds: Readonly<
  Record<SettingKind, { readonly expected: string; accepts(value: unknown, setting: Setting): boolean }>
> = {
  whole: { expected: 'a whole number from 1 on', accepts: isWhole },
  amount: { expected: 'a number from 0 on', accepts: isAmount },
  number: { expected: 'a number', accepts: (value) => typeof value === 'number' && Number.isFinite(value) },
  schedule: {
    expected: 'a number from 0 on, or { from, to }',
    accepts: (value) => {
      const { from = value, to = value } = Object(value) as { from?: unknown; to?: unknown };
      return [from, to].every((end) => isAmount(end) && Number.isFinite(end));
    },
  },
  switch: { expected: 'true or false', accepts: (value) => typeof value === 'boolean' },
  sizes: { expected: 'a list of whole numbers', accepts: (value) => Array.isArray(value) && value.every(isWhole) },
  word: { expected: 'a word', accepts: (value, { choices = [] }) => choices.includes(value as string) },
};

const expectedOf = ({ kind, choices }: Setting): string =>
  choices === undefined ? kinds[kind].expected : `one of ${choices.join(', ')}`;

function find(table: SettingTable, name: string): Setting {
  const setting = Object.hasOwn(table, name) ? table[name] : undefined;
  if (setting !== undefined) return setting;
  const known = Object.keys(table).join(', ');
  throw new ArgumentError(`there is no setting '${name}'`, 'unknown-name', `there are ${known}`);
}

/** All settings of a table: those given, checked, and the defaults. */
export function settle<T extends SettingTable>(table: T, given: OptionsOf<T>): SettingsOf<T> {
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(table)) values[name] = setting.default;
  for (const [name, value] of Object.entries(given)) {
    const setting = find(table, name);
    if (value === undefined) continue;
    if (!kinds[setting.kind].accepts(value, setting))
      throw new ArgumentError(`${name} is ${String(value)}`, 'bad-argument', expectedOf(setting));
    values[name] = value;
  }
  return values as SettingsOf<T>;
}

const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

const parsers: Readonly<Record<SettingKind, (text: string) => unknown>> = {
  whole: numberOf,
  amount: numberOf,
  number: numberOf,
  schedule(text) {
    const [from = '', to, ...more] = text.split('..');
    if (to === undefined) return numberOf(from);
    return more.length > 0 ? Number.NaN : { from: numberOf(from), to: numberOf(to) };
  },
  switch: (text) => ({ true: true, false: false })[text] ?? text,
  sizes: (text) => (text === '' ? [] : text.split(',').map(numberOf)),
  word: (text) => text,
};

/** Reads values that were typed: `3e-4`, `3e-4..0`, `true`, `256,256`, `tanh`. */
export function parseSettings<T extends SettingTable>(table: T, texts: Readonly<Record<string, string>>): OptionsOf<T> {
  checkSettings('texts', texts);
  const values: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(texts)) {
    const setting = find(table, name);
    if (typeof text !== 'string') throw new ArgumentError(`${name} must be text`, 'bad-argument', expectedOf(setting));
    const value = parsers[setting.kind](text);
    if (!kinds[setting.kind].accepts(value, setting))
      throw new ArgumentError(`'${text}' is no value of ${name}`, 'bad-argument', expectedOf(setting));
    values[name] = value;
  }
  return values as OptionsOf<T>;
}
