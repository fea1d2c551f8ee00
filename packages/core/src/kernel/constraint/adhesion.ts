// @cold

import { type f64, type i32, toF64 } from '../dialect.ts';
import type { Data, Model } from '../model/classes.ts';
import { isPyramidal } from './jacobian/mode.ts';

/**
 * Shifts the reference of adhesive contacts, so that their net force under compression does not depend on the adhesion.
 *
 * @reads ncon contact_adhesion contact_efc_address contact_dim efc_R
 * @writes efc_aref
 * @see mj_adhesionRef
 */
export function biasAdhesion(m: Model, d: Data): void {
  if (m.flg_adhesion === 0) return;
  const pyramidal = isPyramidal(m);
  for (let c = 0; c < d.ncon; c++) {
    const adhesion = d.contact_adhesion[c];
    const adr = d.contact_efc_address[c];
    if (adhesion === 0 || adr < 0) continue;
    const dim = d.contact_dim[c];
    const edges: i32 = dim === 1 || !pyramidal ? 1 : 2 * (dim - 1);
    const share: f64 = adhesion / toF64(edges); // the normal force is the sum over the edges
    for (let k = 0; k < edges; k++) d.efc_aref[adr + k] += d.efc_R[adr + k] * share;
  }
}
