import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Runs after which what is still left counts as left by `f`: by then the engine has compiled it, on a busy machine too. */
const MAX_RUNS = 40;

/** Runs without a smaller result after which there will be none: the engine boxes numbers, and does so in each run. */
const STEADY_RUNS = 10;

/** Milliseconds between two runs, in which the engine's own thread compiles what was run so far. */
const PAUSE = 5;

const bell = new Int32Array(new SharedArrayBuffer(4));

/** V8's collector; a minor collection empties the young generation, where `f` allocates, however large the rest of the heap is. */
type Collector = (options: { readonly type: 'minor' }) => void;

/** Bytes that some calls leave on the heap and in array buffers, after young garbage was collected. */
function growth(gc: Collector, f: () => void, calls: number): number {
  gc({ type: 'minor' });
  const before = process.memoryUsage();
  for (let i = 0; i < calls; i++) f();
  const after = process.memoryUsage();
  return after.heapUsed - before.heapUsed + (after.arrayBuffers - before.arrayBuffers);
}

/**
 * Bytes that one call of `f` leaves on the JavaScript heap, and outside it in array buffers: the least of several runs, since
 * the engine allocates on its own account now and then, and boxes numbers until it has compiled `f`. Needs `--expose-gc`.
 * Ends as soon as a call leaves less than `enough`, which is to be the bound of the test: a smaller result would change nothing.
 */
export function bytesPerCall(f: () => void, calls = 400, enough = 1): number {
  const { gc } = globalThis as { gc?: Collector };
  if (gc === undefined) throw new Error('bytesPerCall needs node --expose-gc');
  for (let i = 0; i < calls; i++) f();
  // what looking costs: never less than nothing, though the heap may shrink meanwhile
  const measuring = Math.max(0, Math.min(growth(gc, f, 0), growth(gc, f, 0)));
  let least = Number.POSITIVE_INFINITY;
  let steady = 0;
  for (let run = 0; run < MAX_RUNS && steady < STEADY_RUNS && least >= enough * calls; run++) {
    Atomics.wait(bell, 0, 0, PAUSE);
    const grown = growth(gc, f, calls);
    if (grown < 0) continue; // garbage was collected meanwhile: this run says nothing
    const bytes = Math.max(0, grown - measuring);
    steady = bytes < least ? 0 : steady + 1;
    least = Math.min(least, bytes);
  }
  return least / calls;
}

/** The root of the repository: from there a program finds the packages by their names. */
const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * `bytesPerCall` in a process of its own, on the packages as they were built: where a function has seen objects of many shapes, as in a process
 * that runs many tests, the engine inlines less and boxes more numbers.
 *
 * @param setup Statements of a module that import and make what `call` uses.
 * @param call An expression.
 */
export function bytesPerCallApart(setup: string, call: string, calls = 400, enough = 1): number {
  const program = `import { bytesPerCall } from '@qpos/conformance';
${setup}
console.log(bytesPerCall(() => { ${call}; }, ${calls}, ${enough}));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', '--input-type=module', '--eval', program], {
    cwd: root,
    encoding: 'utf8',
  });
  const bytes = Number.parseFloat(stdout);
  if (Number.isNaN(bytes)) throw new Error(stderr);
  return bytes;
}
