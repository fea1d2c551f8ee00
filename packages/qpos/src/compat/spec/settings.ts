import { enums, makeModel, type Option, type Statistic, type Visual } from '@qpos/core';
import { compile, createSpec, type Spec } from '@qpos/spec';
import { row } from '@qpos/spec/editing';
import type { Node } from './codec.ts';

/** Words of an enumeration of bits, by their number. */
const bitsOf = (bits: Readonly<Record<string, number>>): ReadonlyMap<string, number> =>
  new Map(Object.entries(bits).map(([name, value]) => [name.toLowerCase(), value]));

const DISABLE = bitsOf(enums.DisableBit);
const ENABLE = bitsOf(enums.EnableBit);

type Numbers = Record<string, number | ArrayLike<number>>;

/** The names of the numbers of a group of settings. */
function namesOf(group: object): string[] {
  const names: string[] = [];
  for (const name in group) names.push(name);
  return names;
}

const copyOf = (value: unknown): unknown => (ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : value);
const same = (a: unknown, b: unknown): boolean => JSON.stringify(copyOf(a)) === JSON.stringify(copyOf(b));

/** Writes the attributes of `kind` whose values differ from what they were. */
function writeChanges(node: Node, kind: string, now: Numbers, before: Record<string, unknown>): void {
  const { attributes } = row(kind);
  for (const [name, a] of Object.entries(attributes)) {
    const value = now[name];
    if (value === undefined || same(value, before[name])) continue;
    node[name] = a.keywords === undefined || typeof value !== 'number' ? copyOf(value) : a.keywords[value];
  }
}

const snapshot = (group: object): Record<string, unknown> =>
  Object.fromEntries(namesOf(group).map((name) => [name, copyOf((group as Numbers)[name])]));

const GROUPS = ['global', 'quality', 'headlight', 'map', 'scale', 'rgba'] as const;
const UNSTATED = ['meaninertia', 'meanmass', 'meansize', 'extent'] as const;

/** Options, settings of the picture and statistics of a Spec as objects with numbers. */
export class SpecSettings {
  readonly option: Option;
  readonly visual: Visual;
  readonly stat: Statistic;
  readonly #before: Record<string, Record<string, unknown>>;

  constructor(spec: Spec) {
    const { option, visual } = spec;
    const model = compile({ ...createSpec(), option, visual });
    this.option = model.opt;
    this.visual = model.vis;
    this.stat = makeModel({}).stat;
    for (const name of UNSTATED) this.stat[name] = spec.statistic[name] ?? Number.NaN;
    this.stat.center.set(spec.statistic.center ?? [Number.NaN, 0, 0]);
    this.#before = this.#snapshots();
  }

  #snapshots(): Record<string, Record<string, unknown>> {
    const groups = GROUPS.map((group) => [group, snapshot(this.visual[group])] as const);
    return { option: snapshot(this.option), stat: snapshot(this.stat), ...Object.fromEntries(groups) };
  }

  /** Writes what was changed to the Spec. */
  flush(spec: Spec): void {
    const now = this.#snapshots() as Record<string, Numbers>;
    writeChanges(spec.option as unknown as Node, 'option', now['option'] as Numbers, this.#before['option'] as never);
    this.#writeFlags(spec, now['option'] as Record<string, number>);
    for (const group of GROUPS) {
      const node = (spec.visual[group] ?? { kind: group }) as unknown as Node;
      writeChanges(node, group, now[group] as Numbers, this.#before[group] as never);
      if (Object.keys(node).length > 1) spec.visual[group] = node as never;
    }
    writeChanges(spec.statistic as unknown as Node, 'statistic', now['stat'] as Numbers, this.#before['stat'] as never);
    Object.assign(this.#before, now);
  }

  #writeFlags(spec: Spec, now: Record<string, number>): void {
    const before = this.#before['option'] as Record<string, number>;
    for (const [field, bits, set, clear] of [
      ['disableflags', DISABLE, 'disable', 'enable'],
      ['enableflags', ENABLE, 'enable', 'disable'],
    ] as const) {
      if (now[field] === before[field]) continue;
      spec.option.flag ??= { kind: 'flag' };
      for (const [word, bit] of bits)
        if (((now[field] as number) ^ (before[field] as number)) & bit)
          (spec.option.flag as unknown as Node)[word] = (now[field] as number) & bit ? set : clear;
    }
  }
}
