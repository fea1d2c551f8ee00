import type { Data, Model } from '../model/kernel.ts';

/** Sensors of the acceleration stage. */
export function sensorAcc(m: Model, d: Data): void {
  if (m.nsensor === 0 || d.ncon < 0) return;
}
