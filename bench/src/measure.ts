/** Times of one function against another, per call. */
export interface Timing {
  readonly oracle: number;
  readonly ours: number;
  /** Median of the ratios of neighbouring blocks: below 1 we are faster. */
  readonly ratio: number;
  /** Half the distance of the quartiles of these ratios. */
  readonly spread: number;
  /** The same ratio for the `js` back end. */
  readonly js?: number;
}

export interface BlockOptions {
  readonly rounds: number;
  /** Least length of the slowest contender's block, milliseconds. */
  readonly ms: number;
  /** Milliseconds that each contender runs before it counts (500): compilers work beside it at first. */
  readonly warmUp?: number;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
}

/** Half the distance of the quartiles. */
export const quartileSpread = (values: readonly number[]): number =>
  (quantile(values, 0.75) - quantile(values, 0.25)) / 2;

/** Microseconds of processor time since the start: unlike the clock, it stands still while another program runs. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** Microseconds of processor time that `calls` calls take. */
export function block(f: () => void, calls: number): number {
  const start = processorTime();
  for (let k = 0; k < calls; k++) f();
  return processorTime() - start;
}

/**
 * Microseconds per call of each contender in each round. Blocks of all contenders alternate, so that a noisy machine
 * disturbs all alike; they are of the same number of calls, so that a simulation goes through the same states in each.
 */
export function alternate(contenders: readonly (() => void)[], { rounds, ms, warmUp = 500 }: BlockOptions): number[][] {
  const warm = contenders.map(() => 0); // microseconds so far
  let calls = 1;
  for (;;) {
    const times = contenders.map((f) => block(f, calls));
    times.forEach((t, k) => {
      warm[k] = (warm[k] ?? 0) + t;
    });
    if (Math.max(...times) < 1000 * ms) calls *= 2;
    else if (Math.min(...warm) > 1000 * warmUp || Math.max(...warm) > 10_000 * warmUp) break;
  }
  return Array.from({ length: rounds }, () => contenders.map((f) => block(f, calls) / calls));
}

/** The same by the clock, for contenders that wait for other threads: processor time would count all of them. */
export async function alternateClock(
  contenders: readonly (() => unknown)[],
  { rounds, ms }: BlockOptions,
): Promise<number[][]> {
  const time = async (f: () => unknown, calls: number): Promise<number> => {
    const start = performance.now();
    for (let k = 0; k < calls; k++) await f();
    return (1000 * (performance.now() - start)) / calls;
  };
  let calls = 1;
  while (Math.max(...(await inTurn(contenders, (f) => time(f, calls)))) * calls < 1000 * ms) calls *= 2;
  const all: number[][] = [];
  for (let r = 0; r < rounds; r++) all.push(await inTurn(contenders, (f) => time(f, calls)));
  return all;
}

async function inTurn<T>(items: readonly T[], f: (item: T) => Promise<number>): Promise<number[]> {
  const results: number[] = [];
  for (const item of items) results.push(await f(item));
  return results;
}

/** Medians of rounds, each of `calls` calls, whose contenders are the oracle, ours and perhaps the `js` back end. */
export function timing(rounds: readonly (readonly number[])[], calls = 1): Timing {
  const column = (k: number): number[] => rounds.map((r) => r[k] ?? Number.NaN);
  const ratios = (k: number): number[] => rounds.map((r) => (r[k] ?? Number.NaN) / (r[0] ?? Number.NaN));
  return {
    oracle: median(column(0)) / calls,
    ours: median(column(1)) / calls,
    ratio: median(ratios(1)),
    spread: quartileSpread(ratios(1)),
    ...((rounds[0]?.length ?? 0) > 2 ? { js: median(ratios(2)) } : {}),
  };
}
