import { modelArrays } from '../generated/layout.ts';
import { type TypedArray, widthOf } from '../layout.ts';
import type { Model } from '../model.ts';
import { FieldError } from './field-error.ts';
import type { ModelLimits } from './limits.ts';

type Fields = Readonly<Record<string, TypedArray>>;
type Numbers = Readonly<Record<string, number>>;

/** Bounds of a value: sizes and limits by name, or numbers. */
const INT_MAX = 0x7fffffff;
const INT_MIN = -0x80000000;

/** A rule of the field table that one value at a time can be held against, as text; see `fields/types.ts`. */
interface FieldRule {
  readonly field: string;
  readonly rule: string;
}

/** Reads lines of names and rules; a line without a rule has that of the line before. */
export function readRules(text: string): FieldRule[] {
  let rule = '';
  return text.split('\n').map((line) => {
    const at = line.indexOf(' ');
    if (at >= 0) rule = line.slice(at + 1);
    return { field: at < 0 ? line : line.slice(0, at), rule };
  });
}

const widths = new Map(modelArrays.map(({ name, width }) => [name, width]));

function refuse(field: string, row: number, value: number, why: string): never {
  throw new FieldError('out-of-range', { field, row, value }, why);
}

/** Holds all values of a field against its rule. Rules of whole structures (`is ...`) are left to those. */
export function checkRule(m: Model, { field, rule }: FieldRule, limits: ModelLimits): void {
  if (rule.startsWith('is ')) return;
  const values = (m as unknown as Fields)[field];
  const width = widthOf(widths.get(field) ?? 1, m as unknown as Numbers);
  if (rule.startsWith('@')) checkAddresses(m, field, rule.slice(1), width);
  else if (rule.startsWith('of ')) checkLocal(m, field, rule.slice(3), width);
  else if (rule.startsWith('<')) checkIndices(m, field, rule.slice(1), width);
  else if (rule.includes('|')) checkSet(field, values, rule, width);
  else checkRange(field, values, boundsOf(m, rule, limits), width);
}

/** A single number and its rule. */
export function checkScalar(m: Model, { field, rule }: FieldRule, limits: ModelLimits): void {
  if (rule.startsWith('is ')) return;
  const value = scalarOf(m, field);
  const [least, most, limit] = boundsOf(m, rule, limits);
  if (value >= least && value <= most) return;
  if (limit !== undefined && value > most)
    throw new FieldError('limit', { field, row: 0, value }, `limits.${limit} is ${most}`);
  refuse(field, 0, value, `it must be in [${least}, ${most}]`);
}

function scalarOf(m: Model, field: string): number {
  if (field.startsWith('opt_')) return (m.opt as unknown as Numbers)[field.slice(4)];
  return (m as unknown as Numbers)[field];
}

type Bounds = readonly [least: number, most: number, limit?: keyof ModelLimits];

function boundsOf(m: Model, rule: string, limits: ModelLimits): Bounds {
  if (rule === 'flag') return [0, 1];
  if (rule.startsWith('>=')) return [Number(rule.slice(2)), INT_MAX];
  const [least, most] = rule.split('..') as [string, string];
  const from = least === '' ? INT_MIN : Number(least);
  if (most in limits) return [from, limits[most as keyof ModelLimits], most as keyof ModelLimits];
  const to = Number(most);
  return [from, Number.isNaN(to) ? (m as unknown as Numbers)[most] : to];
}

function checkRange(field: string, values: TypedArray, [least, most]: Bounds, width: number): void {
  for (let k = 0; k < values.length; k++) {
    if (values[k] >= least && values[k] <= most) continue;
    const range = most === INT_MAX ? `at least ${least}` : `in [${least}, ${most}]`;
    refuse(field, Math.floor(k / width), values[k], `it must be ${range}`);
  }
}

function checkSet(field: string, values: TypedArray, rule: string, width: number): void {
  const allowed = new Set(rule.split('|').map(Number));
  for (let k = 0; k < values.length; k++)
    if (!allowed.has(values[k]))
      refuse(field, Math.floor(k / width), values[k], `it must be one of ${[...allowed].join(', ')}`);
}

/** `SIZE|-1`, or `row|-1` for rows before the own one; row 0 has itself for one. */
function checkIndices(m: Model, field: string, rule: string, width: number): void {
  const [target, ...none] = rule.split('|') as [string, ...string[]];
  const values = (m as unknown as Fields)[field];
  const least = -none.length;
  const earlier = target === 'row';
  const count = earlier ? 0 : (m as unknown as Numbers)[target];
  for (let k = 0; k < values.length; k++) {
    const end = earlier ? Math.max(1, Math.floor(k / width)) : count;
    if (values[k] >= least && values[k] < end) continue;
    const or = none.length > 0 ? `, or ${none.join(' or ')}` : '';
    refuse(field, Math.floor(k / width), values[k], `it must be in [0, ${end})${or}`);
  }
}

/** `COUNT SIZE`: the rows from each address on, as many as the field COUNT says, are rows of SIZE. */
function checkAddresses(m: Model, field: string, rule: string, width: number): void {
  const [countField, target] = rule.split(' ') as [string, string];
  const [size, none] = target.split('|') as [string, string | undefined];
  const addresses = (m as unknown as Fields)[field];
  const counts = (m as unknown as Fields)[countField];
  const total = widthOf(size, m as unknown as Numbers);
  for (let k = 0; k < addresses.length; k++) {
    const address = addresses[k];
    const count = counts[k];
    const fits =
      count > 0
        ? address >= 0 && address + count <= total
        : address >= -1 && address <= total && (none === undefined || address === -1);
    if (fits) continue;
    const why =
      count > 0 ? `there are ${total} rows, and it has ${count} from there on` : `it must be -1, as ${countField} is 0`;
    refuse(field, Math.floor(k / width), address, why);
  }
}

/** `ADR COUNT <LIMIT`: indices that are local to the owner of their row. */
function checkLocal(m: Model, field: string, rule: string, width: number): void {
  const [addressField, countField, bound] = rule.split(' ') as [string, string, string];
  const fields = m as unknown as Fields;
  const values = fields[field];
  const addresses = fields[addressField];
  const counts = fields[countField];
  const limits = fields[bound.slice(1)];
  for (let owner = 0; owner < addresses.length; owner++) {
    const limit = limits[owner];
    const end = (addresses[owner] + counts[owner]) * width;
    for (let k = addresses[owner] * width; k < end; k++)
      if (!(values[k] >= 0 && values[k] < limit) && !(limit === 0 && values[k] === 0))
        refuse(field, Math.floor(k / width), values[k], `it must be in [0, ${limit}), ${bound.slice(1)}[${owner}]`);
  }
}
