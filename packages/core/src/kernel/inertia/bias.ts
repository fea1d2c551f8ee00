import type { Data, Model } from '../model/classes.ts';
import { rne } from './rne.ts';
import { tendonBias } from './tendon-armature.ts';

/**
 * Bias force of the smooth dynamics: Coriolis, centrifugal and gravity terms, and the inertia of tendons whose path changes.
 *
 * @writes qfrc_bias
 */
export function bias(m: Model, d: Data): void {
  rne(m, d, false, d.qfrc_bias, 0);
  tendonBias(m, d, d.qfrc_bias);
}
