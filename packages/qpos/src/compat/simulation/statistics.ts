import type { Data } from '@qpos/core';
import { Handle } from '../handle.ts';

const WARNINGS = 7;
const ISLANDS = 20;
const ITERATIONS = 200;

/** How often a warning was raised, and what it was about last. */
export interface MjWarningStat extends Handle {
  lastinfo: number;
  number: number;
}

/** One iteration of the solver. */
export interface MjSolverStat extends Handle {
  improvement: number;
  gradient: number;
  lineslope: number;
  nactive: number;
  nchange: number;
  neval: number;
  nupdate: number;
}

/** A list of objects over arrays of Data. */
export interface StatVec<T> extends Handle {
  size(): number;
  get(k: number): T | undefined;
}

type Columns = Readonly<Record<string, Float64Array | Int32Array>>;

function statVec<T>(n: number, columns: Columns): StatVec<T> {
  return Object.assign(new Handle(), {
    size: () => n,
    get(k: number): T | undefined {
      if (!(k >= 0 && k < n)) return undefined;
      const row = new Handle();
      for (const [name, array] of Object.entries(columns))
        Object.defineProperty(row, name, {
          enumerable: true,
          get: () => array[k],
          set: (x: number) => {
            array[k] = x;
          },
        });
      return row as T;
    },
  });
}

/** The warnings of a Data. */
export function warningsOf({ warning: { number, lastinfo } }: Data): StatVec<MjWarningStat> {
  return statVec(WARNINGS, { number, lastinfo });
}

/** The iterations of the solver, 200 for each of 20 islands. */
export function solverOf({ solver }: Data): StatVec<MjSolverStat> {
  const { improvement, gradient, lineslope, nactive, nchange, neval, nupdate } = solver;
  return statVec(ISLANDS * ITERATIONS, { improvement, gradient, lineslope, nactive, nchange, neval, nupdate });
}
