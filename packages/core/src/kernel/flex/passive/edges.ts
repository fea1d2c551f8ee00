import type { f64, i32 } from '../../dialect.ts';
import type { Data, Model } from '../../model/classes.ts';

/**
 * Springs and dampers along the edges of flex `f`.
 *
 * @reads flexedge_length flexedge_velocity flexedge_J
 * @writes qfrc_spring qfrc_damper
 */
export function edgeForces(m: Model, d: Data, f: i32, springs: boolean, dampers: boolean): void {
  const stiffness: f64 = springs ? m.flex_edgestiffness[f] : 0.0;
  const damping: f64 = dampers ? m.flex_edgedamping[f] : 0.0;
  if (stiffness === 0 && damping === 0) return;
  const flexedge_J = d.flexedge_J;
  const colind = m.flexedge_J_colind;
  const qfrc_spring = d.qfrc_spring;
  const qfrc_damper = d.qfrc_damper;
  const last = m.flex_edgeadr[f] + m.flex_edgenum[f];
  for (let e = m.flex_edgeadr[f]; e < last; e++) {
    if (m.flexedge_rigid[e] !== 0) continue;
    const spring = stiffness * (m.flexedge_length0[e] - d.flexedge_length[e]);
    const damper = -damping * d.flexedge_velocity[e];
    const end = m.flexedge_J_rowadr[e] + m.flexedge_J_rownnz[e];
    for (let k = m.flexedge_J_rowadr[e]; k < end; k++) {
      const i = colind[k];
      qfrc_spring[i] += flexedge_J[k] * spring;
      qfrc_damper[i] += flexedge_J[k] * damper;
    }
  }
}
