/** Whether tests run in full, as the long tests ask them to. In `npm test` each takes as few cases as can show the same faults. */
export const inFull = process.env['QPOS_FULL'] !== undefined;

/** How many there are of something in `npm test`, and in the long tests. */
export const extent = (quick: number, full: number): number => (inFull ? full : quick);

/** All of a list in the long tests, every `n`th otherwise. */
export const everyNth = <T>(n: number, list: readonly T[]): T[] => list.filter((_, k) => inFull || k % n === 0);
