// SIMD half of leaf.ts: two vectors of two lanes carry the four partial sums.
import { F64, I32 } from '../../dialect';

@inline function at(a: F64, i: i32): usize { return changetype<usize>(a) + (<usize>i << 3); }

// from this length on, the engine's bulk instructions win over a loop
const BULK: i32 = 96;

export function zero(res: F64, r: i32, n: i32): void {
  let p = at(res, r);
  if (n >= BULK) {
    memory.fill(p, 0, <usize>n << 3);
    return;
  }
  const none = f64x2.splat(0);
  let k = 0;
  for (; k <= n - 2; k += 2, p += 16) v128.store(p, none);
  if (k < n) store<f64>(p, 0);
}

export function copy(res: F64, r: i32, a: F64, i: i32, n: i32): void {
  let p = at(res, r), q = at(a, i);
  if (n >= BULK) {
    memory.copy(p, q, <usize>n << 3);
    return;
  }
  let k = 0;
  for (; k <= n - 2; k += 2, p += 16, q += 16) v128.store(p, v128.load(q));
  if (k < n) store<f64>(p, load<f64>(q));
}

export function copy9(res: F64, r: i32, a: F64, i: i32): void {
  const p = at(res, r), q = at(a, i);
  const v0 = v128.load(q), v1 = v128.load(q, 16), v2 = v128.load(q, 32), v3 = v128.load(q, 48);
  const last = load<f64>(q, 64);
  v128.store(p, v0);
  v128.store(p, v1, 16);
  v128.store(p, v2, 32);
  v128.store(p, v3, 48);
  store<f64>(p, last, 64);
}

export function scl(res: F64, r: i32, a: F64, i: i32, s: f64, n: i32): void {
  let p = at(res, r), q = at(a, i);
  const pair = f64x2.splat(s);
  let k = 0;
  for (; k <= n - 2; k += 2, p += 16, q += 16) v128.store(p, f64x2.mul(v128.load(q), pair));
  if (k < n) store<f64>(p, load<f64>(q) * s);
}

export function addTo(res: F64, r: i32, a: F64, i: i32, n: i32): void {
  let p = at(res, r), q = at(a, i);
  let k = 0;
  for (; k <= n - 2; k += 2, p += 16, q += 16) v128.store(p, f64x2.add(v128.load(p), v128.load(q)));
  if (k < n) store<f64>(p, load<f64>(p) + load<f64>(q));
}

export function addToScl(res: F64, r: i32, a: F64, i: i32, s: f64, n: i32): void {
  let p = at(res, r), q = at(a, i);
  const pair = f64x2.splat(s);
  let k = 0;
  for (; k <= n - 4; k += 4, p += 32, q += 32) {
    v128.store(p, f64x2.add(v128.load(p), f64x2.mul(v128.load(q), pair)));
    v128.store(p, f64x2.add(v128.load(p, 16), f64x2.mul(v128.load(q, 16), pair)), 16);
  }
  for (; k < n; k++, p += 8, q += 8) store<f64>(p, load<f64>(p) + load<f64>(q) * s);
}

export function addSclScl(res: F64, r: i32, a: F64, i: i32, s: f64, b: F64, j: i32, t: f64, n: i32): void {
  let p = at(res, r), q = at(a, i), o = at(b, j);
  const first = f64x2.splat(s), second = f64x2.splat(t);
  let k = 0;
  for (; k <= n - 2; k += 2, p += 16, q += 16, o += 16) {
    v128.store(p, f64x2.add(f64x2.mul(v128.load(q), first), f64x2.mul(v128.load(o), second)));
  }
  if (k < n) store<f64>(p, load<f64>(q) * s + load<f64>(o) * t);
}

export function dot(a: F64, i: i32, b: F64, j: i32, n: i32): f64 {
  let p = at(a, i), q = at(b, j);
  let k = 0;
  let s: f64 = 0;
  if (n >= 4) {
    let even = f64x2.splat(0), odd = f64x2.splat(0);
    for (; k <= n - 4; k += 4, p += 32, q += 32) {
      even = f64x2.add(even, f64x2.mul(v128.load(p), v128.load(q)));
      odd = f64x2.add(odd, f64x2.mul(v128.load(p, 16), v128.load(q, 16)));
    }
    const both = f64x2.add(even, odd);
    s = f64x2.extract_lane(both, 0) + f64x2.extract_lane(both, 1);
  }
  const left = n - k;
  if (left == 3) s += load<f64>(p) * load<f64>(q) + load<f64>(p, 8) * load<f64>(q, 8) + load<f64>(p, 16) * load<f64>(q, 16);
  else if (left == 2) s += load<f64>(p) * load<f64>(q) + load<f64>(p, 8) * load<f64>(q, 8);
  else if (left == 1) s += load<f64>(p) * load<f64>(q);
  return s;
}

// two numbers, loaded one by one
@inline function pair(p: usize): v128 { return v128.load_lane<u64>(p, v128.load_zero<u64>(p), 1, 8); }

export function dotFresh(a: F64, i: i32, b: F64, j: i32, n: i32): f64 {
  let p = at(a, i), q = at(b, j);
  let k = 0;
  let even = f64x2.splat(0), odd = f64x2.splat(0);
  for (; k <= n - 4; k += 4, p += 32, q += 32) {
    even = f64x2.add(even, f64x2.mul(v128.load(p), pair(q)));
    odd = f64x2.add(odd, f64x2.mul(v128.load(p, 16), pair(q + 16)));
  }
  const both = f64x2.add(even, odd);
  const s = f64x2.extract_lane(both, 0) + f64x2.extract_lane(both, 1);
  const left = n - k;
  if (left == 3) return s + (load<f64>(p) * load<f64>(q) + load<f64>(p, 8) * load<f64>(q, 8) + load<f64>(p, 16) * load<f64>(q, 16));
  if (left == 2) return s + (load<f64>(p) * load<f64>(q) + load<f64>(p, 8) * load<f64>(q, 8));
  return left == 1 ? s + load<f64>(p) * load<f64>(q) : s;
}

export function dotSparse(a: F64, i: i32, b: F64, j: i32, nnz: i32, ind: I32, c: i32): f64 {
  let s0: f64 = 0, s1: f64 = 0, s2: f64 = 0, s3: f64 = 0;
  let p = at(a, i);
  const base = at(b, j);
  let q = changetype<usize>(ind) + (<usize>c << 2);
  let k = 0;
  for (; k <= nnz - 4; k += 4, p += 32, q += 16) {
    s0 += load<f64>(p) * load<f64>(base + (<usize>load<i32>(q) << 3));
    s1 += load<f64>(p, 8) * load<f64>(base + (<usize>load<i32>(q, 4) << 3));
    s2 += load<f64>(p, 16) * load<f64>(base + (<usize>load<i32>(q, 8) << 3));
    s3 += load<f64>(p, 24) * load<f64>(base + (<usize>load<i32>(q, 12) << 3));
  }
  let s: f64 = s0 + s2 + (s1 + s3);
  for (; k < nnz; k++, p += 8, q += 4) s += load<f64>(p) * load<f64>(base + (<usize>load<i32>(q) << 3));
  return s;
}
