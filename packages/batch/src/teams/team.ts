import type { Data } from '@qpos/core';
import type { Column } from '../columns.ts';
import type { BatchError } from '../errors.ts';
import type { Call } from '../share/environments.ts';
import type { Failures } from '../share/failures.ts';

/** Threads that share the environments of a batch. */
export interface Team {
  /** Threads beside this one. */
  readonly workers: number;
  /** Whether columns must lie in shared memory. */
  readonly shared: boolean;
  /** Makes new columns known. */
  setColumns(columns: readonly Column[]): void;
  /** Makes sure that the snapshots of the last call are there. */
  snapshot(generation: number): void;
  /** Carries a call out and waits for it. */
  run(call: Call): Outcome;
  /** Carries a call out while this thread goes on. */
  runAsync(call: Call): Promise<Outcome>;
  /** The Data of an environment, where this thread can see it. */
  dataOf(environment: number): Data;
  close(): Promise<void>;
}

/** What came of a call. */
export interface Outcome {
  readonly failures: Failures;
  /** Workers that had to be replaced. */
  readonly replaced: readonly BatchError[];
}

/** The environments of each of `workers` threads. */
export function ranges(n: number, workers: number): [first: number, end: number][] {
  return Array.from({ length: workers }, (_, w) => [
    Math.floor((w * n) / workers),
    Math.floor(((w + 1) * n) / workers),
  ]);
}
