import type { Data, Model } from '@qpos/core';

/**
 * M⁻¹ on a few dofs. A vector lives on a set of dofs that is closed under ancestors; the factor of M then needs no
 * other. Sums are in the order of dense products over all dofs: entry i goes to the partial sum i mod 4.
 */
export class InverseInertia {
  readonly #m: Model;
  readonly #d: Data;
  readonly #mark: Int32Array;
  readonly #place: Int32Array;
  #stamp = 0;
  /** Workspace over all dofs, zero between calls. */
  readonly x: Float64Array;
  readonly y: Float64Array;

  constructor(m: Model, d: Data) {
    this.#m = m;
    this.#d = d;
    this.#mark = new Int32Array(m.nv);
    this.#place = new Int32Array(m.nv);
    this.x = new Float64Array(m.nv);
    this.y = new Float64Array(m.nv);
  }

  /** The given dofs and their ancestors, ascending. */
  closure(dofs: Iterable<number>): Int32Array {
    const { dof_parentid } = this.#m;
    const stamp = ++this.#stamp;
    const found: number[] = [];
    for (const dof of dofs) {
      for (let i = dof; i >= 0 && this.#mark[i] !== stamp; i = dof_parentid[i]) {
        this.#mark[i] = stamp;
        found.push(i);
      }
    }
    return Int32Array.from(found).sort();
  }

  /** All dofs of the trees that the given dofs are in, ascending. */
  trees(dofs: Iterable<number>): Int32Array {
    const m = this.#m;
    const ids = new Set<number>();
    for (const i of dofs) ids.add(m.dof_treeid[i]);
    const found: number[] = [];
    for (const t of [...ids].sort((a, b) => a - b))
      for (let k = 0; k < m.tree_dofnum[t]; k++) found.push(m.tree_dofadr[t] + k);
    return Int32Array.from(found);
  }

  /** x := M⁻¹·x on the dofs of `set`. */
  solve(set: Int32Array): void {
    const { M_rownnz, M_rowadr, M_colind } = this.#m;
    const { qLD, qLDiagInv } = this.#d;
    const { x } = this;
    for (let k = set.length - 1; k >= 0; k--) {
      const i = set[k];
      const xi = x[i];
      if (xi === 0) continue;
      const diag = M_rowadr[i] + M_rownnz[i] - 1;
      for (let a = M_rowadr[i]; a < diag; a++) x[M_colind[a]] -= qLD[a] * xi;
    }
    for (const i of set) x[i] *= qLDiagInv[i];
    for (const i of set) {
      const count = M_rownnz[i] - 1;
      if (count > 0) x[i] -= dotRow(qLD, M_rowadr[i], count, M_colind, x);
    }
  }

  /** yᵀ·M⁻¹·y for the vector y on `set`; y is cleared. */
  quadratic(set: Int32Array): number {
    const { x, y } = this;
    for (const i of set) x[i] = y[i];
    this.solve(set);
    const value = this.dot(set, y, x);
    this.clear(set);
    return value;
  }

  /**
   * yᵀ·M⁻¹·y for six vectors on `set`, given as six numbers per entry of the set. They share each element of the factor, which
   * is what takes the time on long chains.
   */
  quadraticsOfSix(set: Int32Array, y: Float64Array): Float64Array {
    const { M_rownnz, M_rowadr, M_colind } = this.#m;
    const { qLD, qLDiagInv } = this.#d;
    const n = set.length;
    const z = y.slice(0, 6 * n);
    const place = this.#place;
    for (let k = 0; k < n; k++) place[set[k]] = 6 * k;
    for (let k = n - 1; k >= 0; k--) {
      const [a, b, c, d, e, f] = z.subarray(6 * k, 6 * k + 6);
      const diag = M_rowadr[set[k]] + M_rownnz[set[k]] - 1;
      for (let adr = M_rowadr[set[k]]; adr < diag; adr++) {
        const l = qLD[adr];
        const at = place[M_colind[adr]];
        z[at] -= l * a;
        z[at + 1] -= l * b;
        z[at + 2] -= l * c;
        z[at + 3] -= l * d;
        z[at + 4] -= l * e;
        z[at + 5] -= l * f;
      }
    }
    for (let k = 0; k < n; k++) for (let r = 0; r < 6; r++) z[6 * k + r] *= qLDiagInv[set[k]];
    for (let k = 0; k < n; k++) {
      const count = M_rownnz[set[k]] - 1;
      if (count > 0) subtractRow(z, 6 * k, qLD, M_rowadr[set[k]], count, M_colind, place);
    }
    return this.#dots(set, y, z);
  }

  /** Dot products of six pairs of vectors, in the order of `dot`. */
  #dots(set: Int32Array, y: Float64Array, z: Float64Array): Float64Array {
    const { nv } = this.#m;
    const whole = nv - (nv % 4);
    const result = new Float64Array(6);
    for (let r = 0; r < 6; r++) {
      const s = [0, 0, 0, 0];
      let tail = 0;
      for (let k = 0; k < set.length; k++) {
        const product = y[6 * k + r] * z[6 * k + r];
        if (set[k] < whole) s[set[k] % 4] += product;
        else tail += product;
      }
      result[r] = s[0] + s[2] + (s[1] + s[3]) + tail;
    }
    return result;
  }

  clear(set: Int32Array): void {
    for (const i of set) {
      this.x[i] = 0;
      this.y[i] = 0;
    }
  }

  /** a·b of vectors that are zero outside of `set`. */
  dot(set: Int32Array, a: Float64Array, b: Float64Array): number {
    const { nv } = this.#m;
    const whole = nv - (nv % 4);
    const s = [0, 0, 0, 0];
    let tail = 0;
    for (const i of set) {
      if (i < whole) s[i % 4] += a[i] * b[i];
      else tail += a[i] * b[i];
    }
    return s[0] + s[2] + (s[1] + s[3]) + tail;
  }
}

function dotRow(mat: Float64Array, at: number, n: number, ind: Int32Array, x: Float64Array): number {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let k = 0;
  for (; k <= n - 4; k += 4) {
    s0 += mat[at + k] * x[ind[at + k]];
    s1 += mat[at + k + 1] * x[ind[at + k + 1]];
    s2 += mat[at + k + 2] * x[ind[at + k + 2]];
    s3 += mat[at + k + 3] * x[ind[at + k + 3]];
  }
  let s = s0 + s2 + (s1 + s3);
  for (; k < n; k++) s += mat[at + k] * x[ind[at + k]];
  return s;
}

const partial = new Float64Array(24);

/** z[at..at+6) -= a row of L times six vectors, each with the partial sums of `dotRow`. */
function subtractRow(
  z: Float64Array,
  at: number,
  mat: Float64Array,
  row: number,
  n: number,
  ind: Int32Array,
  place: Int32Array,
): void {
  partial.fill(0);
  const whole = n - (n % 4);
  for (let k = 0; k < whole; k++) {
    const l = mat[row + k];
    const from = place[ind[row + k]];
    const to = 6 * (k & 3);
    partial[to] += l * z[from];
    partial[to + 1] += l * z[from + 1];
    partial[to + 2] += l * z[from + 2];
    partial[to + 3] += l * z[from + 3];
    partial[to + 4] += l * z[from + 4];
    partial[to + 5] += l * z[from + 5];
  }
  for (let r = 0; r < 6; r++) {
    let s = partial[r] + partial[12 + r] + (partial[6 + r] + partial[18 + r]);
    for (let k = whole; k < n; k++) s += mat[row + k] * z[place[ind[row + k]] + r];
    z[at + r] -= s;
  }
}
