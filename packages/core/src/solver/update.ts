/** Cost, forces and states of the constraint rows at a given J·qacc - aref, block by block. */
import type { F64, f64, I32, i32 } from '../dialect.ts';
import {
  CNSTRSTATE_CONE,
  CNSTRSTATE_LINEARNEG,
  CNSTRSTATE_LINEARPOS,
  CNSTRSTATE_QUADRATIC,
  CNSTRSTATE_SATISFIED,
} from '../model/constants.ts';
import type { Data } from '../model/kernel.ts';
import { BLOCK_CONE, BLOCK_EQUALITY, BLOCK_FRICTION } from './blocks.ts';
import { addConeCost, coneForce } from './cones.ts';
import { NACTIVE, NCONE, span } from './context.ts';

/** Cost of the constraints of blocks `first` ≤ b < `end`, or part of it that is more than `most`: no term is negative. */
export function constraintCost(d: Data, jar: F64, first: i32, end: i32, most: f64): f64 {
  const blockRow = d.blockRow,
    blockRows = d.blockRows,
    blockKind = d.blockKind;
  const D = d.solverD,
    floss = d.solverFloss,
    bound = d.solverBound;
  let cost: f64 = 0;
  for (let b = first; b < end && !(cost > most); b++) {
    const kind = blockKind[b],
      row = blockRow[b],
      rowEnd = row + blockRows[b];
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

/** Forces and states of the constraints of blocks `first` ≤ b < `end` at `jar`; counts active rows and rows in cones. */
export function updateConstraints(force: F64, state: I32, d: Data, jar: F64, first: i32, end: i32): void {
  const blockRow = d.blockRow,
    blockRows = d.blockRows,
    blockKind = d.blockKind;
  const D = d.solverD,
    floss = d.solverFloss,
    bound = d.solverBound;
  let nactive = 0;
  let ncone = 0;
  for (let b = first; b < end; b++) {
    const kind = blockKind[b],
      row = blockRow[b],
      rows = blockRows[b];
    let rowEnd = row + rows;
    if (kind === BLOCK_CONE) {
      const c = d.blockContact[b];
      const s = coneForce(force, D, jar, row, rows, d.contact_mu[c], d.contact_friction, 5 * c);
      for (let r = row; r < rowEnd; r++) state[r] = s;
      if (s !== CNSTRSTATE_SATISFIED) nactive += rows;
      if (s === CNSTRSTATE_CONE) ncone += rows;
    } else if (kind === BLOCK_FRICTION) {
      nactive += rows;
      for (let r = row; r < rowEnd; r++) {
        if (jar[r] <= -bound[r]) {
          force[r] = floss[r];
          state[r] = CNSTRSTATE_LINEARNEG;
        } else if (jar[r] >= bound[r]) {
          force[r] = -floss[r];
          state[r] = CNSTRSTATE_LINEARPOS;
        } else {
          force[r] = -D[r] * jar[r];
          state[r] = CNSTRSTATE_QUADRATIC;
        }
      }
    } else {
      for (; b + 1 < end && blockKind[b + 1] === kind; b++) rowEnd += blockRows[b + 1];
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
  span[NACTIVE] = nactive;
  span[NCONE] = ncone;
}
