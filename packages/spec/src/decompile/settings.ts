import { enums, type Model, makeModel } from '@qpos/core';
import { arenaBytes } from '../compile/pack/arena.ts';
import { numericFields, optionExtensions } from '../mjcf/option-extensions.ts';
import { row } from '../mjcf/schema.ts';
import type { Option, Size, Spec, Statistic, Visual } from '../spec/types.ts';
import { attributesOf, type Decompilation } from './context.ts';

const { DisableBit, EnableBit, Extension } = enums;

/** Compiler, option, size, statistic and visual. */
export function decompileSettings({ model: m, spec }: Decompilation): void {
  const fresh = makeModel({});
  spec.compiler = {
    kind: 'compiler',
    angle: 'radian',
    inertiafromgeom: false,
    lengthrange: { kind: 'lengthrange', mode: 'none' },
  };
  spec.option = attributesOf('option', m.opt, {
    ...defaultsOf(fresh.opt),
    ...keywordsOf(fresh.opt),
  }) as unknown as Option;
  setFlags(m, spec.option);
  setExtensions(m, spec.option);
  const { meaninertia, meanmass, meansize, extent, center } = m.stat;
  spec.statistic = {
    kind: 'statistic',
    meaninertia,
    meanmass,
    meansize,
    extent,
    center: Array.from(center),
  } as Statistic;
  spec.size = attributesOf('size', m, { njmax: -1, nconmax: -1, nuserdata: 0 }) as unknown as Size;
  delete spec.size.nkey;
  if (m.njmax === -1 && m.narena !== arenaBytes(m, spec.size)) spec.size.memory = String(m.narena);
  for (const key of Object.keys(row('size').attributes))
    if (key.startsWith('nuser_')) (spec.size as unknown as Record<string, number>)[key] = sizeOf(m, key);
  setVisual(m, fresh, spec);
}

const sizeOf = (m: Model, name: string): number => (m as unknown as Record<string, number>)[name];

/** A group's numbers as they are before anybody has set one. */
function defaultsOf(group: object): Record<string, unknown> {
  const source = group as Record<string, unknown>;
  const defaults: Record<string, unknown> = {};
  for (const name in group)
    defaults[name] = ArrayBuffer.isView(source[name]) ? Array.from(source[name] as never) : source[name];
  return defaults;
}

/** The words that the built-in numbers of `opt` stand for. */
function keywordsOf(opt: object): Record<string, unknown> {
  const words: Record<string, unknown> = {};
  for (const [name, { keywords }] of Object.entries(row('option').attributes)) {
    const value = (opt as Record<string, number>)[name];
    if (keywords !== undefined && value !== undefined) words[name] = keywords[value];
  }
  return words;
}

function setFlags(m: Model, option: Option): void {
  const flag: Record<string, string> = {};
  for (const name of Object.keys(row('flag').attributes)) {
    const disable = (DisableBit as Record<string, number>)[name.toUpperCase()];
    const enable = (EnableBit as Record<string, number>)[name.toUpperCase()];
    if (disable !== undefined && m.opt.disableflags & disable) flag[name] = 'disable';
    if (enable !== undefined && m.opt.enableflags & enable) flag[name] = 'enable';
  }
  if (Object.keys(flag).length > 0) option.flag = { kind: 'flag', ...flag };
  const groups = Array.from({ length: 31 }, (_, k) => k).filter((k) => m.opt.disableactuator & (1 << k));
  if (groups.length > 0) option.actuatorgroupdisable = groups;
}

function setExtensions(m: Model, option: Option): void {
  const words = optionExtensions.filter(([, , feature]) => m.extensionFlags & Extension[feature]);
  Object.assign(option, Object.fromEntries(words.map(([attribute, word]) => [attribute, word])));
  for (const [attribute, field] of numericFields)
    if (m[field] !== 0 && (attribute !== 'friction_smoothing' || m.extensionFlags & Extension.TANH_FRICTION))
      option[attribute] = m[field];
}

function setVisual(m: Model, fresh: Model, spec: Spec): void {
  for (const name of Object.keys(row('visual').children) as (keyof Visual)[]) {
    const defaults = defaultsOf((fresh.vis as unknown as Record<string, object>)[name]);
    for (const [key, { type }] of Object.entries(row(name).attributes))
      if (type === 'keyword') defaults[key] = Boolean(defaults[key]);
    const group = attributesOf(name, (m.vis as unknown as Record<string, object>)[name], defaults);
    if (Object.keys(group).length > 1) (spec.visual as Record<string, unknown>)[name] = group;
  }
}
