import { enums, type Model } from '@qpos/core';

/** What further evaluations of Runge-Kutta leave out: they have no sensors, and bad states are for the next step. */
const FIRST_ONLY: ReadonlySet<string> = new Set([
  ...['dispatchCheck', 'dispatchPositionSensors', 'dispatchVelocitySensors', 'dispatchForceSensors'],
]);
const FURTHER_EVALUATIONS = 3;

/** The order of a step: places among its dispatches, some more than once. */
export function orderOf(model: Model, dispatches: readonly string[]): readonly number[] {
  const all = dispatches.map((_, k) => k);
  if (model.opt.integrator !== enums.Integrator.RK4) return all;
  const again = all.filter((k) => !FIRST_ONLY.has(dispatches[k] as string));
  return [...all, ...Array.from({ length: FURTHER_EVALUATIONS }, () => again).flat()];
}
