import { fieldTable } from '../table.ts';

/** Warnings and solver statistics. */
export const diagnosticsFields = fieldTable(`
  warning_number      i32  nwarning     1    how often each warning was raised
  warning_lastinfo    i32  nwarning     1    what each warning was about last
  solver_improvement  f64  nislandstat  200  scaled cost reduction per iteration
  solver_gradient     f64  nislandstat  200  scaled gradient norm per iteration
  solver_lineslope    f64  nislandstat  200  slope at the end of the line search
  solver_nactive      i32  nislandstat  200  active rows
  solver_nchange      i32  nislandstat  200  rows that changed state
  solver_neval        i32  nislandstat  200  cost evaluations of the line search
  solver_nupdate      i32  nislandstat  200  updates of the Cholesky factor
`);
