import type { Data, Model } from '../model/kernel.ts';

/**
 * Constant pull along the normals of adhesive contacts. Returns whether there is any.
 *
 * @reads ncon
 * @see mj_adhesion
 */
export function adhesion(m: Model, d: Data): boolean {
  return m.flg_adhesion !== 0 && d.ncon > 0 && m.nv < 0;
}
