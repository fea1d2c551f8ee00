import type { Arguments, Implementation, Signature } from '../signature.ts';

/** What a function takes, and what it does with it. */
export type Row<S extends Signature = Signature, R = unknown> = readonly [
  signature: S,
  implementation: (...values: never[]) => R,
];

/** A row of a table, with the types of both columns kept. */
export const row = <const S extends Signature, R>(
  signature: S,
  implementation: (...values: never[]) => R,
): Row<S, R> => [signature, implementation];

/** The functions of a table as programs call them. */
export type Functions<T extends Readonly<Record<string, Row>>> = {
  readonly [K in keyof T]: (...values: Arguments<T[K][0]>) => ReturnType<T[K][1]>;
};

/** A table of functions. */
export type Table = Readonly<Record<string, readonly [Signature, Implementation]>>;

type Given = readonly (ArrayLike<number> | number)[];

const withOffsets = (given: Given): never[] => given.flatMap((x) => (typeof x === 'number' ? [x] : [x, 0])) as never[];

/** A function of the kernel, which takes each array with the place where it begins. */
export const onArrays =
  <R>(kernel: (...values: never[]) => R) =>
  (...given: Given): R =>
    kernel(...withOffsets(given));

/** The same, for one that takes the length of its arrays as well. */
export const onLists =
  <R>(kernel: (...values: never[]) => R) =>
  (...given: Given): R =>
    kernel(...withOffsets([...given, (given[0] as ArrayLike<number>).length]));
