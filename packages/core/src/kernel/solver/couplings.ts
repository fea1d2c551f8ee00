/** What tendons and actuators of the discrete integrator's metric add to H. @cold */
import type { F64, i32 } from '../dialect.ts';
import { maxI, minI } from '../math/scalar.ts';
import { Coupling, nextCoupling, startCouplings } from '../metric/couplings.ts';
import { inOrder, type Order } from '../metric/order.ts';
import type { Data, Model } from '../model/classes.ts';
import type { IslandInertia } from './inertia.ts';
import type { Island } from './island.ts';

const coupling = new Coupling(); // the term at hand

/** Whether all of them couple only dofs that M couples, so that they find a place in the fronts. */
export function haveCouplingsPlace(m: Model, d: Data, island: Island, inertia: IslandInertia, dofs: Order): boolean {
  startCouplings(coupling);
  while (nextCoupling(coupling, m, d)) if (!hasPlace(island, inertia, dofs)) return false;
  return true;
}

/** Whether M couples all the dofs of the term, or they are of another island. */
function hasPlace(island: Island, inertia: IslandInertia, dofs: Order): boolean {
  const column = coupling.column;
  for (let a = coupling.adr; a < coupling.end; a++) {
    const i = inOrder(dofs, column[a]);
    if (!isInIsland(island, i)) return true;
    for (let b = coupling.adr; b < a; b++) if (elementOfM(inertia, i, inOrder(dofs, column[b])) < 0) return false;
  }
  return true;
}

/** H += Σ s·JᵀJ over the tendons and actuators of the island; H is dense, or `inFronts` with the places of M. */
export function addCouplingBlocks(
  H: F64,
  m: Model,
  d: Data,
  island: Island,
  inertia: IslandInertia,
  dofs: Order,
  inFronts: boolean,
): void {
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
        let at = 0;
        if (inFronts) at = d.inertiaPlace[elementOfM(inertia, i, j)];
        else at = (minI(i, j) - first) * n + maxI(i, j) - first;
        H[at] += coupling.scale * value[a] * value[b];
      }
    }
  }
}

function isInIsland(island: Island, i: i32): boolean {
  return i >= island.firstDof && i < island.endDof;
}

/** Which element of M couples two dofs, or -1. */
function elementOfM(inertia: IslandInertia, i: i32, j: i32): i32 {
  const row = maxI(i, j),
    column = minI(i, j),
    ind = inertia.ind,
    start = inertia.adr[row];
  let k = start + inertia.nnz[row] - 1;
  while (k >= start && ind[k] > column) k--;
  return k >= start && ind[k] === column ? k : -1;
}
