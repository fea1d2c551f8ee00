// SIMD half of leaf.ts.
import { F64, I32 } from '../dialect';
import { OuterProduct } from './outer-product';

@inline function at(a: F64, i: i32): usize { return changetype<usize>(a) + (<usize>i << 3); }
@inline function atI(a: I32, i: i32): usize { return changetype<usize>(a) + (<usize>i << 2); }

// adds a pair of sums to the elements of a column at the i-th and the next of the listed rows
@inline function addTwo(column: usize, rows: usize, i: i32, v: v128): void {
  const r = rows + (<usize>i << 2), i0 = load<i32>(r), i1 = load<i32>(r, 4);
  const p = column + (<usize>i0 << 3);
  if (i1 == i0 + 1) {
    v128.store(p, f64x2.add(v128.load(p), v));
  } else {
    store<f64>(p, load<f64>(p) + f64x2.extract_lane(v, 0));
    const q = column + (<usize>i1 << 3);
    store<f64>(q, load<f64>(q) + f64x2.extract_lane(v, 1));
  }
}

// adds a number to the element at the i-th row
@inline function addOne(column: usize, rows: usize, i: i32, x: f64): void {
  const p = column + (<usize>load<i32>(rows + (<usize>i << 2)) << 3);
  store<f64>(p, load<f64>(p) + x);
}

function addOuter4(op: OuterProduct, q: i32): void {
  const rows = atI(op.place, op.p), S0 = at(op.S, op.s + q * op.stride), stride = <usize>op.stride << 3;
  const T = at(op.T, op.t), T0 = T + <usize>op.chosen[q] * stride, T1 = T + <usize>op.chosen[q + 1] * stride;
  const T2 = T + <usize>op.chosen[q + 2] * stride, T3 = T + <usize>op.chosen[q + 3] * stride;
  const H = op.H, h = op.h, ld = op.ld, first = op.first, width = op.width, ncol = op.ncol;
  for (let j = 0; j < ncol; j++) {
    const S = S0 + (<usize>j << 3);
    const s0 = v128.load64_splat(S), s1 = v128.load64_splat(S + stride), s2 = v128.load64_splat(S + 2 * stride), s3 = v128.load64_splat(S + 3 * stride);
    const column = at(H, h + (load<i32>(rows + (<usize>j << 2)) - first) * ld - first);
    let i = j;
    for (; i < width - 1; i += 2) {
      const o = <usize>i << 3;
      const sum = f64x2.add(
        f64x2.add(f64x2.mul(s0, v128.load(T0 + o)), f64x2.mul(s1, v128.load(T1 + o))),
        f64x2.add(f64x2.mul(s2, v128.load(T2 + o)), f64x2.mul(s3, v128.load(T3 + o))));
      addTwo(column, rows, i, sum);
    }
    if (i < width) {
      const o = <usize>i << 3;
      addOne(column, rows, i, f64x2.extract_lane(s0, 0) * load<f64>(T0 + o) + f64x2.extract_lane(s1, 0) * load<f64>(T1 + o)
        + (f64x2.extract_lane(s2, 0) * load<f64>(T2 + o) + f64x2.extract_lane(s3, 0) * load<f64>(T3 + o)));
    }
  }
}

function addOuter3(op: OuterProduct, q: i32): void {
  const rows = atI(op.place, op.p), S0 = at(op.S, op.s + q * op.stride), stride = <usize>op.stride << 3;
  const T = at(op.T, op.t), T0 = T + <usize>op.chosen[q] * stride, T1 = T + <usize>op.chosen[q + 1] * stride, T2 = T + <usize>op.chosen[q + 2] * stride;
  const H = op.H, h = op.h, ld = op.ld, first = op.first, width = op.width, ncol = op.ncol;
  for (let j = 0; j < ncol; j++) {
    const S = S0 + (<usize>j << 3);
    const s0 = v128.load64_splat(S), s1 = v128.load64_splat(S + stride), s2 = v128.load64_splat(S + 2 * stride);
    const column = at(H, h + (load<i32>(rows + (<usize>j << 2)) - first) * ld - first);
    let i = j;
    for (; i < width - 1; i += 2) {
      const o = <usize>i << 3;
      const sum = f64x2.add(
        f64x2.add(f64x2.mul(s0, v128.load(T0 + o)), f64x2.mul(s1, v128.load(T1 + o))), f64x2.mul(s2, v128.load(T2 + o)));
      addTwo(column, rows, i, sum);
    }
    if (i < width) {
      const o = <usize>i << 3;
      addOne(column, rows, i, f64x2.extract_lane(s0, 0) * load<f64>(T0 + o) + f64x2.extract_lane(s1, 0) * load<f64>(T1 + o)
        + f64x2.extract_lane(s2, 0) * load<f64>(T2 + o));
    }
  }
}

function addOuter1(op: OuterProduct, q: i32): void {
  const rows = atI(op.place, op.p), S = at(op.S, op.s + q * op.stride), T = at(op.T, op.t + op.chosen[q] * op.stride);
  const H = op.H, h = op.h, ld = op.ld, first = op.first, width = op.width, ncol = op.ncol;
  for (let j = 0; j < ncol; j++) {
    const s = v128.load64_splat(S + (<usize>j << 3));
    const column = at(H, h + (load<i32>(rows + (<usize>j << 2)) - first) * ld - first);
    let i = j;
    for (; i < width - 1; i += 2) addTwo(column, rows, i, f64x2.mul(s, v128.load(T + (<usize>i << 3))));
    if (i < width) addOne(column, rows, i, f64x2.extract_lane(s, 0) * load<f64>(T + (<usize>i << 3)));
  }
}

export function addOuter(op: OuterProduct, q: i32, n: i32): void {
  if (n == 1) addOuter1(op, q);
  else if (n == 4) addOuter4(op, q);
  else addOuter3(op, q);
}

// by pairs, as they are read again: a pair that was written in two halves cannot be read before both have reached the cache
export function gather(res: F64, x: F64, col: I32, c: i32, n: i32): void {
  const X = at(x, 0), to = at(res, 0), list = atI(col, c);
  let k = 0;
  for (; k < n - 1; k += 2) {
    const i = list + (<usize>k << 2);
    const first = v128.load64_zero(X + (<usize>load<i32>(i) << 3));
    v128.store(to + (<usize>k << 3), v128.load64_lane(X + (<usize>load<i32>(i, 4) << 3), first, 1));
  }
  if (k < n) store<f64>(to + (<usize>k << 3), load<f64>(X + (<usize>load<i32>(list + (<usize>k << 2)) << 3)));
}

// one row of mulRows
@inline function mulRow(row: usize, x: usize, width: i32): f64 {
  let sum = f64x2.splat(0);
  let k = 0;
  for (; k < width - 1; k += 2) {
    const o = <usize>k << 3;
    sum = f64x2.add(sum, f64x2.mul(v128.load(row + o), v128.load(x + o)));
  }
  let even = f64x2.extract_lane(sum, 0);
  if (k < width) even += load<f64>(row + (<usize>k << 3)) * load<f64>(x + (<usize>k << 3));
  return even + f64x2.extract_lane(sum, 1);
}

export function mulRows(res: F64, r: i32, J: F64, a: i32, x: F64, width: i32, rows: i32): void {
  const X = at(x, 0), step = <usize>width << 3;
  let row = at(J, a), out = at(res, r);
  let q = 0;
  for (; q <= rows - 4; q += 4) {
    const c1 = row + step, c2 = c1 + step, c3 = c2 + step;
    let s0 = f64x2.splat(0), s1 = f64x2.splat(0), s2 = f64x2.splat(0), s3 = f64x2.splat(0);
    let k = 0;
    for (; k < width - 1; k += 2) {
      const o = <usize>k << 3, u = v128.load(X + o);
      s0 = f64x2.add(s0, f64x2.mul(v128.load(row + o), u));
      s1 = f64x2.add(s1, f64x2.mul(v128.load(c1 + o), u));
      s2 = f64x2.add(s2, f64x2.mul(v128.load(c2 + o), u));
      s3 = f64x2.add(s3, f64x2.mul(v128.load(c3 + o), u));
    }
    let e0 = f64x2.extract_lane(s0, 0), e1 = f64x2.extract_lane(s1, 0), e2 = f64x2.extract_lane(s2, 0), e3 = f64x2.extract_lane(s3, 0);
    if (k < width) {
      const o = <usize>k << 3, u = load<f64>(X + o);
      e0 += load<f64>(row + o) * u; e1 += load<f64>(c1 + o) * u; e2 += load<f64>(c2 + o) * u; e3 += load<f64>(c3 + o) * u;
    }
    store<f64>(out, e0 + f64x2.extract_lane(s0, 1));
    store<f64>(out, e1 + f64x2.extract_lane(s1, 1), 8);
    store<f64>(out, e2 + f64x2.extract_lane(s2, 1), 16);
    store<f64>(out, e3 + f64x2.extract_lane(s3, 1), 24);
    row = c3 + step;
    out += 32;
  }
  for (; q < rows; q++, row += step, out += 8) store<f64>(out, mulRow(row, X, width));
}

export function mulSingles(res: F64, row: i32, count: i32, J: F64, a: i32, vec: F64, col: I32, c: i32, width: i32): void {
  const X = at(vec, 0);
  let list = atI(col, c), values = at(J, a), out = at(res, row);
  for (let q = 0; q < count; q++) {
    let sum = f64x2.splat(0);
    let k = 0;
    for (; k < width - 1; k += 2) {
      const x = v128.load64_lane(X + (<usize>load<i32>(list, 4) << 3), v128.load64_zero(X + (<usize>load<i32>(list) << 3)), 1);
      sum = f64x2.add(sum, f64x2.mul(v128.load(values), x));
      list += 8;
      values += 16;
    }
    let even = f64x2.extract_lane(sum, 0);
    if (k < width) {
      even += load<f64>(values) * load<f64>(X + (<usize>load<i32>(list) << 3));
      list += 4;
      values += 8;
    }
    store<f64>(out, even + f64x2.extract_lane(sum, 1));
    out += 8;
  }
}

export function addRowsT(y: F64, J: F64, a: i32, f: F64, r: i32, width: i32, rows: i32): void {
  const Y = at(y, 0), F = at(f, r), step = <usize>width << 3;
  let row = at(J, a);
  let q = 0;
  for (; q < rows - 3; q += 4) {
    const c1 = row + step, c2 = c1 + step, c3 = c2 + step, g = F + (<usize>q << 3);
    const f0 = v128.load64_splat(g), f1 = v128.load64_splat(g, 8), f2 = v128.load64_splat(g, 16), f3 = v128.load64_splat(g, 24);
    let k = 0;
    for (; k < width - 1; k += 2) {
      const o = <usize>k << 3;
      let s = f64x2.add(v128.load(Y + o), f64x2.mul(v128.load(row + o), f0));
      s = f64x2.add(s, f64x2.mul(v128.load(c1 + o), f1));
      s = f64x2.add(s, f64x2.mul(v128.load(c2 + o), f2));
      s = f64x2.add(s, f64x2.mul(v128.load(c3 + o), f3));
      v128.store(Y + o, s);
    }
    if (k < width) {
      const o = <usize>k << 3;
      store<f64>(Y + o, load<f64>(Y + o) + load<f64>(row + o) * load<f64>(g) + load<f64>(c1 + o) * load<f64>(g, 8) + load<f64>(c2 + o) * load<f64>(g, 16) + load<f64>(c3 + o) * load<f64>(g, 24));
    }
    row = c3 + step;
  }
  for (; q < rows; q++, row += step) {
    const s = load<f64>(F + (<usize>q << 3)), pair = f64x2.splat(s);
    let k = 0;
    for (; k < width - 1; k += 2) {
      const o = <usize>k << 3;
      v128.store(Y + o, f64x2.add(v128.load(Y + o), f64x2.mul(v128.load(row + o), pair)));
    }
    if (k < width) {
      const o = <usize>k << 3;
      store<f64>(Y + o, load<f64>(Y + o) + load<f64>(row + o) * s);
    }
  }
}
