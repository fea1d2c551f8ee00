import { enums, type Model, makeModel } from '@qpos/core';
import type { Compilation } from '../compile/context.ts';
import { row } from '../mjcf/schema.ts';
import type { CanonicalElement } from './element.ts';
import { type Record_, writeValues } from './values.ts';

const { DisableBit, EnableBit } = enums;

/** How a model was made: what the rest of the document relies on. */
export function writeCompiler(root: CanonicalElement, c: Compilation): void {
  const e = root.add('compiler');
  const { compiler } = c.spec;
  const { meshdir, texturedir, boundmass, boundinertia, alignfree, autolimits } = c.settings(undefined);
  e.text('angle', 'radian');
  e.text('meshdir', folderText(meshdir));
  e.text('texturedir', folderText(texturedir));
  e.value('usethread', compiler.usethread ?? true, true);
  e.numbers('boundmass', boundmass, 0);
  e.numbers('boundinertia', boundinertia, 0);
  e.value('alignfree', alignfree, false);
  e.value('autolimits', autolimits, true);
  e.value('conflict', compiler.conflict ?? 'warning', 'warning');
}

const folderText = (folder: string): string => (folder === '' || folder.endsWith('/') ? folder : `${folder}/`);

/** `model.opt` or a part of `model.vis` as attributes: keywords by word. */
function attributesOf(kind: string, part: object): Record_ {
  const values: Record<string, unknown> = {};
  for (const [name, a] of Object.entries(row(kind).attributes)) {
    const value = (part as Record_)[name];
    if (value === undefined) continue;
    values[name] = a.keywords === undefined ? value : a.keywords[value as number];
  }
  return values;
}

export function writeOption(root: CanonicalElement, m: Model): void {
  const usual = makeModel({});
  root.addFilled('option', (e) => {
    writeValues(e, 'option', attributesOf('option', m.opt), attributesOf('option', usual.opt));
    const groups = Array.from({ length: 31 }, (_, k) => k).filter((k) => m.opt.disableactuator & (1 << k));
    e.text('actuatorgroupdisable', groups.join(' '));
    const { disableflags, enableflags } = m.opt;
    if (disableflags === 0 && enableflags === 0) return;
    const flag = e.add('flag');
    for (const [bits, on, word] of [
      [DisableBit, disableflags, 'disable'],
      [EnableBit, enableflags, 'enable'],
    ] as const)
      for (const [name, bit] of Object.entries(bits)) if (on & bit) flag.text(name.toLowerCase(), word);
  });
  usual[Symbol.dispose]();
}

const UNITS = ['', 'K', 'M', 'G', 'T', 'P', 'E'];

/** Bytes in the largest unit that they are a whole number of. */
function bytesText(bytes: number): string {
  let k = 0;
  for (; k + 1 < UNITS.length && bytes > 0 && bytes % 1024 === 0; k++) bytes /= 1024;
  return `${bytes}${UNITS[k]}`;
}

/** Bytes that a text such as `10M` states; a negative number states none. */
function statedBytes(text: string): number {
  const [, digits = '-1', unit = ''] = /^\s*([-+]?\d+)\s*([KMGTPE]?)/i.exec(text) ?? [];
  return Number(digits) * 1024 ** UNITS.indexOf(unit.toUpperCase());
}

export function writeSize(root: CanonicalElement, c: Compilation, m: Model): void {
  const { memory = '-1', njmax = -1, nconmax = -1, nstack = -1 } = c.spec.size;
  root.addFilled('size', (e) => {
    if (statedBytes(memory) >= 0) e.text('memory', bytesText(statedBytes(memory)));
    for (const [name, value] of Object.entries({ njmax, nconmax, nstack })) e.value(name, value, -1);
    e.value('nuserdata', m.nuserdata, 0);
    e.value('nkey', m.nkey, 0);
    for (const [kind, n] of Object.entries(c.nuser)) e.value(`nuser_${kind}`, n, 0);
  });
}

/** Statistics that were stated, or changed since the model was compiled. */
export function writeStatistic(root: CanonicalElement, c: Compilation, m: Model, compiled: Model): void {
  const stated = c.spec.statistic as unknown as Record_;
  const values: Record<string, unknown> = {};
  for (const name of Object.keys(row('statistic').attributes)) {
    const [now, then] = [m.stat, compiled.stat].map((stat) => (stat as unknown as Record_)[name]);
    if (stated[name] !== undefined || String(now) !== String(then)) values[name] = now;
  }
  root.addFilled('statistic', (e) => writeValues(e, 'statistic', values, undefined));
}

const PARTS = ['global', 'quality', 'headlight', 'map', 'scale', 'rgba'] as const;

export function writeVisual(root: CanonicalElement, m: Model): void {
  const usual = makeModel({});
  root.addFilled('visual', (visual) => {
    for (const part of PARTS)
      visual.addFilled(part, (e) =>
        writeValues(e, part, attributesOf(part, m.vis[part]), attributesOf(part, usual.vis[part])),
      );
  });
  usual[Symbol.dispose]();
}
