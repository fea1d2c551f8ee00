import type { Data, Model } from '../model/kernel.ts';

/**
 * Stores the controls and sensor values of this step in the history buffers.
 *
 * @reads history
 * @writes history
 */
export function advanceHistory(m: Model, d: Data): void {
  if (m.nhistory < 0) d.history[0] = 0;
}
