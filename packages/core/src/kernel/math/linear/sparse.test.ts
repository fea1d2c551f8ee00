import { describe, expect, test } from 'vitest';
import { distance, generator, vector } from '../testing.ts';
import { mulMatTVec, mulMatVec } from './dense.ts';
import {
  addChains,
  addToMatSparse,
  addToSclSparseInc,
  addToSparse,
  addToSparseMat,
  addToSymSparse,
  combineSparse,
  combineSparseCount,
  combineSparseInc,
  compressSparse,
  copySparse,
  dense2sparse,
  dotSparse,
  dotSparse2,
  dotSparseX3,
  equalI,
  gather,
  mulMatTVecSparse,
  mulMatVecSparse,
  mulSymVecSparse,
  scatter,
  sparse2dense,
  superSparse,
  sym2dense,
  transposeSparse,
  zeroSparse,
} from './sparse.ts';
import { mirrorLower, sqrMatTD, sqrMatTDCount, sqrMatTDPattern, sqrMatTDValues } from './weighted-gram.ts';

const random = generator(16);
const EPS = 1e-14;
const SHAPES = [
  [1, 1],
  [3, 7],
  [4, 6],
  [9, 5],
  [14, 14],
] as const;

interface Csr {
  mat: Float64Array;
  nnz: Int32Array;
  adr: Int32Array;
  ind: Int32Array;
}

/** A dense matrix with a share of nonzeros. */
function scattered(nr: number, nc: number, share = 0.3): Float64Array {
  return vector(random, nr * nc).map((x) => (random() < share ? x : 0));
}

/** A matrix with room for all its elements. */
const roomFor = (nr: number, nc: number): Csr => ({
  mat: new Float64Array(nr * nc),
  nnz: new Int32Array(nr),
  adr: new Int32Array(nr),
  ind: new Int32Array(nr * nc),
});

function transposed(a: Csr, nr: number, nc: number): Csr {
  const t = roomFor(nc, nr);
  transposeSparse(t.mat, t.nnz, t.adr, t.ind, a.mat, nr, nc, a.nnz, a.adr, a.ind);
  return t;
}

function compress(dense: Float64Array, nr: number, nc: number): Csr {
  const csr = roomFor(nr, nc);
  expect(dense2sparse(csr.mat, dense, 0, nr, nc, csr.nnz, csr.adr, csr.ind, nr * nc)).toBe(
    dense.filter((x) => x !== 0).length,
  );
  return csr;
}

function expand(csr: Csr, nr: number, nc: number): Float64Array {
  const dense = new Float64Array(nr * nc);
  sparse2dense(dense, 0, csr.mat, nr, nc, csr.nnz, csr.adr, csr.ind);
  return dense;
}

describe('sparse vectors', () => {
  const n = 12;
  const sparse = (): { dense: Float64Array; v: Float64Array; ind: Int32Array; count: number } => {
    const dense = scattered(1, n, 0.5),
      ind = new Int32Array(n),
      v = new Float64Array(n);
    let count = 0;
    for (let i = 0; i < n; i++) {
      if (dense[i] === 0) continue;
      ind[count] = i;
      v[count++] = dense[i];
    }
    return { dense, v, ind, count };
  };
  const full = (v: Float64Array, ind: Int32Array, count: number): Float64Array => {
    const res = new Float64Array(n);
    scatter(res, 0, v, 0, ind, 0, count);
    return res;
  };

  test('every combination is that of the dense vectors', () => {
    for (let k = 0; k < 200; k++) {
      const a = sparse(),
        b = k % 10 === 0 ? { ...a, v: vector(random, n), dense: a.dense } : sparse(),
        s = random(),
        t = random();
      const bDense = full(b.v, b.ind, b.count),
        dot = a.dense.reduce((sum, x, i) => sum + x * bDense[i], 0);
      expect(Math.abs(dotSparse(a.v, 0, bDense, 0, a.count, a.ind, 0) - dot)).toBeLessThan(EPS);
      expect(Math.abs(dotSparse2(a.v, 0, a.ind, 0, a.count, b.v, 0, b.ind, 0, b.count) - dot)).toBeLessThan(EPS);
      const three = new Float64Array(3),
        rows = vector(random, 3 * a.count);
      dotSparseX3(three, 0, rows, 0, bDense, 0, a.count, a.ind, 0);
      for (let r = 0; r < 3; r++)
        expect(Math.abs(three[r] - dotSparse(rows, r * a.count, bDense, 0, a.count, a.ind, 0))).toBeLessThan(EPS);

      const sum = bDense.slice();
      addToSparse(sum, 0, a.v, 0, s, a.count, a.ind, 0);
      expect(
        distance(
          sum,
          bDense.map((x, i) => x + s * a.dense[i]),
        ),
      ).toBeLessThan(EPS);
      const picked = new Float64Array(a.count);
      gather(picked, 0, a.dense, 0, a.ind, 0, a.count);
      expect(picked).toEqual(a.v.slice(0, a.count));

      const union = new Int32Array(n),
        size = addChains(union, 0, a.ind, 0, a.count, b.ind, 0, b.count);
      expect(size).toBe(combineSparseCount(a.ind, 0, a.count, b.ind, 0, b.count));
      const v = a.v.slice(),
        ind = a.ind.slice();
      expect(combineSparse(v, 0, ind, 0, a.count, s, b.v, 0, b.ind, 0, b.count, t)).toBe(size);
      expect(equalI(ind, 0, union, 0, size)).toBe(true);
      expect(
        distance(
          full(v, ind, size),
          a.dense.map((x, i) => s * x + t * bDense[i]),
        ),
      ).toBeLessThan(EPS);

      const inc = a.v.slice();
      combineSparseInc(inc, 0, a.ind, 0, a.count, s, b.v, 0, b.ind, 0, b.count, t);
      const at = new Set(a.ind.slice(0, a.count));
      expect(
        distance(
          full(inc, a.ind, a.count),
          a.dense.map((x, i) => s * x + (at.has(i) ? t * bDense[i] : 0)),
        ),
      ).toBeLessThan(EPS);
      const more = a.v.slice();
      addToSclSparseInc(more, 0, a.ind, 0, a.count, b.v, 0, b.ind, 0, b.count, t);
      expect(
        distance(
          full(more, a.ind, a.count),
          a.dense.map((x, i) => x + (at.has(i) ? t * bDense[i] : 0)),
        ),
      ).toBeLessThan(EPS);

      const m = new Float64Array(2 * n),
        src = vector(random, 2 * b.count),
        rowsOfA = vector(random, 2 * a.count),
        chain = a.ind.slice();
      m.set(rowsOfA);
      const count = addToSparseMat(
        m,
        0,
        chain,
        0,
        a.count,
        src,
        0,
        b.ind,
        0,
        b.count,
        2,
        t,
        new Float64Array(2 * n),
        0,
        new Int32Array(n),
        0,
      );
      expect(count).toBe(size);
      for (let r = 0; r < 2; r++) {
        const old = full(rowsOfA.slice(r * a.count), a.ind, a.count),
          plus = full(src.slice(r * b.count), b.ind, b.count);
        expect(
          distance(
            full(m.slice(r * size), chain, size),
            old.map((x, i) => x + t * plus[i]),
          ),
        ).toBeLessThan(EPS);
      }
    }
  });
});

describe('sparse matrices', () => {
  test('products, transposes and sums are those of the dense matrix', () => {
    for (const [nr, nc] of SHAPES) {
      const a = scattered(nr, nc),
        csr = compress(a, nr, nc),
        v = vector(random, nc),
        u = vector(random, nr);
      const r = new Float64Array(nr),
        er = new Float64Array(nr),
        c = new Float64Array(nc),
        ec = new Float64Array(nc);
      expect(expand(csr, nr, nc)).toEqual(a);
      mulMatVecSparse(r, 0, csr.mat, v, 0, nr, csr.nnz, csr.adr, csr.ind);
      mulMatVec(er, 0, a, 0, v, 0, nr, nc);
      expect(distance(r, er)).toBeLessThan(EPS);
      mulMatTVecSparse(c, 0, csr.mat, u, 0, nr, nc, csr.nnz, csr.adr, csr.ind);
      mulMatTVec(ec, 0, a, 0, u, 0, nr, nc);
      expect(distance(c, ec)).toBeLessThan(EPS);

      const t = transposed(csr, nr, nc);
      expect(expand(t, nc, nr)).toEqual(a.map((_, k) => a[(k % nr) * nc + Math.floor(k / nr)]));

      // sum, in rows with room
      const b = scattered(nr, nc),
        other = compress(b, nr, nc);
      const room: Csr = {
        mat: new Float64Array(nr * nc),
        nnz: csr.nnz.slice(),
        adr: csr.adr.map((_, i) => i * nc),
        ind: new Int32Array(nr * nc),
      };
      for (let i = 0; i < nr; i++) {
        room.mat.set(csr.mat.subarray(csr.adr[i], csr.adr[i] + csr.nnz[i]), i * nc);
        room.ind.set(csr.ind.subarray(csr.adr[i], csr.adr[i] + csr.nnz[i]), i * nc);
      }
      addToMatSparse(room.mat, room.nnz, room.adr, room.ind, nr, other.mat, other.nnz, other.adr, other.ind);
      const sum = a.map((x, k) => x + b[k]);
      expect(expand(room, nr, nc)).toEqual(sum);
      compressSparse(room.mat, nr, room.nnz, room.adr, room.ind, -1);
      expect(expand(room, nr, nc)).toEqual(sum);
      const kept = compressSparse(room.mat, nr, room.nnz, room.adr, room.ind, 0.3);
      expect(kept).toBe(sum.filter((x) => Math.abs(x) > 0.3).length);
      expect(expand(room, nr, nc)).toEqual(sum.map((x) => (Math.abs(x) > 0.3 ? x : 0)));
    }
  });

  test('symmetric matrices', () => {
    for (const n of [1, 4, 9]) {
      const a = scattered(n, n);
      for (let i = 0; i < n; i++) {
        a[i * n + i] = 1 + random();
        for (let j = i + 1; j < n; j++) a[i * n + j] = 0;
      }
      const csr = compress(a, n, n),
        both = new Float64Array(n * n),
        v = vector(random, n),
        r = new Float64Array(n),
        er = new Float64Array(n);
      sym2dense(both, 0, csr.mat, n, csr.nnz, csr.adr, csr.ind);
      expect(both).toEqual(a.map((x, k) => (Math.floor(k / n) >= k % n ? x : a[(k % n) * n + Math.floor(k / n)])));
      mulSymVecSparse(r, 0, csr.mat, v, 0, n, csr.nnz, csr.adr, csr.ind);
      mulMatVec(er, 0, both, 0, v, 0, n, n);
      expect(distance(r, er)).toBeLessThan(EPS);
      const low = new Float64Array(n * n),
        all = new Float64Array(n * n);
      addToSymSparse(low, 0, csr.mat, n, csr.nnz, csr.adr, csr.ind, false);
      addToSymSparse(all, 0, csr.mat, n, csr.nnz, csr.adr, csr.ind, true);
      expect(low).toEqual(a);
      expect(all).toEqual(both);

      // some rows
      const copied = new Float64Array(csr.mat.length),
        rows = Int32Array.of(n - 1);
      copySparse(copied, csr.mat, csr.nnz, csr.adr, rows, 1);
      expect(copied.subarray(csr.adr[n - 1])).toEqual(csr.mat.subarray(csr.adr[n - 1]));
      zeroSparse(copied, csr.nnz, csr.adr, rows, 1);
      expect(copied.every((x) => x === 0)).toBe(true);
    }
  });

  test('supernodes count the rows that follow with the same pattern', () => {
    const a = Float64Array.of(1, 1, 0, 1, 1, 0, 1, 1, 0, 0, 1, 0, 0, 1, 0),
      csr = compress(a, 5, 3),
      count = new Int32Array(5);
    superSparse(count, 5, csr.nnz, csr.adr, csr.ind);
    expect([...count]).toEqual([2, 1, 0, 1, 0]);
  });

  test('the square matᵀ·diag·mat, sparse and dense', () => {
    for (const [nr, nc] of SHAPES) {
      for (const weighted of [false, true]) {
        for (const upper of [false, true]) {
          const a = scattered(nr, nc, 0.2),
            m = compress(a, nr, nc),
            d = vector(random, nr);
          const t = transposed(m, nr, nc);
          const nnz = new Int32Array(nc),
            adr = new Int32Array(nc),
            marker = new Int32Array(nc),
            diagind = new Int32Array(nc);
          const total = sqrMatTDCount(nnz, adr, nc, upper, m.nnz, m.adr, m.ind, t.nnz, t.adr, t.ind, marker);
          const counted = nnz.slice(),
            ind = new Int32Array(total),
            mat = new Float64Array(total);
          sqrMatTDPattern(nnz, adr, ind, diagind, nc, upper, m.nnz, m.adr, m.ind, t.nnz, t.adr, t.ind, marker);
          expect(nnz).toEqual(counted);
          sqrMatTDValues(
            mat,
            nc,
            nnz,
            adr,
            ind,
            m.mat,
            m.nnz,
            m.adr,
            m.ind,
            t.mat,
            t.nnz,
            t.adr,
            t.ind,
            d,
            weighted,
            new Float64Array(nc),
          );
          if (upper) mirrorLower(mat, nc, adr, ind, diagind, marker);
          const expected = new Float64Array(nc * nc);
          sqrMatTD(expected, 0, a, 0, d, 0, nr, nc, weighted, upper);
          const got = new Float64Array(nc * nc);
          sparse2dense(got, 0, mat, nc, nc, nnz, adr, ind);
          expect(distance(got, expected)).toBeLessThan(EPS);
          for (let i = 0; i < nc; i++) {
            const row = [...ind.subarray(adr[i], adr[i] + nnz[i])];
            expect(row).toEqual([...row].sort((p, q) => p - q));
          }
        }
      }
    }
  });
});
