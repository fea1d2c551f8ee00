import type { Data } from '@qpos/core';
import { dataScalars } from '../../../packages/core/src/host/model/generated/layout.ts';
import { intSlot } from '../../../packages/core/src/host/model/layout.ts';

/** Sets a count or flag of Data, which users cannot, to that of the oracle. */
export function setCounter(data: Data, name: string, value: number): void {
  (data as unknown as { ints: Int32Array }).ints[intSlot(dataScalars, name)] = value;
}
