/** Times of one function against another, microseconds per call. */
export interface Timing {
  readonly oracle: number;
  readonly ours: number;
  /** Median of the ratios of neighbouring blocks: below 1 we are faster. */
  readonly ratio: number;
  /** Half the distance of the quartiles of these ratios. */
  readonly spread: number;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
}

/** Microseconds per call over one block of about `ms`. */
function block(f: () => void, ms: number, batch: number): number {
  const start = performance.now();
  let calls = 0;
  do {
    for (let k = 0; k < batch; k++) f();
    calls += batch;
  } while (performance.now() - start < ms);
  return (1000 * (performance.now() - start)) / calls;
}

/** Alternates blocks of both functions, so that a noisy machine disturbs both alike. */
export function alternate(oracle: () => void, ours: () => void, { ms = 25, rounds = 15 } = {}): Timing {
  const batch = (f: () => void): number =>
    Math.max(1, Math.min(1000, Math.round((1000 * ms) / 20 / Math.max(0.05, block(f, 1, 1)))));
  const b1 = batch(oracle);
  const b2 = batch(ours);
  for (let k = 0; k < 3; k++) {
    block(oracle, ms, b1);
    block(ours, ms, b2);
  }
  const times: [number, number][] = [];
  for (let k = 0; k < rounds; k++) times.push([block(oracle, ms, b1), block(ours, ms, b2)]);
  const ratios = times.map(([a, b]) => b / a);
  return {
    oracle: median(times.map((t) => t[0])),
    ours: median(times.map((t) => t[1])),
    ratio: median(ratios),
    spread: (quantile(ratios, 0.75) - quantile(ratios, 0.25)) / 2,
  };
}
