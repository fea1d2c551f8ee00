import type { f64 } from '../dialect.ts';
import type { Data, Model } from '../model/classes.ts';
import { integratesDiscretely } from './end-of-step.ts';
import { isSparse } from './jacobian/mode.ts';

/**
 * Scales the estimate of the constraint inertia from the metric M to the effective metric M + h·D + h²·K of the discrete
 * integrator, by their diagonals: Σ J²/(M + s) over Σ J²/M, where s is the difference of the diagonals.
 *
 * @reads nefc efm_active efm_sdiag M efc_J efc_J_rowadr efc_J_colind
 * @writes efc_diagA
 */
export function effectiveDiagonal(m: Model, d: Data): void {
  if (!integratesDiscretely(m) || d.efm_active === 0) return;
  const sparse = isSparse(m);
  const { efm_sdiag, efc_J, efc_J_colind: colind } = d;
  for (let row = 0; row < d.nefc; row++) {
    const list = d.efcRowColumns[row];
    const nnz = d.efcRowNnz[row];
    const base = sparse ? d.efc_J_rowadr[row] : m.nv * row;
    let inertial: f64 = 0;
    let effective: f64 = 0;
    for (let k = 0; k < nnz; k++) {
      const i = colind[list + k];
      const J = efc_J[base + (sparse ? k : i)];
      const mass = d.M[m.M_rowadr[i] + m.M_rownnz[i] - 1];
      inertial += (J * J) / mass;
      effective += (J * J) / (mass + efm_sdiag[i]);
    }
    if (inertial > 0) d.efc_diagA[row] *= effective / inertial;
  }
}
