import { copy } from '../math/dense.ts';
import { gather } from '../math/sparse.ts';
import type { Data, Model } from '../model/kernel.ts';
import { effectiveDiagonal } from './effective-diagonal.ts';
import { makeImpedance } from './impedance.ts';
import { referenceConstraint } from './reference.ts';

/**
 * Regularisation and reference of the rows in the effective metric, which is known only after the actuators.
 *
 * @reads nefc diagBase efc_D efc_R nisland map_iefc2efc
 * @writes efc_diagA iefc_D iefc_R
 */
export function regulariseRows(m: Model, d: Data): void {
  if (d.nefc === 0) return;
  copy(d.efc_diagA, 0, d.diagBase, 0, d.nefc);
  effectiveDiagonal(m, d);
  makeImpedance(m, d);
  referenceConstraint(m, d);
  if (d.nisland > 0) {
    gather(d.iefc_D, 0, d.efc_D, 0, d.map_iefc2efc, 0, d.nefc);
    gather(d.iefc_R, 0, d.efc_R, 0, d.map_iefc2efc, 0, d.nefc);
  }
}
