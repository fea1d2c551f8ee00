// @cold

import type { F64, i32 } from '../../dialect.ts';
import { copy3 } from '../../math/vec3.ts';
import type { Data, Model } from '../../model/classes.ts';
import { needSubtreeVelocities } from '../on-demand.ts';

/** @reads subtree_com */
export function subtreeCom(m: Model, d: Data, s: i32, res: F64, r: i32): void {
  copy3(res, r, d.subtree_com, 3 * m.sensor_objid[s]);
}

/** @reads subtree_linvel */
export function subtreeLinVel(m: Model, d: Data, s: i32, res: F64, r: i32): void {
  needSubtreeVelocities(m, d);
  copy3(res, r, d.subtree_linvel, 3 * m.sensor_objid[s]);
}

/** @reads subtree_angmom */
export function subtreeAngMom(m: Model, d: Data, s: i32, res: F64, r: i32): void {
  needSubtreeVelocities(m, d);
  copy3(res, r, d.subtree_angmom, 3 * m.sensor_objid[s]);
}
