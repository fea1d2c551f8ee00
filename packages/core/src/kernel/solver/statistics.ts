import type { f64, i32 } from '../dialect.ts';
import type { Data } from '../model/classes.ts';

/** Islands and iterations of which statistics are kept. */
export const STAT_ISLANDS: i32 = 20;
export const STAT_ITERATIONS: i32 = 200;

/** What a solver did in one iteration; fields it does not use stay 0. */
export class Iteration {
  /** Decrease of the cost, norm of the gradient, slope where the line search ended; all scaled. */
  improvement: f64 = 0;
  gradient: f64 = 0;
  lineslope: f64 = 0;
  /** Active rows, rows that changed their state, evaluations of the line search, rows that changed the Hessian. */
  nactive: i32 = 0;
  nchange: i32 = 0;
  neval: i32 = 0;
  nupdate: i32 = 0;
}

/**
 * Keeps the statistics of the iter-th iteration of an island, where there is room.
 *
 * @writes solver_improvement solver_gradient solver_lineslope solver_nactive solver_nchange solver_neval solver_nupdate
 */
export function saveStatistics(d: Data, island: i32, iter: i32, iteration: Iteration): void {
  if (island >= STAT_ISLANDS || iter >= STAT_ITERATIONS) return;
  const k = island * STAT_ITERATIONS + iter;
  d.solver_improvement[k] = iteration.improvement;
  d.solver_gradient[k] = iteration.gradient;
  d.solver_lineslope[k] = iteration.lineslope;
  d.solver_nactive[k] = iteration.nactive;
  d.solver_nchange[k] = iteration.nchange;
  d.solver_neval[k] = iteration.neval;
  d.solver_nupdate[k] = iteration.nupdate;
}
