// SIMD half of block-row.ts.
import { F64, I32 } from '../dialect';

@inline function at(a: F64, i: i32): usize { return changetype<usize>(a) + (<usize>i << 3); }

export function mulBlockRow(res: F64, K: F64, a: i32, stride: i32, vec: F64, dof: I32, c: i32, n: i32): void {
  const V = at(vec, 0), step = <usize>stride << 3;
  let row0 = at(K, a), row1 = row0 + step, row2 = row1 + step;
  let list = changetype<usize>(dof) + (<usize>c << 2);
  let s0 = f64x2.splat(0), s1 = f64x2.splat(0), s2 = f64x2.splat(0);
  let k = 0;
  for (; k < n - 1; k += 2, list += 8) {
    const x = V + (<usize>load<i32>(list) << 3), y = V + (<usize>load<i32>(list, 4) << 3);
    const u0 = v128.load(x), u1 = v128.load64_lane(y, v128.load64_zero(x, 16), 1), u2 = v128.load(y, 8);
    s0 = f64x2.add(f64x2.add(f64x2.add(s0, f64x2.mul(v128.load(row0), u0)), f64x2.mul(v128.load(row0, 16), u1)), f64x2.mul(v128.load(row0, 32), u2));
    s1 = f64x2.add(f64x2.add(f64x2.add(s1, f64x2.mul(v128.load(row1), u0)), f64x2.mul(v128.load(row1, 16), u1)), f64x2.mul(v128.load(row1, 32), u2));
    s2 = f64x2.add(f64x2.add(f64x2.add(s2, f64x2.mul(v128.load(row2), u0)), f64x2.mul(v128.load(row2, 16), u1)), f64x2.mul(v128.load(row2, 32), u2));
    row0 += 48;
    row1 += 48;
    row2 += 48;
  }
  let e0 = f64x2.extract_lane(s0, 0), e1 = f64x2.extract_lane(s1, 0), e2 = f64x2.extract_lane(s2, 0);
  let o0 = f64x2.extract_lane(s0, 1), o1 = f64x2.extract_lane(s1, 1), o2 = f64x2.extract_lane(s2, 1);
  if (k < n) {
    const x = V + (<usize>load<i32>(list) << 3);
    const v0 = load<f64>(x), v1 = load<f64>(x, 8), v2 = load<f64>(x, 16);
    e0 = e0 + load<f64>(row0) * v0 + load<f64>(row0, 16) * v2;
    e1 = e1 + load<f64>(row1) * v0 + load<f64>(row1, 16) * v2;
    e2 = e2 + load<f64>(row2) * v0 + load<f64>(row2, 16) * v2;
    o0 += load<f64>(row0, 8) * v1;
    o1 += load<f64>(row1, 8) * v1;
    o2 += load<f64>(row2, 8) * v1;
  }
  const out = at(res, 0);
  store<f64>(out, e0 + o0);
  store<f64>(out, e1 + o1, 8);
  store<f64>(out, e2 + o2, 16);
}
