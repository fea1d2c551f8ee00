import type { Data, Model } from '../model/kernel.ts';

/** Actuator forces and activation derivatives. */
export function fwdActuation(m: Model, d: Data): void {
  for (let i = 0; i < m.nv; i++) d.qfrc_actuator[i] = 0;
}
