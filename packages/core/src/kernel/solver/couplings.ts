/** What tendons, actuators and passive contacts of the discrete integrator's metric add to H. */
import type { F64, i32 } from '../dialect.ts';
import { elementPlace, type Fronts } from '../math/frontal/fronts.ts';
import { maxI, minI } from '../math/scalar.ts';
import { Coupling, nextCoupling, startCouplings } from '../metric/couplings.ts';
import { inOrder, type Order } from '../metric/order.ts';
import type { Data, Model } from '../model/classes.ts';
import type { IslandInertia } from './inertia.ts';
import type { Island } from './island.ts';

const coupling = new Coupling(); // the term at hand

/** Whether M couples all the dofs of a term, or they are of another island: it adds nothing to the pattern of H. */
function hasPlace(term: Coupling, island: Island, inertia: IslandInertia, dofs: Order): boolean {
  const column = term.column;
  for (let a = term.adr; a < term.end; a++) {
    const i = inOrder(dofs, column[a]);
    if (!isInIsland(island, i)) return true;
    for (let b = term.adr; b < a; b++) if (!isInM(inertia, i, inOrder(dofs, column[b]))) return false;
  }
  return true;
}

/**
 * Lists the groups that a term couples beyond M, each once, in `patternList`; returns their number.
 *
 * @reads patternGroup
 * @writes patternList
 */
export function couplingGroups(term: Coupling, d: Data, island: Island, inertia: IslandInertia, dofs: Order): i32 {
  if (hasPlace(term, island, inertia, dofs)) return 0;
  const list = d.patternList;
  let count = 0;
  for (let a = term.adr; a < term.end; a++) {
    const g = d.patternGroup[inOrder(dofs, term.column[a]) - island.firstDof];
    let k = 0;
    while (k < count && list[k] !== g) k++;
    list[k] = g;
    if (k === count) count++;
  }
  return count;
}

/** H += Σ s·JᵀJ over the terms of the island; H is dense where there are no fronts. */
export function addCouplingBlocks(H: F64, m: Model, d: Data, island: Island, dofs: Order, fronts: Fronts): void {
  const first = island.firstDof,
    n = island.endDof - first;
  startCouplings(coupling);
  while (nextCoupling(coupling, m, d)) {
    const { column, value } = coupling;
    for (let a = coupling.adr; a < coupling.end; a++) {
      const i = inOrder(dofs, column[a]);
      if (!isInIsland(island, i)) break;
      for (let b = coupling.adr; b <= a; b++) {
        const j = inOrder(dofs, column[b]);
        const row = maxI(i, j) - first;
        const col = minI(i, j) - first;
        const at = fronts.count > 0 ? elementPlace(fronts, row, col) : col * n + row;
        H[at] += coupling.scale * value[a] * value[b];
      }
    }
  }
}

function isInIsland(island: Island, i: i32): boolean {
  return i >= island.firstDof && i < island.endDof;
}

/** Whether M couples two dofs. */
function isInM(inertia: IslandInertia, i: i32, j: i32): boolean {
  const row = maxI(i, j),
    column = minI(i, j),
    ind = inertia.ind,
    start = inertia.adr[row];
  let k = start + inertia.nnz[row] - 1;
  while (k >= start && ind[k] > column) k--;
  return k >= start && ind[k] === column;
}
