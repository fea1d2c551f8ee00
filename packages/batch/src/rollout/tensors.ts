import { ArgumentError } from '@qpos/core';
import type { Tiled } from '../share/rollouts.ts';

/** Numbers of several dimensions: nested arrays, numbers with their shape, or numbers alone, where the shape follows from their count. */
export type RolloutInput =
  | Float64Array
  | { readonly data: Float64Array; readonly shape: readonly number[] }
  | readonly number[]
  | readonly (readonly number[])[]
  | readonly (readonly (readonly number[])[])[];

/** Numbers in C order, with their shape where it is known. */
export interface Flat {
  readonly name: string;
  readonly data: Float64Array;
  readonly shape?: readonly number[] | undefined;
}

/** Numbers as they were given, in one array. */
export function flatten(name: string, input: RolloutInput): Flat {
  if (input instanceof Float64Array) return { name, data: input };
  if (Array.isArray(input)) return fromNested(name, input);
  const { data, shape } = (input ?? {}) as { data?: unknown; shape?: readonly number[] };
  if (!(data instanceof Float64Array) || !Array.isArray(shape))
    throw new ArgumentError(`${name} must be a Float64Array, nested arrays, or { data, shape }`);
  const count = shape.reduce((n, k) => n * k, 1);
  if (count !== data.length)
    throw new ArgumentError(`${name}: a shape of ${shape.join(' x ')} has ${count} numbers, not ${data.length}`);
  return { name, data, shape };
}

function fromNested(name: string, input: readonly unknown[]): Flat {
  const shape: number[] = [];
  for (let level: unknown = input; Array.isArray(level); level = level[0]) shape.push(level.length);
  const flat = input.flat(3) as unknown[];
  const count = shape.reduce((n, k) => n * k, 1);
  if (flat.length !== count || !flat.every((x) => typeof x === 'number'))
    throw new ArgumentError(`${name} must be nested arrays of numbers, all of the same length`);
  return { name, data: Float64Array.from(flat as number[]), shape };
}

/** Rows of `width` numbers: how many there are. */
export function countRows({ name, data, shape }: Flat, width: number): number {
  const rows = width === 0 ? (shape?.[0] ?? 1) : data.length / width;
  const last = shape?.at(-1);
  if (!Number.isInteger(rows) || rows < 1 || (last !== undefined && last !== width) || (shape?.length ?? 0) > 2)
    throw new ArgumentError(`${name} must have rows of ${width} numbers`);
  return rows;
}

/** Rows and steps of an input of up to three dimensions; undefined where the count of numbers does not tell. */
export function countSteps(
  flat: Flat,
  width: number,
  nbatch: number,
  nstep: number | undefined,
): [rows: number, steps: number] {
  const { name, data, shape } = flat;
  if (shape !== undefined) {
    const [rows, steps, last] = [...Array<number>(Math.max(0, 3 - shape.length)).fill(1), ...shape] as [
      number,
      number,
      number,
    ];
    if (last !== width || shape.length > 3)
      throw new ArgumentError(`${name} must have ${width} numbers for each step, not ${last}`);
    return [rows, steps];
  }
  const count = width === 0 ? 0 : data.length / width;
  if (!Number.isInteger(count)) throw new ArgumentError(`${name} must have ${width} numbers for each step`);
  if (width === 0) return [1, nstep ?? 1];
  if (nstep === undefined) {
    if (count % nbatch !== 0) throw new ArgumentError(`${name} must have steps for each of ${nbatch} rows`);
    return [nbatch, count / nbatch];
  }
  const ways = [
    [nbatch, nstep],
    [1, nstep],
    [nbatch, 1],
    [1, 1],
  ].filter(([rows = 0, steps = 0]) => rows * steps === count) as [number, number][];
  const different = new Set(ways.map(String));
  if (different.size === 1) return ways[0] as [number, number];
  throw new ArgumentError(
    different.size === 0
      ? `${name} has ${count} steps, which is neither ${nbatch} x ${nstep} nor a part that can be repeated`
      : `${name} may be one row of ${nstep} steps, or one step of ${nbatch} rows`,
    'bad-argument',
    'give its shape: { data, shape: [rows, steps, numbers] }',
  );
}

/** The largest of some counts, each of which is 1 or the same. */
export function commonCount(what: string, counts: Readonly<Record<string, number | undefined>>): number {
  let common = 1;
  let from = '';
  for (const [name, count] of Object.entries(counts)) {
    if (count === undefined || count === 1) continue;
    if (common !== 1 && count !== common)
      throw new ArgumentError(`${what} is ${common} in ${from}, but ${count} in ${name}`);
    common = count;
    from = name;
  }
  return common;
}

/** An input of some rows and steps, the only ones repeated. */
export function tiled(values: Float64Array, rows: number, steps: number, width: number): Tiled {
  return {
    values,
    rowStride: rows === 1 ? 0 : steps * width,
    stepStride: steps === 1 ? 0 : width,
  };
}
