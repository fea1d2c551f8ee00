// @cold

import type { Data, Model } from '../model/classes.ts';
import { advance } from './advance.ts';

/**
 * Step by the discrete integrator: qacc is the difference of velocities over the step already, see `metric`.
 *
 * @reads act_dot qacc qvel
 */
export function discrete(m: Model, d: Data): void {
  advance(m, d, d.act_dot, d.qacc, d.qvel);
}
