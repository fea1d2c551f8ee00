import { copy } from '../math/linear/dense.ts';
import type { Data, Model } from '../model/classes.ts';
import { effectiveDiagonal } from './effective-diagonal.ts';
import { makeImpedance } from './impedance/impedance.ts';
import { reorderRegularisation } from './island.ts';
import { referenceConstraint } from './reference.ts';

/**
 * Regularisation and reference of the rows in the effective metric, which is known only after the actuators.
 *
 * @reads nefc
 * @writes efc_diagA
 */
export function regulariseRows(m: Model, d: Data): void {
  if (d.nefc === 0) return;
  copy(d.efc_diagA, 0, d.diagBase, 0, d.nefc);
  effectiveDiagonal(m, d);
  makeImpedance(m, d);
  referenceConstraint(m, d);
  reorderRegularisation(d);
}
