import type { Data } from '@qpos/core';

/** The third axis of a body in the world: how upright it is, from -1 to 1. */
export const uprightness = ({ xmat }: Data, body: number): number => xmat[9 * body + 8] as number;

/**
 * A vector of the world in the frame of a body, appended to `out`.
 *
 * @returns Where the next number goes.
 */
export function appendLocal(
  out: Float64Array,
  at: number,
  { xmat }: Data,
  body: number,
  vector: Float64Array,
  from: number,
): number {
  const m = 9 * body;
  for (let k = 0; k < 3; k++)
    out[at + k] =
      (xmat[m + k] as number) * (vector[from] as number) +
      (xmat[m + 3 + k] as number) * (vector[from + 1] as number) +
      (xmat[m + 6 + k] as number) * (vector[from + 2] as number);
  return at + 3;
}
