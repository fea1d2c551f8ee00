// @cold

import type { F64, i32 } from '../../dialect.ts';
import { energyVel } from '../../inertia/kinetic-energy.ts';
import type { Data, Model } from '../../model/classes.ts';
import { energyPos } from '../../passive/potential-energy.ts';

/** @reads flg_energypos energy */
export function potentialEnergy(m: Model, d: Data, _s: i32, res: F64, r: i32): void {
  if (d.flg_energypos === 0) energyPos(m, d);
  res[r] = d.energy[0];
}

/** @reads flg_energyvel energy */
export function kineticEnergy(m: Model, d: Data, _s: i32, res: F64, r: i32): void {
  if (d.flg_energyvel === 0) energyVel(m, d);
  res[r] = d.energy[1];
}
