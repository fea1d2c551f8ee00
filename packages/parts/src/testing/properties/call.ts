import type { Random } from '../random.ts';

/** A public function, or something that a user does with a class, and arguments that it takes. */
export interface Call {
  /** Returns everything that it gives or changes. */
  readonly run: (...args: never[]) => unknown;
  readonly args: readonly unknown[];
}

/** Calls of a library by what they show: `name` of a function or class, `Class.method` of a method. Arguments are drawn anew each time. */
export type Calls = Readonly<Record<string, (r: Random) => Call>>;

/** A call of a function. */
export const call = <A extends readonly unknown[]>(run: (...args: A) => unknown, ...args: A): Call => ({
  run: run as Call['run'],
  args,
});

/** A number whose size is drawn from 10⁻³ to 10³. */
export const size = (r: Random): number => 10 ** r.number(-3, 3);

/** A vector whose size is drawn. */
export const vector = (r: Random): Float64Array => r.numbers(3).map((x) => x * size(r));

/** A quaternion, now and then not at unit length. */
export const quaternion = (r: Random): Float64Array => r.numbers(4).map((x) => (x === 0 ? 1 : x));

/** A pose. */
export const pose = (r: Random): { pos: Float64Array; quat: Float64Array } => ({ pos: vector(r), quat: quaternion(r) });

/** One of some things. */
export const pick = <T>(r: Random, things: readonly T[]): T => things[Math.floor(r.number(0, things.length))] as T;
