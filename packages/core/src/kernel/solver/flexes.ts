/** What flexes of the discrete integrator's metric add to H. */
import type { F64, i32 } from '../dialect.ts';
import { elementPlace, type Fronts } from '../math/frontal/fronts.ts';
import { inOrder, type Order } from '../metric/order.ts';
import type { Data } from '../model/classes.ts';
import type { Island } from './island.ts';

/**
 * Where the elements of efm_K go in the panels: those of the lower triangle.
 *
 * @reads flexPatternKey flexPointDof flexPairAdr flexPairNum flexPair
 * @writes flexFrontPlace
 */
export function placeFlexes(d: Data, island: Island, dofs: Order, fronts: Fronts): void {
  const first = island.firstDof;
  for (let p = 0; p < d.flexPatternKey[1]; p++) {
    const i = inOrder(dofs, d.flexPointDof[p]);
    if (i < first || i >= island.endDof) continue;
    const adr = d.flexPairAdr[p];
    const num = d.flexPairNum[p];
    for (let k = 0; k < num; k++) {
      const j = inOrder(dofs, d.flexPair[adr + k]);
      for (let r = 0; r < 3; r++) {
        const at = 9 * adr + 3 * (r * num + k);
        for (let c = 0; c < 3; c++)
          d.flexFrontPlace[at + c] = j + c <= i + r ? elementPlace(fronts, i + r - first, j + c - first) : -1;
      }
    }
  }
}

/**
 * H += efm_K over the island; H is dense, or `inFronts`.
 *
 * @reads flexPatternKey flexPointDof flexPairAdr flexPairNum flexPair flexFrontPlace efm_K_val
 */
export function addFlexBlocks(H: F64, d: Data, island: Island, dofs: Order, inFronts: boolean): void {
  const first = island.firstDof;
  const n = island.endDof - first;
  const K = d.efm_K_val;
  for (let p = 0; p < d.flexPatternKey[1]; p++) {
    const i = inOrder(dofs, d.flexPointDof[p]);
    if (i < first || i >= island.endDof) continue;
    const adr = d.flexPairAdr[p];
    const num = d.flexPairNum[p];
    if (inFronts) {
      addPlaced(H, d, 9 * adr, 9 * num);
      continue;
    }
    for (let k = 0; k < num; k++) {
      const j = inOrder(dofs, d.flexPair[adr + k]);
      for (let r = 0; r < 3; r++) {
        const at = 9 * adr + 3 * (r * num + k);
        for (let c = 0; c < 3; c++) if (j + c <= i + r) H[(j + c - first) * n + i + r - first] += K[at + c];
      }
    }
  }
}

function addPlaced(H: F64, d: Data, at: i32, count: i32): void {
  const { efm_K_val: K, flexFrontPlace: place } = d;
  for (let k = at; k < at + count; k++) if (place[k] >= 0) H[place[k]] += K[k];
}
