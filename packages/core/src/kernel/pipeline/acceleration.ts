// @cold

import { smoothAcceleration } from '../inertia/acceleration.ts';
import type { Data, Model } from '../model/classes.ts';

/**
 * Unconstrained acceleration.
 *
 * @see mj_fwdAcceleration
 */
export function fwdAcceleration(m: Model, d: Data): void {
  smoothAcceleration(m, d);
}
