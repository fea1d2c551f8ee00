// @cold

import { hasSheets } from '../flex/ipc/sheets.ts';
import type { Data, Model } from '../model/classes.ts';
import { advance } from './advance.ts';
import { ipc } from './ipc.ts';

/**
 * Step by the discrete integrator: qacc is the difference of velocities over the step already, see `metric`, unless contacts of sheets must not
 * penetrate, which is solved for here.
 *
 * @reads act_dot qacc qvel
 */
export function discrete(m: Model, d: Data): void {
  if (hasSheets(m)) ipc(m, d);
  else advance(m, d, d.act_dot, d.qacc, d.qvel);
}
