import type { RunningStatistics } from '@qpos/env';

const MOST_DEVIATIONS = 10; // normalised numbers are cut off here
const EPSILON = 1e-8;

/** Normalises rows in place by means and deviations. */
export function normalise(x: Float32Array, rows: number, { mean, variance }: RunningStatistics): void {
  const size = mean.length;
  for (let j = 0; j < size; j++) {
    const [centre, scale] = [mean[j] as number, 1 / Math.sqrt((variance[j] as number) + EPSILON)];
    for (let i = 0; i < rows; i++) {
      const z = ((x[i * size + j] as number) - centre) * scale;
      x[i * size + j] = Math.min(Math.max(z, -MOST_DEVIATIONS), MOST_DEVIATIONS);
    }
  }
}
