// SIMD half of panel.ts.
import { F64 } from '../../dialect';
import { MINVAL } from '../scalar';

@inline function at(a: F64, i: i32): usize { return changetype<usize>(a) + (<usize>i << 3); }

/** One column: dst[i] -= sum over n columns of A of A[i]*A[j], for i0 <= i < m; dst and A point at row 0, `row` at A[j]. @noinline */
function subColumn(dst: usize, A: usize, row: usize, step: usize, i0: i32, m: i32, n: i32): void {
  let i = i0;
  for (; i <= m - 4; i += 4) {
    const o = <usize>i << 3;
    let x = v128.load(dst + o), y = v128.load(dst + o, 16);
    let a = A + o, b = row;
    for (let k = 0; k < n; k++, a += step, b += step) {
      const l = v128.load64_splat(b);
      x = f64x2.sub(x, f64x2.mul(v128.load(a), l));
      y = f64x2.sub(y, f64x2.mul(v128.load(a, 16), l));
    }
    v128.store(dst + o, x);
    v128.store(dst + o, y, 16);
  }
  for (; i < m; i++) {
    const o = <usize>i << 3;
    let x = load<f64>(dst + o);
    let a = A + o, b = row;
    for (let k = 0; k < n; k++, a += step, b += step) x -= load<f64>(a) * load<f64>(b);
    store<f64>(dst + o, x);
  }
}

// scales column j below its pivot; returns 1 if the pivot is too small
@inline function scaleColumn(column: usize, j: i32, m: i32): i32 {
  const d = column + (<usize>j << 3);
  let pivot = load<f64>(d), inv: f64 = 0;
  let failed = 0;
  if (pivot < MINVAL) {
    pivot = Math.sqrt(MINVAL);
    failed = 1;
  } else {
    pivot = Math.sqrt(pivot);
    inv = 1 / pivot;
  }
  store<f64>(d, pivot);
  const pair = f64x2.splat(inv);
  let i = j + 1;
  for (; i <= m - 2; i += 2) {
    const p = column + (<usize>i << 3);
    v128.store(p, f64x2.mul(v128.load(p), pair));
  }
  if (i < m) {
    const p = column + (<usize>i << 3);
    store<f64>(p, load<f64>(p) * inv);
  }
  return failed;
}

export function cholPanel(P: F64, p: i32, ld: i32, nrow: i32, ncol: i32): i32 {
  const base = at(P, p), step = <usize>ld << 3;
  let failed = 0;
  let j = 0;
  for (; j <= ncol - 4; j += 4) {
    const c0 = base + <usize>j * step, c1 = c0 + step, c2 = c1 + step, c3 = c2 + step;
    const o = <usize>j << 3, row = base + o;

    // the 4x4 block on the diagonal, lower triangle
    let a00 = load<f64>(c0 + o), a10 = load<f64>(c0 + o, 8), a20 = load<f64>(c0 + o, 16), a30 = load<f64>(c0 + o, 24);
    let a11 = load<f64>(c1 + o, 8), a21 = load<f64>(c1 + o, 16), a31 = load<f64>(c1 + o, 24);
    let a22 = load<f64>(c2 + o, 16), a32 = load<f64>(c2 + o, 24), a33 = load<f64>(c3 + o, 24);
    {
      let b = row;
      for (let k = 0; k < j; k++, b += step) {
        const l0 = load<f64>(b), l1 = load<f64>(b, 8), l2 = load<f64>(b, 16), l3 = load<f64>(b, 24);
        a00 -= l0 * l0; a10 -= l1 * l0; a20 -= l2 * l0; a30 -= l3 * l0;
        a11 -= l1 * l1; a21 -= l2 * l1; a31 -= l3 * l1;
        a22 -= l2 * l2; a32 -= l3 * l2; a33 -= l3 * l3;
      }
    }
    let i0: f64 = 0, i1: f64 = 0, i2: f64 = 0, i3: f64 = 0;
    if (a00 < MINVAL) { a00 = Math.sqrt(MINVAL); failed++; } else { a00 = Math.sqrt(a00); i0 = 1 / a00; }
    a10 *= i0; a20 *= i0; a30 *= i0;
    a11 -= a10 * a10; a21 -= a20 * a10; a31 -= a30 * a10;
    if (a11 < MINVAL) { a11 = Math.sqrt(MINVAL); failed++; } else { a11 = Math.sqrt(a11); i1 = 1 / a11; }
    a21 *= i1; a31 *= i1;
    a22 -= a20 * a20; a32 -= a30 * a20; a33 -= a30 * a30;
    a22 -= a21 * a21; a32 -= a31 * a21; a33 -= a31 * a31;
    if (a22 < MINVAL) { a22 = Math.sqrt(MINVAL); failed++; } else { a22 = Math.sqrt(a22); i2 = 1 / a22; }
    a32 *= i2;
    a33 -= a32 * a32;
    if (a33 < MINVAL) { a33 = Math.sqrt(MINVAL); failed++; } else { a33 = Math.sqrt(a33); i3 = 1 / a33; }
    store<f64>(c0 + o, a00); store<f64>(c0 + o, a10, 8); store<f64>(c0 + o, a20, 16); store<f64>(c0 + o, a30, 24);
    store<f64>(c1 + o, a11, 8); store<f64>(c1 + o, a21, 16); store<f64>(c1 + o, a31, 24);
    store<f64>(c2 + o, a22, 16); store<f64>(c2 + o, a32, 24); store<f64>(c3 + o, a33, 24);

    // the rows below: subtract the columns before, then solve with the block
    const v0 = f64x2.splat(i0), v1 = f64x2.splat(i1), v2 = f64x2.splat(i2), v3 = f64x2.splat(i3);
    const l10 = f64x2.splat(a10), l20 = f64x2.splat(a20), l30 = f64x2.splat(a30), l21 = f64x2.splat(a21), l31 = f64x2.splat(a31), l32 = f64x2.splat(a32);
    let i = j + 4;
    for (; i <= nrow - 4; i += 4) {
      const r = <usize>i << 3;
      let x0 = v128.load(c0 + r), x1 = v128.load(c1 + r), x2 = v128.load(c2 + r), x3 = v128.load(c3 + r);
      let y0 = v128.load(c0 + r, 16), y1 = v128.load(c1 + r, 16), y2 = v128.load(c2 + r, 16), y3 = v128.load(c3 + r, 16);
      let a = base + r, b = row;
      for (let k = 0; k < j; k++, a += step, b += step) {
        const u = v128.load(a), w = v128.load(a, 16);
        let l = v128.load64_splat(b);
        x0 = f64x2.sub(x0, f64x2.mul(u, l)); y0 = f64x2.sub(y0, f64x2.mul(w, l));
        l = v128.load64_splat(b, 8);
        x1 = f64x2.sub(x1, f64x2.mul(u, l)); y1 = f64x2.sub(y1, f64x2.mul(w, l));
        l = v128.load64_splat(b, 16);
        x2 = f64x2.sub(x2, f64x2.mul(u, l)); y2 = f64x2.sub(y2, f64x2.mul(w, l));
        l = v128.load64_splat(b, 24);
        x3 = f64x2.sub(x3, f64x2.mul(u, l)); y3 = f64x2.sub(y3, f64x2.mul(w, l));
      }
      x0 = f64x2.mul(x0, v0); y0 = f64x2.mul(y0, v0);
      x1 = f64x2.mul(f64x2.sub(x1, f64x2.mul(x0, l10)), v1); y1 = f64x2.mul(f64x2.sub(y1, f64x2.mul(y0, l10)), v1);
      x2 = f64x2.mul(f64x2.sub(f64x2.sub(x2, f64x2.mul(x0, l20)), f64x2.mul(x1, l21)), v2);
      y2 = f64x2.mul(f64x2.sub(f64x2.sub(y2, f64x2.mul(y0, l20)), f64x2.mul(y1, l21)), v2);
      x3 = f64x2.mul(f64x2.sub(f64x2.sub(f64x2.sub(x3, f64x2.mul(x0, l30)), f64x2.mul(x1, l31)), f64x2.mul(x2, l32)), v3);
      y3 = f64x2.mul(f64x2.sub(f64x2.sub(f64x2.sub(y3, f64x2.mul(y0, l30)), f64x2.mul(y1, l31)), f64x2.mul(y2, l32)), v3);
      v128.store(c0 + r, x0); v128.store(c1 + r, x1); v128.store(c2 + r, x2); v128.store(c3 + r, x3);
      v128.store(c0 + r, y0, 16); v128.store(c1 + r, y1, 16); v128.store(c2 + r, y2, 16); v128.store(c3 + r, y3, 16);
    }
    for (; i < nrow; i++) {
      const r = <usize>i << 3;
      let x0 = load<f64>(c0 + r), x1 = load<f64>(c1 + r), x2 = load<f64>(c2 + r), x3 = load<f64>(c3 + r);
      let a = base + r, b = row;
      for (let k = 0; k < j; k++, a += step, b += step) {
        const u = load<f64>(a);
        x0 -= u * load<f64>(b); x1 -= u * load<f64>(b, 8); x2 -= u * load<f64>(b, 16); x3 -= u * load<f64>(b, 24);
      }
      x0 *= i0;
      x1 = (x1 - x0 * a10) * i1;
      x2 = (x2 - x0 * a20 - x1 * a21) * i2;
      x3 = (x3 - x0 * a30 - x1 * a31 - x2 * a32) * i3;
      store<f64>(c0 + r, x0); store<f64>(c1 + r, x1); store<f64>(c2 + r, x2); store<f64>(c3 + r, x3);
    }
  }
  for (; j < ncol; j++) {
    const column = base + <usize>j * step;
    subColumn(column, base, base + (<usize>j << 3), step, j, nrow, j);
    failed += scaleColumn(column, j, nrow);
  }
  return failed;
}

export function minusSyrk(C: F64, c: i32, ldc: i32, A: F64, a: i32, lda: i32, m: i32, n: i32): void {
  const target = at(C, c), source = at(A, a), stepC = <usize>ldc << 3, stepA = <usize>lda << 3;
  let j = 0;
  for (; j <= m - 4; j += 4) {
    const c0 = target + <usize>j * stepC, c1 = c0 + stepC, c2 = c1 + stepC, c3 = c2 + stepC;
    const row = source + (<usize>j << 3);
    let i = j;
    for (; i <= m - 4; i += 4) {
      const r = <usize>i << 3;
      let x0 = f64x2.splat(0), x1 = x0, x2 = x0, x3 = x0, y0 = x0, y1 = x0, y2 = x0, y3 = x0;
      let p = source + r, b = row;
      for (let k = 0; k < n; k++, p += stepA, b += stepA) {
        const u = v128.load(p), w = v128.load(p, 16);
        let l = v128.load64_splat(b);
        x0 = f64x2.sub(x0, f64x2.mul(u, l)); y0 = f64x2.sub(y0, f64x2.mul(w, l));
        l = v128.load64_splat(b, 8);
        x1 = f64x2.sub(x1, f64x2.mul(u, l)); y1 = f64x2.sub(y1, f64x2.mul(w, l));
        l = v128.load64_splat(b, 16);
        x2 = f64x2.sub(x2, f64x2.mul(u, l)); y2 = f64x2.sub(y2, f64x2.mul(w, l));
        l = v128.load64_splat(b, 24);
        x3 = f64x2.sub(x3, f64x2.mul(u, l)); y3 = f64x2.sub(y3, f64x2.mul(w, l));
      }
      v128.store(c0 + r, x0); v128.store(c1 + r, x1); v128.store(c2 + r, x2); v128.store(c3 + r, x3);
      v128.store(c0 + r, y0, 16); v128.store(c1 + r, y1, 16); v128.store(c2 + r, y2, 16); v128.store(c3 + r, y3, 16);
    }
    for (; i < m; i++) {
      const r = <usize>i << 3;
      let x0: f64 = 0, x1: f64 = 0, x2: f64 = 0, x3: f64 = 0;
      let p = source + r, b = row;
      for (let k = 0; k < n; k++, p += stepA, b += stepA) {
        const u = load<f64>(p);
        x0 -= u * load<f64>(b); x1 -= u * load<f64>(b, 8); x2 -= u * load<f64>(b, 16); x3 -= u * load<f64>(b, 24);
      }
      store<f64>(c0 + r, x0); store<f64>(c1 + r, x1); store<f64>(c2 + r, x2); store<f64>(c3 + r, x3);
    }
  }
  for (; j < m; j++) {
    const column = target + <usize>j * stepC;
    memory.fill(column + (<usize>j << 3), 0, <usize>(m - j) << 3);
    subColumn(column, source, source + (<usize>j << 3), stepA, j, m, n);
  }
}

@inline function addPair(to: usize, from: usize): void { v128.store(to, f64x2.add(v128.load(to), v128.load(from))); }

// rows are taken by six, those of a free body
export function addColumns(C: F64, c: i32, ldc: i32, A: F64, a: i32, lda: i32, m: i32, n: i32): void {
  let to = at(C, c), from = at(A, a);
  const stepC = <usize>ldc << 3, stepA = <usize>lda << 3, end = <usize>m << 3;
  for (let j = 0; j < n; j++, to += stepC, from += stepA) {
    let o: usize = 0;
    for (; o + 48 <= end; o += 48) {
      addPair(to + o, from + o);
      addPair(to + o + 16, from + o + 16);
      addPair(to + o + 32, from + o + 32);
    }
    for (; o < end; o += 8) store<f64>(to + o, load<f64>(to + o) + load<f64>(from + o));
  }
}

export function solvePanel(x: F64, v: i32, L: F64, p: i32, ld: i32, nrow: i32, ncol: i32): void {
  const base = at(L, p), step = <usize>ld << 3, X = at(x, v);
  let j = 0;
  for (; j <= ncol - 4; j += 4) {
    const o = <usize>j << 3;
    const c0 = base + <usize>j * step, c1 = c0 + step, c2 = c1 + step, c3 = c2 + step;
    const y0 = load<f64>(X + o) / load<f64>(c0 + o);
    const y1 = (load<f64>(X + o, 8) - load<f64>(c0 + o, 8) * y0) / load<f64>(c1 + o, 8);
    const y2 = (load<f64>(X + o, 16) - load<f64>(c0 + o, 16) * y0 - load<f64>(c1 + o, 16) * y1) / load<f64>(c2 + o, 16);
    const y3 = (load<f64>(X + o, 24) - load<f64>(c0 + o, 24) * y0 - load<f64>(c1 + o, 24) * y1 - load<f64>(c2 + o, 24) * y2) / load<f64>(c3 + o, 24);
    store<f64>(X + o, y0); store<f64>(X + o, y1, 8); store<f64>(X + o, y2, 16); store<f64>(X + o, y3, 24);
    const v0 = f64x2.splat(y0), v1 = f64x2.splat(y1), v2 = f64x2.splat(y2), v3 = f64x2.splat(y3);
    let i = j + 4;
    for (; i <= nrow - 2; i += 2) {
      const r = <usize>i << 3;
      let s = v128.load(X + r);
      s = f64x2.sub(s, f64x2.mul(v128.load(c0 + r), v0));
      s = f64x2.sub(s, f64x2.mul(v128.load(c1 + r), v1));
      s = f64x2.sub(s, f64x2.mul(v128.load(c2 + r), v2));
      s = f64x2.sub(s, f64x2.mul(v128.load(c3 + r), v3));
      v128.store(X + r, s);
    }
    if (i < nrow) {
      const r = <usize>i << 3;
      store<f64>(X + r, load<f64>(X + r) - load<f64>(c0 + r) * y0 - load<f64>(c1 + r) * y1 - load<f64>(c2 + r) * y2 - load<f64>(c3 + r) * y3);
    }
  }
  for (; j < ncol; j++) {
    const column = base + <usize>j * step, o = <usize>j << 3;
    const y = load<f64>(X + o) / load<f64>(column + o);
    store<f64>(X + o, y);
    const pair = f64x2.splat(y);
    let i = j + 1;
    for (; i <= nrow - 2; i += 2) {
      const r = <usize>i << 3;
      v128.store(X + r, f64x2.sub(v128.load(X + r), f64x2.mul(v128.load(column + r), pair)));
    }
    if (i < nrow) {
      const r = <usize>i << 3;
      store<f64>(X + r, load<f64>(X + r) - load<f64>(column + r) * y);
    }
  }
}

export function solvePanelT(x: F64, v: i32, L: F64, p: i32, ld: i32, nrow: i32, ncol: i32): void {
  const base = at(L, p), step = <usize>ld << 3, X = at(x, v);
  let end = ncol;
  for (; end >= 4; end -= 4) {
    const j = end - 4, o = <usize>j << 3;
    const c0 = base + <usize>j * step, c1 = c0 + step, c2 = c1 + step, c3 = c2 + step;
    let s0 = f64x2.splat(0), s1 = f64x2.splat(0), s2 = f64x2.splat(0), s3 = f64x2.splat(0);
    let i = end;
    for (; i < nrow - 1; i += 2) {
      const r = <usize>i << 3, u = v128.load(X + r);
      s0 = f64x2.add(s0, f64x2.mul(v128.load(c0 + r), u));
      s1 = f64x2.add(s1, f64x2.mul(v128.load(c1 + r), u));
      s2 = f64x2.add(s2, f64x2.mul(v128.load(c2 + r), u));
      s3 = f64x2.add(s3, f64x2.mul(v128.load(c3 + r), u));
    }
    let e0 = f64x2.extract_lane(s0, 0), e1 = f64x2.extract_lane(s1, 0), e2 = f64x2.extract_lane(s2, 0), e3 = f64x2.extract_lane(s3, 0);
    if (i < nrow) {
      const r = <usize>i << 3, u = load<f64>(X + r);
      e0 += load<f64>(c0 + r) * u; e1 += load<f64>(c1 + r) * u; e2 += load<f64>(c2 + r) * u; e3 += load<f64>(c3 + r) * u;
    }
    const x3 = (load<f64>(X + o, 24) - (e3 + f64x2.extract_lane(s3, 1))) / load<f64>(c3 + o, 24);
    const x2 = (load<f64>(X + o, 16) - (e2 + f64x2.extract_lane(s2, 1)) - load<f64>(c2 + o, 24) * x3) / load<f64>(c2 + o, 16);
    const x1 = (load<f64>(X + o, 8) - (e1 + f64x2.extract_lane(s1, 1)) - load<f64>(c1 + o, 24) * x3 - load<f64>(c1 + o, 16) * x2) / load<f64>(c1 + o, 8);
    const x0 = (load<f64>(X + o) - (e0 + f64x2.extract_lane(s0, 1)) - load<f64>(c0 + o, 24) * x3 - load<f64>(c0 + o, 16) * x2 - load<f64>(c0 + o, 8) * x1) / load<f64>(c0 + o);
    store<f64>(X + o, x0); store<f64>(X + o, x1, 8); store<f64>(X + o, x2, 16); store<f64>(X + o, x3, 24);
  }
  for (let j = end - 1; j >= 0; j--) {
    const column = base + <usize>j * step, o = <usize>j << 3;
    let sum = f64x2.splat(0);
    let i = end;
    for (; i < nrow - 1; i += 2) {
      const r = <usize>i << 3;
      sum = f64x2.add(sum, f64x2.mul(v128.load(column + r), v128.load(X + r)));
    }
    let even = f64x2.extract_lane(sum, 0);
    if (i < nrow) {
      const r = <usize>i << 3;
      even += load<f64>(column + r) * load<f64>(X + r);
    }
    let s = load<f64>(X + o) - (even + f64x2.extract_lane(sum, 1));
    for (let k = end - 1; k > j; k--) {
      const r = <usize>k << 3;
      s -= load<f64>(column + r) * load<f64>(X + r);
    }
    store<f64>(X + o, s / load<f64>(column + o));
  }
}
