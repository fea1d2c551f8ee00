const WARM_UP = 2000;
const CALLS = 1000;
const ROUNDS = 5;

/** Bytes that one call of `f` leaves on the heap after a warm-up, the least of a few rounds; needs `--expose-gc`. */
export function bytesPerCall(f: () => void): number {
  const { gc } = globalThis as { gc?: () => void };
  for (let k = 0; k < WARM_UP; k++) f();
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    gc?.();
    const before = process.memoryUsage().heapUsed;
    for (let k = 0; k < CALLS; k++) f();
    least = Math.min(least, (process.memoryUsage().heapUsed - before) / CALLS);
  }
  return least;
}
