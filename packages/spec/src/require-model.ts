import { Model } from '@qpos/core';
import { ArgumentError } from '@qpos/core/errors';

/** Refuses what is not a Model, or one that was disposed of. */
export function requireModel(model: Model): void {
  if (!(model instanceof Model)) throw new ArgumentError('a Model is needed');
  void model.nq; // which a Model that was disposed of refuses
}
