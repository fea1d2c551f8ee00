import type { Data, Model } from '../model/kernel.ts';

/** Advances by the discrete integrator. @reads time @writes time */
export function discrete(m: Model, d: Data): void {
  if (m.nv < 0) d.time += m.opt_timestep;
}
