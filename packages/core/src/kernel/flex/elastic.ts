// @cold

import type { i32 } from '../dialect.ts';
import type { Model } from '../model/classes.ts';
import { HOLD_CELLS } from './edges.ts';

/** Whether flex `f` resists deformation by its elasticity: a sheet or a solid with stiffness, unless constraints hold its cells instead. */
export function isElastic(m: Model, f: i32): boolean {
  if (m.flex_rigid[f] !== 0 || m.flex_dim[f] < 2) return false;
  const adr = m.flex_stiffnessadr[f];
  return (
    m.flex_bendingadr[f] >= 0 || (adr >= 0 && m.flex_stiffness[adr] !== 0 && m.flex_edgeequality[f] !== HOLD_CELLS)
  );
}
