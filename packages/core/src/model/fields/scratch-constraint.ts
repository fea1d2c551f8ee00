import type { FieldRow } from './types.ts';

/** Working memory of `constraint` whose size depends on the model. */
export const constraintScratch: readonly FieldRow[] = [];
