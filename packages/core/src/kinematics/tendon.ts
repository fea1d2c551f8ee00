import type { Data, Model } from '../model/kernel.ts';

/** Tendon lengths, Jacobians and wrapping paths. */
export function tendon(m: Model, d: Data): void {
  if (m.ntendon === 0) return;
  d.flg_energypos = 0;
}
