import type { Data } from '@qpos/core';
import type { Handle } from '../handle.ts';
import { type RecordName, type RecordOf, recordClasses, recordVectors } from '../scene/record.ts';

const WARNINGS = 7;
const ISLANDS = 20;
const ITERATIONS = 200;
const TIMERS = 15;

/** A list of records over arrays of Data. */
export interface StatVec<R extends RecordName> extends Handle {
  size(): number;
  get(k: number): RecordOf<R> | undefined;
}

type Columns = Readonly<Record<string, Float64Array | Int32Array>>;

function statVec<R extends 'MjSolverStat' | 'MjTimerStat' | 'MjWarningStat'>(
  name: R,
  n: number,
  columns: Columns,
): StatVec<R> {
  return Object.assign(new recordVectors[`${name}Vec`](), {
    size: () => n,
    get(k: number): RecordOf<R> | undefined {
      if (!(k >= 0 && k < n)) return undefined;
      const row = new recordClasses[name]();
      for (const [member, array] of Object.entries(columns))
        Object.defineProperty(row, member, {
          enumerable: true,
          get: () => array[k],
          set: (x: number) => {
            array[k] = x;
          },
        });
      return row as RecordOf<R>;
    },
  }) as unknown as StatVec<R>;
}

/** The warnings of a Data. */
export const warningsOf = ({ warning: { number, lastinfo } }: Data): StatVec<'MjWarningStat'> =>
  statVec('MjWarningStat', WARNINGS, { number, lastinfo });

/** The iterations of the solver, 200 for each of 20 islands. */
export function solverOf({ solver }: Data): StatVec<'MjSolverStat'> {
  const { improvement, gradient, lineslope, nactive, nchange, neval, nupdate } = solver;
  const columns = { improvement, gradient, lineslope, nactive, nchange, neval, nupdate };
  return statVec('MjSolverStat', ISLANDS * ITERATIONS, columns);
}

/** The timers of a Data. */
export const timersOf = ({ timers: { duration, number } }: Data): StatVec<'MjTimerStat'> =>
  statVec('MjTimerStat', TIMERS, { duration, number });
