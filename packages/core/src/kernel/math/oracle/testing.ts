import { loadOracle } from '@qpos/conformance';
import { expect } from 'vitest';
import { oracleCall } from '../testing.ts';

/** The oracle's `mju_` functions, by name. */
export const call = oracleCall((await loadOracle()).mj);

/** Expects `ours` to fill an array of `size` numbers with the bits that the oracle's function gives. */
export function expectBits(name: string, size: number, ours: (res: Float64Array) => void, ...args: unknown[]): void {
  const res = new Float64Array(size);
  const expected = new Float64Array(size);
  ours(res);
  call(name, 1, expected, ...args);
  expect(res, name).toEqual(expected);
}
