import type { Condition } from './conditions.ts';

/** An array of Model or Data: float or integer, the name or number of its rows, and their width. */
export type ArrayRow = readonly [element: 'f' | 'i', rows: string, width: number | string];

/** What `scripts/wgsl.mjs` makes of the numeric core: text for any model, in which lines `#if`, `#else` and `#end` enclose what not all need. */
export interface Kernels {
  /** The functions that are dispatched one after the other in a step. */
  readonly dispatches: readonly string[];
  /** The text of each function. */
  readonly functions: Readonly<Record<string, string>>;
  /** Functions that have no translation, and why. */
  readonly refusals: Readonly<Record<string, string>>;
  /** Words of working memory, by name. */
  readonly scratch: Readonly<Record<string, number>>;
  readonly layout: {
    readonly modelArrays: Readonly<Record<string, ArrayRow>>;
    readonly modelScalars: Readonly<Record<string, 'f' | 'i'>>;
    readonly dataArrays: Readonly<Record<string, ArrayRow>>;
    readonly dataScalars: Readonly<Record<string, 'f' | 'i'>>;
    /** Row counts that change while a simulation runs, in the order of the field `capacity`. */
    readonly dynamicSizes: readonly string[];
    readonly fixedRows: Readonly<Record<string, number>>;
    /** Row counts that are at most as large as a size of the model. */
    readonly bounded: Readonly<Record<string, string>>;
    /** Arrays of Data that are working memory of the stages. */
    readonly working: readonly string[];
  };
}

export type { Condition };
