import { enums, fieldView, type Model } from '@qpos/core';
import type { Facts } from './conditions.ts';

const { DisableBit } = enums;

/** The least tolerance of the solver that makes sense in single precision. */
const LEAST_TOLERANCE = 1e-6;

/** What conditions ask about a model. */
export function factsOf(model: Model): Facts {
  const values = new Map<string, ReadonlySet<number>>();
  return {
    scalar(name) {
      if (name === 'callbackMask') return 0; // models with callbacks are refused
      const value = fieldView(model, name)[0] as number;
      if (name === 'opt_disableflags') return value | DisableBit.ISLAND; // one system for each environment
      return name === 'opt_tolerance' ? Math.max(value, LEAST_TOLERANCE) : value;
    },
    has(field, value) {
      const found = values.get(field) ?? new Set(fieldView(model, field) as Iterable<number>);
      values.set(field, found);
      return found.has(value);
    },
  };
}
