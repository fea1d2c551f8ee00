/** Runs after which what is still left counts as left by `f`: by then the engine has compiled it, on a busy machine too. */
const MAX_RUNS = 40;

/** Milliseconds between two runs, in which the engine's own thread compiles what was run so far. */
const PAUSE = 5;

const bell = new Int32Array(new SharedArrayBuffer(4));

/**
 * Bytes that one call of `f` leaves on the JavaScript heap, and outside it in array buffers: the least of several runs, since
 * the engine allocates on its own account now and then, and boxes numbers until it has compiled `f`. Needs `--expose-gc`.
 */
export function bytesPerCall(f: () => void, calls = 400): number {
  const { gc } = globalThis as { gc?: () => void };
  if (gc === undefined) throw new Error('bytesPerCall needs node --expose-gc');
  for (let i = 0; i < calls; i++) f();
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < MAX_RUNS && least >= calls; run++) {
    Atomics.wait(bell, 0, 0, PAUSE);
    gc();
    const before = process.memoryUsage();
    for (let i = 0; i < calls; i++) f();
    const after = process.memoryUsage();
    least = Math.min(least, after.heapUsed - before.heapUsed + (after.arrayBuffers - before.arrayBuffers));
  }
  return least / calls;
}
