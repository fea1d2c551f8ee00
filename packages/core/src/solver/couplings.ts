/** What tendons and actuators of the discrete integrator's metric add to H. */
import type { F64, f64, I32, i32 } from '../dialect.ts';
import { maxI, minI } from '../math/scalar.ts';
import type { Data, Model } from '../model/kernel.ts';
import { END_DOF, FIRST_DOF, MOVED, NFRONT, span } from './context.ts';

/** Whether all of them couple only dofs that M couples, so that they find a place in the fronts. */
export function haveCouplingsPlace(m: Model, d: Data): boolean {
  for (let t = 0; t < d.nefmT; t++) {
    const id = d.efm_tid[t];
    if (!hasPlace(m, d, m.ten_J_colind, m.ten_J_rowadr[id], m.ten_J_rownnz[id])) return false;
  }
  for (let t = 0; t < d.nefmA; t++) {
    const a = d.efm_aid[t],
      end = m.actuator_outadr[a] + m.actuator_outnum[a];
    for (let o = m.actuator_outadr[a]; o < end; o++) {
      if (!hasPlace(m, d, d.moment_colind, d.moment_rowadr[o], d.moment_rownnz[o])) return false;
    }
  }
  return true;
}

function hasPlace(m: Model, d: Data, ind: I32, adr: i32, nnz: i32): boolean {
  for (let a = adr; a < adr + nnz; a++) {
    const i = dofInIsland(d, ind[a]);
    if (i < 0) return true;
    for (let b = adr; b < a; b++) if (elementOfM(m, d, i, dofInIsland(d, ind[b])) < 0) return false;
  }
  return true;
}

/** H += Σ s·JᵀJ over the tendons and actuators of the island. @reads efm_ts ten_J efm_as actuator_moment */
export function addCouplingBlocks(m: Model, d: Data, H: F64): void {
  for (let t = 0; t < d.nefmT; t++) {
    const id = d.efm_tid[t];
    addBlock(m, d, H, d.efm_ts[t], d.ten_J, m.ten_J_colind, m.ten_J_rowadr[id], m.ten_J_rownnz[id]);
  }
  for (let t = 0; t < d.nefmA; t++) {
    const a = d.efm_aid[t],
      end = m.actuator_outadr[a] + m.actuator_outnum[a];
    for (let o = m.actuator_outadr[a]; o < end; o++) {
      addBlock(m, d, H, d.efm_as[t], d.actuator_moment, d.moment_colind, d.moment_rowadr[o], d.moment_rownnz[o]);
    }
  }
}

function addBlock(m: Model, d: Data, H: F64, scale: f64, val: F64, ind: I32, adr: i32, nnz: i32): void {
  for (let a = adr; a < adr + nnz; a++) {
    const i = dofInIsland(d, ind[a]);
    if (i < 0) return;
    for (let b = adr; b <= a; b++) H[placeInH(m, d, i, dofInIsland(d, ind[b]))] += scale * val[a] * val[b];
  }
}

/** A dof in the order of the solver, or -1 if it is not of the island. */
function dofInIsland(d: Data, dof: i32): i32 {
  const i: i32 = span[MOVED] !== 0 ? d.map_dof2idof[dof] : dof;
  return i >= span[FIRST_DOF] && i < span[END_DOF] ? i : -1;
}

/** Where H has its element of two dofs, in the lower triangle. */
function placeInH(m: Model, d: Data, i: i32, j: i32): i32 {
  if (span[NFRONT] > 0) return d.inertiaPlace[elementOfM(m, d, i, j)];
  const first = span[FIRST_DOF];
  return (minI(i, j) - first) * (span[END_DOF] - first) + maxI(i, j) - first;
}

/** Which element of M couples two dofs, or -1. */
function elementOfM(m: Model, d: Data, i: i32, j: i32): i32 {
  const moved = span[MOVED] !== 0,
    row = maxI(i, j),
    column = minI(i, j);
  const ind = moved ? d.solverMind : m.M_colind;
  const start = moved ? d.solverMadr[row] : m.M_rowadr[row];
  let k = start + (moved ? d.solverMnnz[row] : m.M_rownnz[row]) - 1;
  while (k >= start && ind[k] > column) k--;
  return k >= start && ind[k] === column ? k : -1;
}
