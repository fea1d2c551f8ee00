import type { Data, Model } from '../model/kernel.ts';
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
 * qfrc_inverse += M·qacc - qfrc_passive - qfrc_constraint.
 *
 * @reads qacc qfrc_passive qfrc_constraint smoothVec qfrc_inverse
 * @writes qfrc_inverse smoothVec
 */
export function inverseForce(m: Model, d: Data): void {
  const nv = m.nv;
  const qfrc_inverse = d.qfrc_inverse;
  mulM(m, d, d.smoothVec, 0, d.qacc, 0);
  for (let i = 0; i < nv; i++) qfrc_inverse[i] += d.smoothVec[i] - d.qfrc_passive[i] - d.qfrc_constraint[i];
}
