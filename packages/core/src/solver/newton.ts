/**
 * The Newton step of an island: H = M + JᵀWJ over its active rows, factorised, and solved for the gradient. H over the quadratic rows is
 * kept and changes with the rows that change their state; cones, whose second derivative changes all the time, are added to a copy.
 */
import type { i32 } from '../dialect.ts';
import { addToScl, copy, dot, zero } from '../math/leaf.ts';
import { CNSTRSTATE_CONE } from '../model/constants.ts';
import { type Data, DYN_NHESSIAN, type Model } from '../model/kernel.ts';
import { reserve } from '../model/reserve.ts';
import { END_BLOCK, END_DOF, FIRST_BLOCK, FIRST_DOF, NCONE, NUPDATE, PERMUTED, span } from './context.ts';
import { addChanged, addCone, addQuadratic } from './hessian.ts';
import { cholPanel } from './leaf.ts';

/** Makes H for the present states and factorises it. */
export function newtonStart(m: Model, d: Data): void {
  const n = span[END_DOF] - span[FIRST_DOF];
  reserve(m, d, DYN_NHESSIAN, n * n);
  assemble(m, d);
  factorize(m, d);
}

/** Brings H up to date with the states that changed, and its factor. */
export function newtonUpdate(m: Model, d: Data, hadCone: boolean): void {
  const first = span[FIRST_DOF],
    n = span[END_DOF] - first;
  const end = span[END_BLOCK];
  let changed = 0;
  for (let b = span[FIRST_BLOCK]; b < end; b++) {
    changed += addChanged(d, b, d.hessian, 0, n, d.blockCol, d.blockColadr[b], first);
  }
  span[NUPDATE] = changed + span[NCONE];
  if (changed > 0 || hadCone || span[NCONE] > 0) factorize(m, d);
}

/** solverMgrad = H⁻¹·solverGrad */
export function newtonSolve(d: Data): void {
  const first = span[FIRST_DOF],
    n = span[END_DOF] - first;
  const L = d.hessianFactor,
    x = d.solverMgrad;
  copy(x, first, d.solverGrad, first, n);
  for (let j = 0; j < n; j++) {
    const diag = j * n + j;
    const y = x[first + j] / L[diag];
    x[first + j] = y;
    addToScl(x, first + j + 1, L, diag + 1, -y, n - j - 1);
  }
  for (let j = n - 1; j >= 0; j--) {
    const diag = j * n + j;
    x[first + j] = (x[first + j] - dot(L, diag + 1, x, first + j + 1, n - j - 1)) / L[diag];
  }
}

/** H over the quadratic rows, from nothing. */
function assemble(m: Model, d: Data): void {
  const first = span[FIRST_DOF],
    end = span[END_DOF],
    n = end - first;
  const permuted = span[PERMUTED] !== 0;
  const nnz = permuted ? d.solverMnnz : m.M_rownnz;
  const adr = permuted ? d.solverMadr : m.M_rowadr;
  const ind = permuted ? d.solverMind : m.M_colind;
  const M = permuted ? d.solverM : d.M;
  const H = d.hessian;
  zero(H, 0, n * n);
  for (let i = first; i < end; i++) {
    const start = adr[i],
      stop = start + nnz[i];
    for (let k = start; k < stop; k++) H[(ind[k] - first) * n + i - first] = M[k];
  }
  const endBlock = span[END_BLOCK];
  for (let b = span[FIRST_BLOCK]; b < endBlock; b++) addQuadratic(d, b, H, 0, n, d.blockCol, d.blockColadr[b], first);
}

/** Factor of H with its cones. Where rounding made H indefinite, it is made anew. */
function factorize(m: Model, d: Data): void {
  if (tryFactor(d) === 0) return;
  assemble(m, d);
  tryFactor(d);
}

function tryFactor(d: Data): i32 {
  const first = span[FIRST_DOF],
    n = span[END_DOF] - first;
  const L = d.hessianFactor;
  copy(L, 0, d.hessian, 0, n * n);
  if (span[NCONE] > 0) {
    const end = span[END_BLOCK];
    for (let b = span[FIRST_BLOCK]; b < end; b++) {
      if (d.solverState[d.blockRow[b]] === CNSTRSTATE_CONE) addCone(d, b, L, 0, n, d.blockCol, d.blockColadr[b], first);
    }
  }
  return cholPanel(L, 0, n, n, n);
}
