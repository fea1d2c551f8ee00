/** Numbers for tests that are the same in every run. */
export interface Random {
  /** A number of [least, most). */
  readonly number: (least?: number, most?: number) => number;
  /** As many numbers of [-1, 1). */
  readonly numbers: (n: number) => Float64Array;
}

/** Random numbers of a seed: a linear congruential generator, whose upper bits are good enough for tests. */
export function random(seed: number): Random {
  let state = BigInt(seed) * 2654435769n + 1n;
  const next = (): number => {
    state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
    return Number(state >> 11n) / 2 ** 53;
  };
  return {
    number: (least = 0, most = 1) => least + (most - least) * next(),
    numbers: (n) => Float64Array.from({ length: n }, () => 2 * next() - 1),
  };
}
