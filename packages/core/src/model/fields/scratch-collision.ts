import type { FieldRow } from './types.ts';

/** Working memory of `collision` whose size depends on the model. */
export const collisionScratch: readonly FieldRow[] = [];
