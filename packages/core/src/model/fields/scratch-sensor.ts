import type { FieldRow } from './types.ts';

/** Working memory of `sensor` whose size depends on the model. */
export const sensorScratch: readonly FieldRow[] = [];
