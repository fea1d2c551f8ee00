/** The innermost loop of products with the stiffness of flexes; `block-row.as.ts` has it with SIMD, with the same bits. */
import type { F64, f64, I32, i32 } from '../dialect.ts';

/**
 * res (3) = three rows of a matrix of 3×3 blocks times `vec`. The rows start at K[a], `stride` apart; the blocks are at the columns that are
 * listed at dof[c], `n` of them. A sum has two parts, of the 1st, 3rd, ... and of the 2nd, 4th, ... products.
 */
export function mulBlockRow(res: F64, K: F64, a: i32, stride: i32, vec: F64, dof: I32, c: i32, n: i32): void {
  for (let r = 0; r < 3; r++) {
    let even: f64 = 0;
    let odd: f64 = 0;
    let at = a + r * stride;
    let k = c;
    for (; k < c + n - 1; k += 2) {
      const i = dof[k];
      const j = dof[k + 1];
      even += K[at] * vec[i];
      odd += K[at + 1] * vec[i + 1];
      even += K[at + 2] * vec[i + 2];
      odd += K[at + 3] * vec[j];
      even += K[at + 4] * vec[j + 1];
      odd += K[at + 5] * vec[j + 2];
      at += 6;
    }
    if (k < c + n) {
      const i = dof[k];
      even += K[at] * vec[i];
      odd += K[at + 1] * vec[i + 1];
      even += K[at + 2] * vec[i + 2];
    }
    res[r] = even + odd;
  }
}
