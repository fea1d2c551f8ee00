import type { Data, Model } from '../model/kernel.ts';

/** Actuator lengths and moments. */
export function transmission(m: Model, d: Data): void {
  if (m.nactuator === 0) return;
  d.flg_energypos = 0;
}
