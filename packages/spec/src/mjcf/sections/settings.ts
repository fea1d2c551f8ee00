import type { Visual } from '../../spec/types.ts';
import type { XmlElement } from '../../xml/document.ts';
import { checkElement } from '../checks.ts';
import type { ReadContext } from '../context.ts';
import { childRow, knownChildren, readElement, reportAttribute } from '../element.ts';
import { numericExtensions, optionExtensions } from '../option-extensions.ts';
import type { RowName } from '../schema.ts';

/** Later sections overwrite earlier ones attribute by attribute. */
function merge<T extends object>(target: T, read: Partial<T>): void {
  Object.assign(target, read);
}

export function readCompiler(ctx: ReadContext, xml: XmlElement): void {
  const { compiler } = ctx.spec;
  const read = readElement(ctx, xml, 'compiler');
  checkElement(ctx, xml, read);
  // assetdir stands for both directories, and each of them overrides it
  if (read.assetdir !== undefined) {
    read.meshdir ??= read.assetdir;
    read.texturedir ??= read.assetdir;
  }
  merge(compiler, read);
  for (const child of knownChildren(ctx, xml, 'compiler')) {
    compiler.lengthrange = { ...compiler.lengthrange, ...readElement(ctx, child, 'lengthrange') };
  }
}

export function readOption(ctx: ReadContext, xml: XmlElement): void {
  const { option } = ctx.spec;
  const read = readElement(ctx, xml, 'option');
  checkElement(ctx, xml, read);
  checkExtensions(ctx, xml);
  // disabled groups add up
  const groups = [...(option.actuatorgroupdisable ?? []), ...(read.actuatorgroupdisable ?? [])];
  merge(option, read);
  if (groups.length > 0) option.actuatorgroupdisable = [...new Set(groups)].sort((a, b) => a - b);
  for (const child of knownChildren(ctx, xml, 'option')) {
    option.flag = { ...option.flag, ...readElement(ctx, child, 'flag') };
  }
}

const EXTENSIONS = [...numericExtensions, ...optionExtensions.map(([attribute]) => attribute)];

/** What MuJoCo does not know is an error, unless extensions are allowed. */
function checkExtensions(ctx: ReadContext, xml: XmlElement): void {
  if (ctx.extensions) return;
  const hint = "set the option 'extensions' to allow it";
  for (const key of EXTENSIONS)
    if (key in xml.attributes)
      reportAttribute(ctx.diagnostics, 'error', 'unknown-attribute', `unknown attribute '${key}'`, xml, key, hint);
  const word = xml.attributes['integrator'];
  if (word === 'implicitspringdamper')
    reportAttribute(ctx.diagnostics, 'error', 'bad-keyword', `invalid keyword '${word}'`, xml, 'integrator', hint);
}

export function readSize(ctx: ReadContext, xml: XmlElement): void {
  const read = readElement(ctx, xml, 'size');
  checkElement(ctx, xml, read);
  merge(ctx.spec.size, read);
}

export function readStatistic(ctx: ReadContext, xml: XmlElement): void {
  const read = readElement(ctx, xml, 'statistic');
  checkElement(ctx, xml, read);
  merge(ctx.spec.statistic, read);
}

export function readVisual(ctx: ReadContext, xml: XmlElement): void {
  const visual = ctx.spec.visual as Record<string, object | undefined>;
  readElement(ctx, xml, 'visual');
  for (const child of knownChildren(ctx, xml, 'visual')) {
    const name = childRow('visual', child.name) as keyof Visual & RowName;
    const read = readElement(ctx, child, name);
    checkElement(ctx, child, read);
    visual[name] = { ...visual[name], ...read };
  }
}
