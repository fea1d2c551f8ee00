import type { Data, Model } from '../model/kernel.ts';

/** Constraint forces and the constrained acceleration. */
export function fwdConstraint(m: Model, d: Data): void {
  for (let i = 0; i < m.nv; i++) {
    d.qacc[i] = d.qacc_smooth[i];
    d.qfrc_constraint[i] = 0;
  }
}
