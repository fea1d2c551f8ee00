import type { FieldRow } from './types.ts';

/** Working memory of `actuation` whose size depends on the model. */
export const actuationScratch: readonly FieldRow[] = [];
