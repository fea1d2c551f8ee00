import type { f64, i32 } from '../dialect.ts';
import type { Data, Model } from '../model/classes.ts';
import { INT_DISCRETE } from '../model/constants.ts';

/** Whether the model has the discrete integrator, under which the spring-dampers of the rows act at the end of the step. */
export function integratesDiscretely(m: Model): boolean {
  return m.opt_integrator === INT_DISCRETE;
}

/**
 * The factor on a row's acceleration a when its reference is taken at the end of the step, at velocity v + h·a and
 * position pos + h·(v + h·a): 1 + h·B + h²·K·imp.
 *
 * @reads efc_KBIP
 */
export function endOfStep(m: Model, d: Data, row: i32): f64 {
  const h = m.opt_timestep;
  const KBIP = d.efc_KBIP;
  return 1 + h * KBIP[4 * row + 1] + h * h * KBIP[4 * row] * KBIP[4 * row + 2];
}
