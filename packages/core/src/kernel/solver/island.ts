import type { i32 } from '../dialect.ts';
import type { Data, Model } from '../model/classes.ts';

/**
 * A constraint island: ranges of blocks, rows and dofs in the order of the solver, each `first...` ≤ k < `end...`. The whole system is one,
 * too; a new record has nothing in it.
 */
export class Island {
  /** Where its statistics go; the whole system counts as the first island. */
  index: i32 = 0;
  firstBlock: i32 = 0;
  endBlock: i32 = 0;
  /** Blocks before this one are all of equalities, whose rows are the first. */
  firstOther: i32 = 0;
  firstRow: i32 = 0;
  endRow: i32 = 0;
  whole: boolean = false;
  firstDof: i32 = 0;
  endDof: i32 = 0;
  /** Rows of equality, then of friction loss, which come first. */
  ne: i32 = 0;
  nf: i32 = 0;
  /** Rows that are not satisfied, and rows in the cone state, at the last update of the forces. */
  nactive: i32 = 0;
  ncone: i32 = 0;
}

/** Makes an island of all rows and dofs; its blocks are none yet. @reads nefc ne nf */
export function takeSystem(island: Island, m: Model, d: Data): void {
  island.index = 0;
  island.whole = true;
  island.firstBlock = 0;
  island.endBlock = 0;
  island.firstOther = 0;
  island.firstRow = 0;
  island.endRow = d.nefc;
  island.firstDof = 0;
  island.endDof = m.nv;
  island.ne = d.ne;
  island.nf = d.nf;
}

/** The k-th island of the model. @reads island_iefcadr island_nefc island_idofadr island_nv island_ne island_nf */
export function takeIsland(island: Island, d: Data, k: i32): void {
  island.index = k;
  island.whole = false;
  island.firstRow = d.island_iefcadr[k];
  island.endRow = island.firstRow + d.island_nefc[k];
  island.firstDof = d.island_idofadr[k];
  island.endDof = island.firstDof + d.island_nv[k];
  island.ne = d.island_ne[k];
  island.nf = d.island_nf[k];
}

/** Its blocks, of which the first is `b`. */
export function takeBlocks(island: Island, d: Data, b: i32): void {
  island.firstBlock = b;
  island.endBlock = b;
  island.firstOther = b;
  for (let row = island.firstRow; row < island.endRow; island.endBlock++) {
    if (row < island.firstRow + island.ne) island.firstOther++;
    row += d.blockRows[island.endBlock];
  }
}
