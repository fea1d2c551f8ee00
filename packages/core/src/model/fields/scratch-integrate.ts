import type { FieldRow } from './types.ts';

/** Working memory of `integrate` whose size depends on the model. */
export const integrateScratch: readonly FieldRow[] = [];
