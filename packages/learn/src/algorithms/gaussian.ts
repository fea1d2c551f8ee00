import { log } from '@qpos/core/math';

const HALF_LOG_2PI = 0.5 * log(2 * Math.PI);

/** Log-density of an action under independent normal distributions. */
export function logDensity(
  action: Float32Array,
  a: number,
  mean: Float32Array,
  m: number,
  logDeviation: Float32Array,
  inverseDeviation: Float64Array,
): number {
  let sum = 0;
  for (let j = 0; j < logDeviation.length; j++) {
    const z = ((action[a + j] as number) - (mean[m + j] as number)) * (inverseDeviation[j] as number);
    sum -= 0.5 * z * z + (logDeviation[j] as number) + HALF_LOG_2PI;
  }
  return sum;
}
