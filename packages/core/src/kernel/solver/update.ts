/** Cost, forces and states of the constraint rows at a given J·qacc - aref, block by block. */

import { setFrictionRow } from '../constraint/friction.ts';
import type { F64, f64, I32, i32 } from '../dialect.ts';
import type { Data } from '../model/classes.ts';
import { CNSTRSTATE_CONE, CNSTRSTATE_QUADRATIC, CNSTRSTATE_SATISFIED } from '../model/constants.ts';
import { BLOCK_CONE, BLOCK_EQUALITY, BLOCK_FRICTION } from './blocks.ts';
import { addConeCost, coneForce } from './cones.ts';
import type { Island } from './island.ts';

/** Cost of the constraints of an island at `jar`, or part of it that is more than `most`: no term is negative. @reads contact_mu contact_friction */
export function constraintCost(d: Data, jar: F64, island: Island, most: f64): f64 {
  const { solverD: D, solverFloss: floss, solverBound: bound } = d;
  let cost: f64 = 0;
  for (let b = island.firstBlock; b < island.endBlock && !(cost > most); b++) {
    const kind = d.blockKind[b],
      row = d.blockRow[b],
      rowEnd = row + d.blockRows[b];
    if (kind === BLOCK_CONE) {
      const c = d.blockContact[b];
      cost = addConeCost(cost, D, jar, row, rowEnd - row, d.contact_mu[c], d.contact_friction, 5 * c);
    } else if (kind === BLOCK_FRICTION) {
      for (let r = row; r < rowEnd; r++) {
        if (jar[r] <= -bound[r]) cost += -0.5 * bound[r] * floss[r] - floss[r] * jar[r];
        else if (jar[r] >= bound[r]) cost += -0.5 * bound[r] * floss[r] + floss[r] * jar[r];
        else cost += 0.5 * D[r] * jar[r] * jar[r];
      }
    } else {
      for (let r = row; r < rowEnd; r++) {
        if (kind === BLOCK_EQUALITY || !(jar[r] >= 0)) cost += 0.5 * D[r] * jar[r] * jar[r];
      }
    }
  }
  return cost;
}

/** Forces and states of the constraints of an island at `jar`; counts its active rows and rows in cones. @reads contact_mu contact_friction */
export function updateConstraints(force: F64, state: I32, d: Data, jar: F64, island: Island): void {
  const D = d.solverD,
    end = island.endBlock;
  let nactive = 0;
  let ncone = 0;
  if (island.firstOther > island.firstBlock) {
    const endEquality = island.firstRow + island.ne;
    for (let r = island.firstRow; r < endEquality; r++) {
      force[r] = -D[r] * jar[r];
      state[r] = CNSTRSTATE_QUADRATIC;
    }
    nactive = island.ne;
  }
  for (let b = island.firstOther; b < end; b++) {
    const kind = d.blockKind[b],
      row = d.blockRow[b],
      rows = d.blockRows[b];
    let rowEnd = row + rows;
    if (kind === BLOCK_CONE) {
      const c = d.blockContact[b];
      const s = coneForce(force, D, jar, row, rows, d.contact_mu[c], d.contact_friction, 5 * c);
      for (let r = row; r < rowEnd; r++) state[r] = s;
      if (s !== CNSTRSTATE_SATISFIED) nactive += rows;
      if (s === CNSTRSTATE_CONE) ncone += rows;
    } else if (kind === BLOCK_FRICTION) {
      nactive += rows;
      updateFriction(force, state, d, jar, row, rowEnd);
    } else {
      for (; b + 1 < end && d.blockKind[b + 1] === kind; b++) rowEnd += d.blockRows[b + 1];
      for (let r = row; r < rowEnd; r++) {
        if (kind !== BLOCK_EQUALITY && jar[r] >= 0) {
          force[r] = 0;
          state[r] = CNSTRSTATE_SATISFIED;
        } else {
          force[r] = -D[r] * jar[r];
          state[r] = CNSTRSTATE_QUADRATIC;
          nactive++;
        }
      }
    }
  }
  island.nactive = nactive;
  island.ncone = ncone;
}

/** Forces and states of rows of friction loss. */
function updateFriction(force: F64, state: I32, d: Data, jar: F64, row: i32, rowEnd: i32): void {
  const { solverD: D, solverFloss: most, solverBound: edge } = d;
  for (let r = row; r < rowEnd; r++) setFrictionRow(force, state, r, jar[r], D[r], most[r], edge[r]);
}
