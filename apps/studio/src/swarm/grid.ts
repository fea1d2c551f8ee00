/** Cells around the middle one, which stays free, ring after ring: x and y of each. */
export function cellsAround(n: number): Int32Array {
  const cells = new Int32Array(2 * n);
  let at = 0;
  for (let ring = 1; at < cells.length; ring++)
    for (let x = -ring; x <= ring; x++)
      for (let y = -ring; y <= ring; y++) {
        if (Math.max(Math.abs(x), Math.abs(y)) < ring || at >= cells.length) continue;
        cells[at++] = x;
        cells[at++] = y;
      }
  return cells;
}
