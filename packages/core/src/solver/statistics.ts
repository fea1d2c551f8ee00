import type { f64, i32 } from '../dialect.ts';
import type { Data } from '../model/kernel.ts';

/** Islands and iterations of which statistics are kept. */
export const STAT_ISLANDS: i32 = 20;
export const STAT_ITERATIONS: i32 = 200;

/** Keeps the statistics of one iteration of one island, where there is room. */
export function saveStatistics(
  d: Data,
  island: i32,
  iter: i32,
  improvement: f64,
  gradient: f64,
  lineslope: f64,
  nactive: i32,
  nchange: i32,
  neval: i32,
  nupdate: i32,
): void {
  if (island >= STAT_ISLANDS || iter >= STAT_ITERATIONS) return;
  const k = island * STAT_ITERATIONS + iter;
  d.solver_improvement[k] = improvement;
  d.solver_gradient[k] = gradient;
  d.solver_lineslope[k] = lineslope;
  d.solver_nactive[k] = nactive;
  d.solver_nchange[k] = nchange;
  d.solver_neval[k] = neval;
  d.solver_nupdate[k] = nupdate;
}
