import type { FieldRow } from './types.ts';

/** Working memory of `derivative` whose size depends on the model. */
export const derivativeScratch: readonly FieldRow[] = [];
