import type { Data, Model } from '../model/kernel.ts';

/** Velocities and reference accelerations of the constraint rows. */
export function referenceConstraint(m: Model, d: Data): void {
  if (d.nefc === 0 || m.nv === 0) return;
}
