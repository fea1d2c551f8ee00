/** Rows of the factor of a symmetric sparse matrix, from the last one up: the columns of each, ascending, itself last. */
export type FactorPattern = Int32Array[];

/** Neighbours of each of `count` vertices in the stencils of four, where -1 stands for one that does not move. */
export function stencilNeighbours(count: number, stencils: Iterable<readonly number[]>): Set<number>[] {
  const neighbours = Array.from({ length: count }, () => new Set<number>());
  for (const stencil of stencils)
    for (const a of stencil) if (a >= 0) for (const b of stencil) if (b >= 0 && b !== a) neighbours[a].add(b);
  return neighbours;
}

/**
 * The pattern of L in H = LᵀL, which is factored from the last row up. A row that is done couples its columns with one another:
 * the largest of them inherits the rest.
 *
 * @see Davis, Direct Methods for Sparse Linear Systems (2006), §4
 */
export function factorPattern(neighbours: readonly ReadonlySet<number>[]): FactorPattern {
  const rows = neighbours.map((row, r) => new Set([...row].filter((column) => column < r)));
  const pattern: FactorPattern = new Array(rows.length);
  for (let r = rows.length - 1; r >= 0; r--) {
    const columns = Int32Array.from(rows[r]).sort();
    const heir = columns.at(-1);
    if (heir !== undefined) for (const column of columns) if (column < heir) rows[heir].add(column);
    pattern[r] = Int32Array.from([...columns, r]);
    rows[r].clear();
  }
  return pattern;
}

export const patternSize = (pattern: FactorPattern): number => pattern.reduce((sum, row) => sum + row.length, 0);
