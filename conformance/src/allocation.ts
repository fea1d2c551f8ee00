/**
 * Bytes that one call of `f` leaves on the JavaScript heap, and outside it in array buffers: the least of several runs, since
 * the engine allocates on its own account now and then. Needs `--expose-gc`.
 */
export function bytesPerCall(f: () => void, calls = 400): number {
  const { gc } = globalThis as { gc?: () => void };
  if (gc === undefined) throw new Error('bytesPerCall needs node --expose-gc');
  for (let i = 0; i < calls; i++) f(); // let the engine compile it first
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 5; run++) {
    gc();
    const before = process.memoryUsage();
    for (let i = 0; i < calls; i++) f();
    const after = process.memoryUsage();
    least = Math.min(least, after.heapUsed - before.heapUsed + (after.arrayBuffers - before.arrayBuffers));
  }
  return least / calls;
}
