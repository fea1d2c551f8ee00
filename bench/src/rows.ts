import type { Timing } from './measure.ts';

/** What a figure of a row should not exceed. */
export interface Limit {
  readonly of: 'ratio' | 'ours' | 'js';
  readonly most: number;
}

/** How close a rival's bodies come to rigid ones. */
export interface Accuracy {
  /** Mean and greatest depth of overlap after settling, millimetres. */
  readonly meanDepth: number;
  readonly maxDepth: number;
  /** Mean speed of bodies that should be at rest, millimetres a second. */
  readonly creep: number;
  /** Relative changes of the energy and the angular momentum of a body that tumbles freely. */
  readonly energyDrift: number;
  readonly momentumDrift: number;
}

/** One line of a table: a figure of the oracle's, ours, and how they compare. */
export interface Row extends Timing {
  readonly name: string;
  /** Unit of `oracle` and `ours`: microseconds unless it says otherwise. */
  readonly unit?: 'us' | 'ms' | 's' | 'kB' | 'x';
  readonly limits?: readonly Limit[];
  readonly accuracy?: Accuracy;
  readonly note?: string | undefined;
}

export interface SuiteOptions {
  readonly scene: RegExp;
  readonly rounds: number;
  readonly ms: number;
  /** Also what takes the oracle minutes. */
  readonly slow: boolean;
  /** Says what is being measured. */
  progress(what: string): void;
}

/** Measures and hands out rows as they are done. */
export type Suite = (options: SuiteOptions) => AsyncIterable<Row>;

const figure = (row: Row, of: Limit['of']): number => (of === 'js' ? (row.js ?? Number.NaN) : row[of]);

/** The limits that a row does not keep. */
export const missed = (row: Row): Limit[] => (row.limits ?? []).filter(({ of, most }) => figure(row, of) > most);

/** A limit as text: `ratio at most 0.6`. */
export const limitText = ({ of, most }: Limit, unit: string): string =>
  `${of} at most ${most}${of === 'ours' && unit !== 'x' ? ` ${unit}` : ''}`;
