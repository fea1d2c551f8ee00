// SIMD half of chain-product.ts: the sum is (0 + 2) + (1 + 3) + (4 + 5), as in dot6.
import { F64, I32 } from '../dialect';

export function chainProduct(mat: F64, adr: i32, cdof: F64, dof_parentid: I32, i: i32, force: F64): void {
  const f = changetype<usize>(force);
  const f01 = v128.load(f), f23 = v128.load(f, 16), f45 = v128.load(f, 32);
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
