import { enums, fieldView, type Model } from '@qpos/core';
import type { Facts } from './conditions.ts';

const { DisableBit, Solver } = enums;

/** The least tolerance that makes sense in single precision of a solver with second derivatives, and of those without, whose steps are smaller. */
const LEAST_TOLERANCE = 1e-6;
const LEAST_OF_SMALL_STEPS = 1e-8;

/** The types of a model's sensors that need a stage. */
function sensorTypes(model: Model, stage: number): ReadonlySet<number> {
  return new Set(model.sensor_type.filter((_, s) => model.sensor_needstage[s] === stage));
}

/**
 * What conditions ask about a model.
 *
 * @param model The model.
 * @param stage The stage of the sensors that a program computes; all by default.
 */
export function factsOf(model: Model, stage?: number): Facts {
  const least = model.opt.solver === Solver.NEWTON ? LEAST_TOLERANCE : LEAST_OF_SMALL_STEPS;
  const values = new Map<string, ReadonlySet<number>>();
  if (stage !== undefined) values.set('sensor_type', sensorTypes(model, stage));
  return {
    scalar(name) {
      if (name === 'callbackMask') return 0; // models with callbacks are refused
      const value = fieldView(model, name)[0] as number;
      if (name === 'opt_disableflags') return value | DisableBit.ISLAND; // one system for each environment
      return name === 'opt_tolerance' ? Math.max(value, least) : value;
    },
    has(field, value) {
      const found = values.get(field) ?? new Set(fieldView(model, field) as Iterable<number>);
      values.set(field, found);
      return found.has(value);
    },
  };
}
