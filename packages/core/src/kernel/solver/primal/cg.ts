// @cold

import type { f64 } from '../../dialect.ts';
import { copy, dot } from '../../math/linear/leaf.ts';
import { MINVAL, max, min } from '../../math/scalar.ts';
import type { Data, Model } from '../../model/classes.ts';
import { EXT_POLAK_RIBIERE } from '../../model/constants.ts';
import type { Island } from '../island.ts';

/** Truncation of β: keeps the direction from being orthogonal to the gradient. */
const ETA: f64 = 0.01;

/** Keeps the gradient for the next direction. @writes solverGradOld solverMgradOld */
export function keepGradient(d: Data, island: Island): void {
  const first = island.firstDof,
    n = island.endDof - first;
  copy(d.solverGradOld, first, d.solverGrad, first, n);
  copy(d.solverMgradOld, first, d.solverMgrad, first, n);
}

/**
 * The next direction of the preconditioned conjugate gradient method, d = -M⁻¹g + β·d, with y = g - g_old and
 *
 *     β = (yᵀM⁻¹g - 2·yᵀM⁻¹y·dᵀg / dᵀy) / dᵀy,   no less than -1 / (|d|·min(η, |g|))
 *
 * Starts over with β = 0 where the curvature dᵀy vanishes.
 *
 * @reads solverGrad solverMgrad solverGradOld solverMgradOld
 * @writes solverSearch solverGradOld solverMgradOld
 * @see Hager, Zhang: A new conjugate gradient method with guaranteed descent and an efficient line search (2005)
 */
export function conjugateDirection(m: Model, d: Data, island: Island): void {
  const first = island.firstDof,
    end = island.endDof,
    n = end - first;
  const { solverGrad: grad, solverMgrad: Mgrad, solverSearch: search } = d;

  // with Polak and Ribière's β = gᵀM⁻¹y / g_oldᵀM⁻¹g_old, not below 0, on request
  const polak = (m.extensionFlags & EXT_POLAK_RIBIERE) !== 0;
  const before: f64 = polak ? dot(d.solverGradOld, first, d.solverMgradOld, first, n) : 0;

  // the differences take the place of the old values
  const { solverGradOld: y, solverMgradOld: My } = d;
  for (let i = first; i < end; i++) {
    y[i] = grad[i] - y[i];
    My[i] = Mgrad[i] - My[i];
  }
  const dy = dot(search, first, y, first, n);
  let beta: f64 = 0;
  if (polak) {
    beta = max(0, dot(grad, first, My, first, n) / max(MINVAL, before));
  } else if (!(dy < MINVAL)) {
    const yMy = dot(y, first, My, first, n);
    const yMg = dot(y, first, Mgrad, first, n);
    const dg = dot(search, first, grad, first, n);
    const free = (yMg - 2 * (yMy / dy) * dg) / dy;
    const dNorm = Math.sqrt(dot(search, first, search, first, n));
    const gNorm = Math.sqrt(dot(grad, first, grad, first, n));
    beta = max(-1 / max(MINVAL, dNorm * min(ETA, gNorm)), free);
  }
  for (let i = first; i < end; i++) search[i] = -Mgrad[i] + beta * search[i];
}
