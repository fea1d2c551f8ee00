/** Sizes of the dof and body sparsity patterns. */
export interface DofPattern {
  parent: Int32Array;
  simplenum: Int32Array;
  /** dofs from each dof to the root of its tree, itself included */
  depth: Int32Array;
  nM: number;
  nC: number;
  nD: number;
}

/** Counts of the sparse inertia matrix; `simple` is `body_simple` after tendons were taken into account. */
export function dofPattern(parent: Int32Array, bodyid: Int32Array, simple: ArrayLike<number>): DofPattern {
  const nv = parent.length;
  const simplenum = new Int32Array(nv);
  const depth = new Int32Array(nv);
  for (let i = nv - 1, count = 0; i >= 0; i--) {
    count = simple[bodyid[i]] ? count + 1 : 0;
    simplenum[i] = count;
  }
  let nM = 0;
  let nC = 0;
  for (let i = 0; i < nv; i++) {
    depth[i] = parent[i] < 0 ? 1 : depth[parent[i]] + 1;
    nM += depth[i];
    nC += simplenum[i] ? 1 : depth[i];
  }
  return { parent, simplenum, depth, nM, nC, nD: 2 * nM - nv };
}

export interface SparseMatrix {
  rownnz: Int32Array;
  rowadr: Int32Array;
  colind: Int32Array;
}

function accumulate(rowadr: Int32Array, rownnz: Int32Array): void {
  for (let i = 1; i < rownnz.length; i++) rowadr[i] = rowadr[i - 1] + rownnz[i - 1];
}

/** Lower triangle: each dof with its ancestors, simple dofs alone. `mapM2M` leads to the legacy order of M. */
export function fillM(m: SparseMatrix & { mapM2M: Int32Array; dof_Madr: Int32Array }, p: DofPattern): void {
  const nv = p.parent.length;
  for (let i = 0; i < nv; i++) m.rownnz[i] = p.simplenum[i] ? 1 : p.depth[i];
  accumulate(m.rowadr, m.rownnz);
  for (let i = 0; i < nv; i++) {
    let at = m.rowadr[i] + m.rownnz[i];
    let legacy = m.dof_Madr[i];
    for (let j = i; at > m.rowadr[i]; j = p.parent[j]) {
      m.colind[--at] = j;
      m.mapM2M[at] = legacy++;
    }
  }
}

/** Symmetric pattern: each dof with its ancestors and its descendants, in ascending order. */
export function fillD(d: SparseMatrix & { diag: Int32Array }, p: DofPattern): void {
  const nv = p.parent.length;
  const { rownnz, rowadr, colind, diag } = d;
  rownnz.fill(0);
  for (let i = nv - 1; i >= 0; i--) {
    // so far: descendants
    const below = rownnz[i];
    if (p.parent[i] >= 0) rownnz[p.parent[i]] += below + 1;
    diag[i] = p.depth[i] - 1;
    rownnz[i] = below + p.depth[i];
  }
  accumulate(rowadr, rownnz);
  const next = new Int32Array(nv);
  for (let i = 0; i < nv; i++) {
    let at = rowadr[i] + p.depth[i];
    for (let j = i; j >= 0; j = p.parent[j]) {
      colind[--at] = j;
      // i is a descendant of j; descendants come in ascending order
      if (j !== i) colind[rowadr[j] + p.depth[j] + next[j]++] = i;
    }
  }
}

/** Body pattern: the dofs of a body's ancestors, its own and its subtree's, in ascending order. */
export function fillB(
  b: SparseMatrix,
  parentid: ArrayLike<number>,
  dofadr: ArrayLike<number>,
  dofnum: ArrayLike<number>,
): void {
  const nbody = parentid.length;
  const { rownnz, rowadr, colind } = b;
  const { subtree, above } = countB(parentid, dofnum);
  for (let i = 0; i < nbody; i++) rownnz[i] = subtree[i] + above[i];
  accumulate(rowadr, rownnz);
  // dofs of a subtree are consecutive (bodies are in depth-first order): find where each starts
  const first = new Int32Array(nbody);
  for (let i = nbody - 1; i >= 0; i--) first[i] = dofnum[i] > 0 ? dofadr[i] : i + 1 < nbody ? first[i + 1] : 0;
  for (let i = 0; i < nbody; i++) {
    let at = rowadr[i];
    if (above[i] > 0) {
      const p = parentid[i];
      for (let k = 0; k < above[p]; k++) colind[at++] = colind[rowadr[p] + k];
      for (let k = 0; k < dofnum[p]; k++) colind[at++] = dofadr[p] + k;
    }
    for (let k = 0; k < subtree[i]; k++) colind[at++] = first[i] + k;
  }
}

function countB(parentid: ArrayLike<number>, dofnum: ArrayLike<number>): { subtree: Int32Array; above: Int32Array } {
  const nbody = parentid.length;
  const subtree = new Int32Array(nbody);
  const above = new Int32Array(nbody);
  for (let i = nbody - 1; i > 0; i--) {
    subtree[i] += dofnum[i];
    subtree[parentid[i]] += subtree[i];
  }
  for (let i = 1; i < nbody; i++) {
    const p = parentid[i];
    if (p > 0) above[i] = above[p] + dofnum[p];
  }
  return { subtree, above };
}

/** Elements of the body pattern. */
export function countNB(parentid: ArrayLike<number>, dofnum: ArrayLike<number>): number {
  const { subtree, above } = countB(parentid, dofnum);
  let total = 0;
  for (let i = 0; i < parentid.length; i++) total += subtree[i] + above[i];
  return total;
}

/** mapM2D: for each element of D the one of M with its row and column in either order; -1 where M has none. */
export function fillMapM2D(map: Int32Array, d: SparseMatrix, m: SparseMatrix): void {
  const nv = d.rownnz.length;
  const cursor = new Int32Array(nv);
  map.fill(-1);
  for (let i = 0; i < nv; i++) {
    let at = m.rowadr[i];
    const end = at + m.rownnz[i];
    for (let k = d.rowadr[i]; k < d.rowadr[i] + d.rownnz[i] && at < end; k++) {
      if (d.colind[k] !== m.colind[at]) continue;
      map[k] = at++;
    }
  }
  // upper triangle by symmetry: visit rows in order, each contributes to the rows of its ancestors
  for (let j = 0; j < nv; j++) {
    let at = d.rowadr[j];
    while (d.colind[at] !== j) at++;
    cursor[j] = at + 1;
  }
  for (let i = 0; i < nv; i++) {
    let at = m.rowadr[i];
    const end = at + m.rownnz[i];
    for (let k = d.rowadr[i]; d.colind[k] < i; k++) {
      const j = d.colind[k];
      const present = at < end && m.colind[at] === j;
      map[cursor[j]++] = present ? at++ : -1;
    }
  }
}

/** mapD2M: for each element of M the one of D. */
export function fillMapD2M(map: Int32Array, d: SparseMatrix, m: SparseMatrix): void {
  for (let i = 0; i < m.rownnz.length; i++) {
    let at = d.rowadr[i];
    for (let k = m.rowadr[i]; k < m.rowadr[i] + m.rownnz[i]; k++) {
      while (d.colind[at] !== m.colind[k]) at++;
      map[k] = at;
    }
  }
}
