import type { Data, Model } from '../model/kernel.ts';

/** Sensors of the position stage. */
export function sensorPos(m: Model, d: Data): void {
  if (m.nsensor === 0 || d.ncon < 0) return;
}
