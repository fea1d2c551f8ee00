import { checkSettings } from '../../arguments.ts';
import type { Data } from '../data.ts';
import * as table from '../generated/layout.ts';
import { checkData, checkModel } from '../handle.ts';
import { type LayoutRow, type TypedArray, widthOf } from '../layout.ts';
import type { Model } from '../model.ts';

/** How much to print. */
export interface PrintOptions {
  /** Rows of an array that are shown; 20 by default. */
  readonly rows?: number;
  /** Significant digits; 6 by default. */
  readonly digits?: number;
  /** Only fields whose names match. */
  readonly match?: RegExp;
}

type Fields = Record<string, number | TypedArray>;

const number = (x: number, digits: number): string => (Number.isInteger(x) ? String(x) : x.toPrecision(digits));

/** One array: its shape, then its rows. */
function arrayText(name: string, values: TypedArray, width: number, { rows = 20, digits = 6 }: PrintOptions): string {
  const count = width > 0 ? values.length / width : 0;
  const lines = [`${name}  ${count} x ${width}`];
  for (let r = 0; r < Math.min(count, rows); r++)
    lines.push(`  ${Array.from(values.subarray(r * width, (r + 1) * width), (x) => number(x, digits)).join(' ')}`);
  if (count > rows) lines.push(`  ... ${count - rows} more`);
  return lines.join('\n');
}

/** The arrays of one object that are not empty, in the order of the table. */
function arraysText(object: object, rows: readonly LayoutRow[], model: Model, options: PrintOptions): string[] {
  return rows
    .filter(({ name }) => !table.scratchNames.has(name) && !/^(opt|stat|vis|contact|solver|warning)_/.test(name))
    .filter(({ name }) => options.match?.test(name) ?? true)
    .map(({ name, width }) => ({ name, width, values: (object as Fields)[name] as TypedArray }))
    .filter(({ values }) => values.length > 0)
    .map(({ name, width, values }) =>
      arrayText(name, values, widthOf(width, model as unknown as Record<string, number>), options),
    );
}

/** Numbers and vectors of a part such as `opt`. */
function partText(title: string, part: object, options: PrintOptions): string[] {
  return Object.entries(part)
    .map(([name, value]) => [`${title}.${name}`, value as number | TypedArray] as const)
    .filter(([name]) => options.match?.test(name) ?? true)
    .map(
      ([name, value]) =>
        `${name} ${typeof value === 'number' ? number(value, options.digits ?? 6) : Array.from(value, (x) => number(x, options.digits ?? 6)).join(' ')}`,
    );
}

/**
 * A Model as text: sizes that are not zero, options, statistics, and every array.
 *
 * @param model The model.
 * @param options How much to print.
 * @returns The text.
 * @see mj_printModel
 * @example
 * console.log(printModel(model, { match: /^body_mass/ }));
 */
export function printModel(model: Model, options: PrintOptions = {}): string {
  checkModel(model);
  checkSettings('options', options);
  const sizes = table.modelSizeNames
    .map((name) => [name, (model as unknown as Record<string, number>)[name]] as const)
    .filter(([name, n]) => n !== 0 && (options.match?.test(name) ?? true))
    .map(([name, n]) => `${name} ${n}`);
  return [
    ...sizes,
    ...partText('opt', model.opt, options),
    ...partText('stat', model.stat, options),
    ...arraysText(model, table.modelArrays, model, options),
  ].join('\n');
}

/**
 * A Data as text: scalars, contacts, and every array that is not empty.
 *
 * @param data The Data.
 * @param options How much to print.
 * @returns The text.
 * @see mj_printData
 * @example
 * console.log(printData(data, { match: /^q(pos|vel)$/, digits: 3 }));
 */
export function printData(data: Data, options: PrintOptions = {}): string {
  checkData(data);
  checkSettings('options', options);
  const scalars = table.dataScalars
    .filter(({ name }) => !table.internalScalars.has(name))
    .filter(({ name }) => options.match?.test(name) ?? true)
    .map(({ name }) => `${name} ${number((data as unknown as Record<string, number>)[name], options.digits ?? 6)}`);
  const contacts = data.ncon > 0 ? partText('contact', data.contact, options) : [];
  return [...scalars, ...contacts, ...arraysText(data, table.dataArrays, data.model, options)].join('\n');
}
