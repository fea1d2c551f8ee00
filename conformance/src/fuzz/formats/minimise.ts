import type { Case } from './format.ts';

/** Whether an input still fails in the same way. */
type Fails = (bytes: Uint8Array) => Promise<boolean>;

/** Runs of bytes in which two inputs of the same length differ. */
function differingRuns(a: Uint8Array, b: Uint8Array): [start: number, end: number][] {
  const runs: [number, number][] = [];
  for (let i = 0; i < a.length; i++) {
    if (a[i] === b[i]) continue;
    const last = runs.at(-1);
    if (last !== undefined && i - last[1] < 4) last[1] = i + 1;
    else runs.push([i, i + 1]);
  }
  return runs;
}

/** Takes back the changes of the good input that the failure does not need. */
async function revert(bytes: Uint8Array, origin: Uint8Array, fails: Fails, isLate: () => boolean): Promise<Uint8Array> {
  let best = bytes;
  for (const [start, end] of differingRuns(bytes, origin)) {
    if (isLate()) break;
    const candidate = best.slice();
    candidate.set(origin.subarray(start, end), start);
    if (await fails(candidate)) best = candidate;
  }
  return best;
}

/** Leaves out blocks, large ones first, as long as the failure stays. */
async function cut(bytes: Uint8Array, fails: Fails, isLate: () => boolean): Promise<Uint8Array> {
  let best = bytes;
  for (let size = Math.ceil(bytes.length / 2); ; size = Math.ceil(size / 2)) {
    for (let at = 0; at < best.length && !isLate(); ) {
      const candidate = Uint8Array.from([...best.subarray(0, at), ...best.subarray(at + size)]);
      if (await fails(candidate)) best = candidate;
      else at += size;
    }
    if (size <= 1 || isLate()) return best;
  }
}

/** A smaller input that fails in the same way, or one nearer to a good input; found within some time. */
export async function minimise({ bytes, origin }: Case, fails: Fails, milliseconds: number): Promise<Uint8Array> {
  const end = performance.now() + milliseconds;
  const isLate = (): boolean => performance.now() > end;
  return bytes.length === origin.length ? revert(bytes, origin, fails, isLate) : cut(bytes, fails, isLate);
}
