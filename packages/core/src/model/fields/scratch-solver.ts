import type { FieldRow } from './types.ts';

/** Working memory of `solver` whose size depends on the model. */
export const solverScratch: readonly FieldRow[] = [];
