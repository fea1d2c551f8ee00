import type { F64, I32, i32 } from '../dialect.ts';
import { dot6 } from '../math/spatial.ts';

/**
 * mat[adr], mat[adr - 1], ... = force · dof for dof `i` and its ancestors, from the dof up to the root; `force` has 6 numbers.
 * `chain-product.as.ts` is the same with SIMD.
 */
export function chainProduct(mat: F64, adr: i32, cdof: F64, dof_parentid: I32, i: i32, force: F64): void {
  let a = adr;
  for (let j = i; j >= 0; j = dof_parentid[j]) mat[a--] = dot6(cdof, 6 * j, force, 0);
}
