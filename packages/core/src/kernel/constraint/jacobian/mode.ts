import type { i32 } from '../../dialect.ts';
import type { Model } from '../../model/classes.ts';
import { CONE_PYRAMIDAL, EXT_PGS_FALLBACK, JAC_AUTO, JAC_SPARSE, SOL_PGS } from '../../model/constants.ts';

/** From this many dofs on, `jacobian="auto"` means sparse. */
const SPARSE_NV: i32 = 60;

/** Whether rows of the constraint Jacobian are stored packed, with their columns. */
export function isSparse(m: Model): boolean {
  return m.opt_jacobian === JAC_SPARSE || (m.opt_jacobian === JAC_AUTO && m.nv >= SPARSE_NV);
}

/** Whether friction cones are pyramids. */
export function isPyramidal(m: Model): boolean {
  return m.opt_cone === CONE_PYRAMIDAL;
}

/** Whether the solver works on constraint forces, and so needs `efc_AR`. */
export function isDual(m: Model): boolean {
  return m.opt_solver === SOL_PGS || m.opt_noslip_iterations > 0 || (m.extensionFlags & EXT_PGS_FALLBACK) !== 0;
}
