import type { F64, i32 } from '../../dialect.ts';
import type { Fronts } from './fronts.ts';
import { subtractTerms } from './low-rank-update.ts';
import { solveFront, solveFrontT } from './triangular-solve.ts';

/** x = A⁻¹·x for the variables at x[at], with the factor L of A and its terms. */
export function solveFronts(f: Fronts, L: F64, x: F64, at: i32): void {
  const { ints, reals, place, vector } = f;
  for (let i = 0; i < f.variables; i++) reals[vector + ints[place + i]] = x[at + i];
  for (let k = 0; k < f.count; k++) solveFront(f, L, k);
  subtractTerms(f, vector);
  for (let k = f.count - 1; k >= 0; k--) solveFrontT(f, L, k);
  for (let i = 0; i < f.variables; i++) x[at + i] = reals[vector + ints[place + i]];
}
