import type { f64, i32 } from '../../dialect.ts';

/** Settings of convex collision detection. */
export class CcdOptions {
  /** Distances beyond it need not be measured; 0 asks for contact only. */
  cutoff: f64 = 0;
  /** How exact smooth shapes have to be. */
  tolerance: f64 = 0;
  /** Most iterations of each algorithm. */
  iterations: i32 = 0;
  /** Several contacts of a pair are wanted. */
  multi: boolean = false;
  /** Portal refinement (mpr.ts), the older algorithm, takes the place of GJK and EPA. */
  portal: boolean = false;
}
