// SIMD half of chain-product.ts: the sum is (0 + 2) + (1 + 3) + (4 + 5), as in dot6.
import { F64, I32 } from '../dialect';

// two numbers, loaded one by one: they were stored so just before, and a load of both would wait for memory
@inline function pair(p: usize): v128 { return v128.load_lane<u64>(p, v128.load_zero<u64>(p), 1, 8); }

export function chainProduct(mat: F64, adr: i32, cdof: F64, dof_parentid: I32, i: i32, force: F64): void {
  const f = changetype<usize>(force);
  const f01 = pair(f), f23 = pair(f + 16), f45 = pair(f + 32);
  const base = changetype<usize>(cdof);
  const parents = changetype<usize>(dof_parentid);
  let to = changetype<usize>(mat) + (<usize>adr << 3);
  for (let j = i; j >= 0; to -= 8) {
    const c = base + <usize>j * 48;
    const first = f64x2.add(f64x2.mul(v128.load(c), f01), f64x2.mul(v128.load(c, 16), f23));
    const last = f64x2.mul(v128.load(c, 32), f45);
    store<f64>(to, f64x2.extract_lane(first, 0) + f64x2.extract_lane(first, 1) + (f64x2.extract_lane(last, 0) + f64x2.extract_lane(last, 1)));
    j = load<i32>(parents + (<usize>j << 2));
  }
}
