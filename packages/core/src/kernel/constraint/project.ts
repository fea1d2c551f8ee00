import type { i32 } from '../dialect.ts';
import { copyI, dot, transpose, zero } from '../math/linear/dense.ts';
import { transposeSparse } from '../math/linear/sparse.ts';
import { mirrorLower, sqrMatTD, sqrMatTDCount, sqrMatTDPattern, sqrMatTDValues } from '../math/linear/weighted-gram.ts';
import { metricFactor } from '../metric/product.ts';
import { COUNT_NA, COUNT_NY, type Data, type Model } from '../model/classes.ts';
import { ENBL_DIAGEXACT } from '../model/constants.ts';
import { reserve } from '../model/reserve.ts';
import { makeImpedance } from './impedance/impedance.ts';
import { reorderRegularisation } from './island.ts';
import { isDual, isSparse } from './jacobian/mode.ts';

/**
 * What the dual solvers and exact regularisation need: the whitened Jacobian Y = J·L⁻¹·D^-½ with M = LᵀDL, so that
 * Y·Yᵀ = J·M⁻¹·Jᵀ, and the constraint inertia AR = Y·Yᵀ + diag(R).
 *
 * @reads nefc efc_J qLD
 * @writes nY nA efc_Y efc_AR
 * @see mj_projectConstraint
 */
export function projectConstraint(m: Model, d: Data): void {
  if (d.nefc === 0) return;
  const dual = isDual(m);
  const exact = (m.opt_enableflags & ENBL_DIAGEXACT) !== 0;
  const sparse = isSparse(m);
  if (dual || exact) {
    scaleFactor(m, d);
    if (sparse) whitenSparse(m, d);
    else whitenDense(m, d);
  }
  if (exact) {
    exactDiagonal(m, d, sparse);
    makeImpedance(m, d);
    reorderRegularisation(d);
  }
  if (dual) {
    if (sparse) squareSparse(m, d);
    else squareDense(m, d);
  }
}

function scaleFactor(m: Model, d: Data): void {
  const LD = metricFactor(d);
  for (let i = 0; i < m.nv; i++) d.projectScale[i] = 1 / Math.sqrt(LD[m.M_rowadr[i] + m.M_rownnz[i] - 1]);
}

/** Whitens the unpacked row: x = D^-½·L⁻ᵀ·x at the dofs listed in `chain`, which include their ancestors. */
function eliminate(m: Model, d: Data, adr: i32, nnz: i32): void {
  const { projectRow: x, efc_Y_colind: chain } = d;
  const qLD = metricFactor(d);
  const { M_rowadr, M_rownnz, M_colind } = m;
  for (let k = adr + nnz - 1; k >= adr; k--) {
    const i = chain[k];
    const xi = x[i];
    if (xi === 0) continue;
    const start = M_rowadr[i];
    const end = start + M_rownnz[i] - 1;
    for (let c = start; c < end; c++) x[M_colind[c]] -= qLD[c] * xi;
  }
}

/** Columns of a row of Y: those of J and the ancestors that M couples them with. Returns how many there are, in `d.rowChain`, at the end. */
function closeChain(m: Model, d: Data, row: i32): i32 {
  const { nv, dof_parentid } = m;
  const colind = d.efc_J_colind;
  const start = d.efc_J_rowadr[row];
  const chain = d.rowChain;
  let left = d.efc_J_rownnz[row];
  let at = nv;
  let ancestor = -1;
  while (left > 0 || ancestor >= 0) {
    const own: i32 = left > 0 ? colind[start + left - 1] : -1;
    at--;
    chain[at] = own >= ancestor ? own : ancestor;
    if (own >= ancestor) left--;
    ancestor = m.M_rownnz[chain[at]] > 1 ? dof_parentid[chain[at]] : -1;
  }
  return nv - at;
}

/**
 * @reads efc_J efc_J_rownnz efc_J_rowadr efc_J_rowsuper efc_J_colind
 * @writes nY efc_Y efc_Y_rownnz efc_Y_rowadr efc_Y_colind
 */
function whitenSparse(m: Model, d: Data): void {
  const nefc = d.nefc;
  let adr = 0;
  for (let row = 0; row < nefc; row++) {
    // rows with the columns of the row before have its pattern
    const again = row > 0 && d.efc_J_rowsuper[row - 1] > 0;
    const nnz: i32 = again ? d.efc_Y_rownnz[row - 1] : closeChain(m, d, row);
    reserve(m, d, COUNT_NY, adr + nnz);
    if (again) copyI(d.efc_Y_colind, adr, d.efc_Y_colind, adr - nnz, nnz);
    else copyI(d.efc_Y_colind, adr, d.rowChain, m.nv - nnz, nnz);
    d.efc_Y_rownnz[row] = nnz;
    d.efc_Y_rowadr[row] = adr;

    const x = d.projectRow;
    const start = d.efc_J_rowadr[row];
    const end = start + d.efc_J_rownnz[row];
    for (let k = start; k < end; k++) x[d.efc_J_colind[k]] = d.efc_J[k];
    eliminate(m, d, adr, nnz);
    for (let k = adr; k < adr + nnz; k++) {
      const i = d.efc_Y_colind[k];
      d.efc_Y[k] = x[i] * d.projectScale[i];
      x[i] = 0;
    }
    adr += nnz;
  }
  d.nY = adr;
}

function whitenDense(m: Model, d: Data): void {
  const nv = m.nv;
  const nefc = d.nefc;
  reserve(m, d, COUNT_NY, nefc * nv);
  d.nY = nefc * nv;
  const { efc_Y: Y, efc_J: J, projectScale: scale } = d;
  const { M_rowadr, M_rownnz, M_colind } = m;
  const qLD = metricFactor(d);
  for (let row = 0; row < nefc; row++) {
    const o = nv * row;
    for (let i = 0; i < nv; i++) Y[o + i] = J[o + i];
    for (let i = nv - 1; i > 0; i--) {
      const x = Y[o + i];
      if (x === 0) continue;
      const start = M_rowadr[i];
      const end = start + M_rownnz[i] - 1;
      for (let k = start; k < end; k++) Y[o + M_colind[k]] -= qLD[k] * x;
    }
    for (let i = 0; i < nv; i++) Y[o + i] *= scale[i];
  }
}

/** diagA = diagonal of Y·Yᵀ. @writes efc_diagA */
function exactDiagonal(m: Model, d: Data, sparse: boolean): void {
  for (let row = 0; row < d.nefc; row++) {
    const adr: i32 = sparse ? d.efc_Y_rowadr[row] : m.nv * row;
    const nnz: i32 = sparse ? d.efc_Y_rownnz[row] : m.nv;
    d.efc_diagA[row] = dot(d.efc_Y, adr, d.efc_Y, adr, nnz);
  }
}

/**
 * Lists, for each row of Y, the columns that M couples with no ancestor. Rows that share a column share such a one, since the ancestors of
 * a column are columns, too: they are enough to find the pattern of Y·Yᵀ.
 */
function listRoots(m: Model, d: Data): void {
  const { efc_Y_colind: colind, efcRootColind: roots } = d;
  for (let row = 0; row < d.nefc; row++) {
    const start = d.efc_Y_rowadr[row],
      end = start + d.efc_Y_rownnz[row];
    let at = start;
    for (let k = start; k < end; k++) if (m.M_rownnz[colind[k]] === 1) roots[at++] = colind[k];
    d.efcRootRownnz[row] = at - start;
  }
}

/**
 * @reads efc_R efc_Y
 * @writes nA efc_AR efc_AR_rownnz efc_AR_rowadr efc_AR_colind
 */
function squareSparse(m: Model, d: Data): void {
  const { nefc, efc_Y_rownnz: Ynnz, efc_Y_rowadr: Yadr, efc_Y_colind: Yind, efcYTRownnz: Tnnz, efcYTRowadr: Tadr } = d;
  const { efcYTColind: Tind, efc_AR_rownnz: nnz, efc_AR_rowadr: adr } = d;
  const nv = m.nv;
  transposeSparse(d.efcYT, Tnnz, Tadr, Tind, d.efc_Y, nefc, nv, Ynnz, Yadr, Yind);
  listRoots(m, d);
  const nA = sqrMatTDCount(nnz, adr, nefc, true, Tnnz, Tadr, Tind, d.efcRootRownnz, Yadr, d.efcRootColind, d.efcMarker);
  reserve(m, d, COUNT_NA, nA);
  d.nA = nA;
  const { efc_AR: AR, efc_AR_colind: ind, efcDiagonal: diagonal, efcRootColind: roots } = d;
  sqrMatTDPattern(nnz, adr, ind, diagonal, nefc, true, Tnnz, Tadr, Tind, d.efcRootRownnz, Yadr, roots, d.efcMarker);
  zero(d.efcBuffer, 0, nefc);
  sqrMatTDValues(
    AR,
    nefc,
    nnz,
    adr,
    ind,
    d.efcYT,
    Tnnz,
    Tadr,
    Tind,
    d.efc_Y,
    Ynnz,
    Yadr,
    Yind,
    d.efc_R,
    false,
    d.efcBuffer,
  );
  mirrorLower(AR, nefc, adr, ind, diagonal, d.efcMarker);
  for (let row = 0; row < nefc; row++) AR[diagonal[row]] += d.efc_R[row];
}

function squareDense(m: Model, d: Data): void {
  const nefc = d.nefc;
  reserve(m, d, COUNT_NA, nefc * nefc);
  d.nA = nefc * nefc;
  transpose(d.efcYT, 0, d.efc_Y, 0, nefc, m.nv);
  sqrMatTD(d.efc_AR, 0, d.efcYT, 0, d.efc_R, 0, m.nv, nefc, false, true);
  for (let row = 0; row < nefc; row++) d.efc_AR[row * (nefc + 1)] += d.efc_R[row];
}
