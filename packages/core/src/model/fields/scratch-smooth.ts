import type { FieldRow } from './types.ts';

/** Working memory of `smooth` whose size depends on the model. */
export const smoothScratch: readonly FieldRow[] = [];
