/** Statistics of the solver on a GPU: none, as they would take more memory than all the rest. */
import type { f64, i32 } from '../dialect.ts';
import type { Data } from '../model/classes.ts';

/** Islands of which the number of iterations is kept. */
export const STAT_ISLANDS: i32 = 20;

export class Iteration {
  improvement: f64 = 0;
  gradient: f64 = 0;
  lineslope: f64 = 0;
  nactive: i32 = 0;
  nchange: i32 = 0;
  neval: i32 = 0;
  nupdate: i32 = 0;
}

export function saveStatistics(_d: Data, _island: i32, _iter: i32, _iteration: Iteration): void {}
