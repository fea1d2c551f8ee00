import { copyNumbers, type NumberArray } from '../columns.ts';
import { JOURNAL_HEAD } from './own-columns.ts';

/** What a call changes of one environment besides its results. */
export interface JournalRows {
  /** Room for all of it. */
  readonly journal: Float64Array;
  readonly counters: NumberArray;
  /** States and inputs. */
  readonly journalled: readonly NumberArray[];
}

/** Writes down what a call begins with, so that another thread can make it again. */
export function keepJournal({ journal, counters, journalled }: JournalRows, flags: number): void {
  journal[0] = flags;
  for (let k = 0; k < counters.length; k++) journal[k + 1] = counters[k] as number;
  let at = JOURNAL_HEAD;
  for (const values of journalled) {
    copyNumbers(journal, values, at);
    at += values.length;
  }
}

/** Brings the rows back to what a call that was broken off had begun with; returns the flags. */
export function takeBack({ journal, counters, journalled }: JournalRows): number {
  counters.set(journal.subarray(1, JOURNAL_HEAD));
  let at = JOURNAL_HEAD;
  for (const values of journalled) {
    values.set(journal.subarray(at, at + values.length));
    at += values.length;
  }
  return journal[0] as number;
}
