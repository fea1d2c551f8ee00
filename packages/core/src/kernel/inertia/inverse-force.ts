// @cold

import { subFrom } from '../math/linear/dense.ts';
import { addGyroscopic } from '../metric/free-bodies.ts';
import { mulMetric } from '../metric/product.ts';
import type { Data, Model } from '../model/classes.ts';
import { mulM } from './mass-matrix.ts';
import { rne } from './rne.ts';
import { tendonBias } from './tendon-armature.ts';

/**
 * qfrc_inverse = the bias force alone.
 *
 * @reads qfrc_inverse
 * @writes qfrc_inverse
 */
export function inverseBias(m: Model, d: Data): void {
  rne(m, d, false, d.qfrc_inverse, 0);
  tendonBias(m, d, d.qfrc_inverse);
}

/**
 * qfrc_inverse += M·qacc - qfrc_passive - qfrc_constraint, in the effective metric if there is one.
 *
 * @reads efm_active qacc qfrc_passive qfrc_constraint smoothVec qfrc_inverse
 * @writes qfrc_inverse smoothVec
 */
export function inverseForce(m: Model, d: Data): void {
  const nv = m.nv;
  const qfrc_inverse = d.qfrc_inverse;
  if (d.efm_active !== 0) effectiveForce(m, d);
  else mulM(m, d, d.smoothVec, 0, d.qacc, 0);
  for (let i = 0; i < nv; i++) qfrc_inverse[i] += d.smoothVec[i] - d.qfrc_passive[i] - d.qfrc_constraint[i];
}

/**
 * smoothVec = M̂·qacc less the forces that springs will have at the end of the step.
 *
 * @reads qacc efm_c efm_ca smoothVec
 * @writes smoothVec
 */
function effectiveForce(m: Model, d: Data): void {
  mulMetric(d.smoothVec, m, d, d.qacc);
  subFrom(d.smoothVec, 0, d.efm_c, 0, m.nv);
  subFrom(d.smoothVec, 0, d.efm_ca, 0, m.nv);
  addGyroscopic(m, d, d.smoothVec);
}
