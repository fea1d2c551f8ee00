// A task in the dialect, to be translated and run beside the steps of a batch: how high balls are, and which have come down.
import type { F64, f64, I32 } from '../../../packages/core/src/kernel/dialect.ts';
import { clip } from '../../../packages/core/src/kernel/math/scalar.ts';
import type { Data, Model } from '../../../packages/core/src/kernel/model/classes.ts';

/** Heights and vertical velocities of two balls. @reads qpos qvel */
export function observe(_m: Model, d: Data, out: F64): void {
  for (let b = 0; b < 2; b++) {
    out[2 * b] = clip(d.qpos[7 * b + 2], 0, 10);
    out[2 * b + 1] = d.qvel[6 * b + 2];
  }
}

/** Counts calls, and ends where the second ball is below a height. @reads qpos */
export function evaluate(_m: Model, d: Data, counts: I32, done: I32, height: f64): void {
  counts[0] += 1;
  done[0] = d.qpos[9] < height ? 1 : 0;
}
