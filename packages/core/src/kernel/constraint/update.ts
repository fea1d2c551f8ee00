import { type F64, type f64, type I32, type i32, scratchF64 } from '../dialect.ts';
import { norm, zero } from '../math/linear/dense.ts';
import type { Data, Model } from '../model/classes.ts';
import {
  CNSTR_CONTACT_ELLIPTIC,
  CNSTRSTATE_CONE,
  CNSTRSTATE_QUADRATIC,
  CNSTRSTATE_SATISFIED,
} from '../model/constants.ts';
import { setFrictionRow } from './friction.ts';
import { mulJacTVec } from './jacobian/product.ts';

/**
 * State and force of every row at jar = J·qacc - aref (at `jar[j]`), and qfrc_constraint = Jᵀ·force. Returns the cost
 *
 *     s(jar) = Σ ½D·jar²                          equality
 *              Huber with its edge at R·η         friction loss η
 *              ½D·min(jar, 0)²                    limits, contacts, pyramids
 *              elliptic cones in three zones
 *
 * of which the force is the negative gradient. With `coneHessian` the Hessian of each cone in the middle zone is in `contact_H`.
 *
 * @reads ne nf nefc efc_D efc_R efc_frictionloss efc_type efc_id contact_mu contact_friction contact_dim
 * @writes efc_state efc_force qfrc_constraint contact_H
 * @see mj_constraintUpdate
 */
export function constraintUpdate(m: Model, d: Data, jar: F64, j: i32, coneHessian: boolean): f64 {
  const { efc_D: D, efc_force: force, efc_state: state } = d;
  let cost: f64 = 0;
  let row = 0;

  for (; row < d.ne; row++) cost += quadratic(force, state, row, D[row], jar[j + row]);

  for (; row < d.ne + d.nf; row++) {
    const x = jar[j + row],
      most = d.efc_frictionloss[row],
      edge = d.efc_R[row] * most;
    setFrictionRow(force, state, row, x, D[row], most, edge);
    const isInside = state[row] === CNSTRSTATE_QUADRATIC;
    cost += isInside ? 0.5 * D[row] * x * x : -0.5 * edge * most + most * Math.abs(x);
  }

  while (row < d.nefc) {
    if (d.efc_type[row] === CNSTR_CONTACT_ELLIPTIC) {
      const c = d.efc_id[row];
      cost += updateCone(d, c, row, jar, j + row, coneHessian);
      row += d.contact_dim[c];
      continue;
    }
    const x = jar[j + row];
    if (x >= 0) {
      force[row] = 0;
      state[row] = CNSTRSTATE_SATISFIED;
    } else cost += quadratic(force, state, row, D[row], x);
    row++;
  }
  mulJacTVec(m, d, d.qfrc_constraint, 0, force, 0);
  return cost;
}

/** Force and state of a row in its quadratic zone, and its cost. */
function quadratic(force: F64, state: I32, row: i32, D: f64, x: f64): f64 {
  force[row] = -D * x;
  state[row] = CNSTRSTATE_QUADRATIC;
  return 0.5 * D * x * x;
}

/** An elliptic cone in the space where it is round: N along the normal, T the length of the rest. */
class RoundCone {
  dim: i32 = 0;
  readonly U: F64 = scratchF64(6);
  /** Scale of each direction into that space: μ for the normal, then the friction coefficients. */
  readonly scale: F64 = scratchF64(6);
  N: f64 = 0;
  T: f64 = 0;
  /** Weight of the middle zone. */
  Dm: f64 = 0;
}

const cone = new RoundCone();

/** The rows of one elliptic contact. */
function updateCone(d: Data, c: i32, row: i32, jar: F64, j: i32, coneHessian: boolean): f64 {
  const { U, scale } = cone;
  const mu = d.contact_mu[c];
  const dim = d.contact_dim[c];
  scale[0] = mu;
  for (let k = 1; k < dim; k++) scale[k] = d.contact_friction[5 * c + k - 1];
  for (let k = 0; k < dim; k++) U[k] = jar[j + k] * scale[k];
  const N = U[0];
  const T = norm(U, 1, dim - 1);
  const { efc_D: D, efc_force: force, efc_state: state } = d;
  let cost: f64 = 0;

  if (N >= mu * T || (T <= 0 && N >= 0)) {
    // top: no force
    zero(force, row, dim);
    for (let k = 0; k < dim; k++) state[row + k] = CNSTRSTATE_SATISFIED;
  } else if (mu * N + T <= 0 || (T <= 0 && N < 0)) {
    // bottom: all directions are quadratic
    for (let k = 0; k < dim; k++) cost += quadratic(force, state, row + k, D[row + k], jar[j + k]);
  } else {
    // middle: the force is on the surface of the cone
    const Dm: f64 = D[row] / (mu * mu * (1 + mu * mu));
    const NmT: f64 = N - mu * T;
    cost = 0.5 * Dm * NmT * NmT;
    const normal: f64 = -Dm * NmT * mu;
    force[row] = normal;
    for (let k = 1; k < dim; k++) force[row + k] = (-normal / T) * U[k] * scale[k];
    for (let k = 0; k < dim; k++) state[row + k] = CNSTRSTATE_CONE;
    cone.dim = dim;
    cone.N = N;
    cone.T = T;
    cone.Dm = Dm;
    if (coneHessian) writeConeHessian(d.contact_H, 36 * c, cone);
  }
  return cost;
}

/**
 * H (dim×dim at `H[h]`) = Hessian of the cost in the middle zone, diag(μ, f)·G·diag(μ, f)·Dm with
 *
 *     G = [ 1      -μ/T·uᵀ                               ]
 *         [ ·   μN/T³·u·uᵀ + (μ² - μN/T)·I               ]
 */
function writeConeHessian(H: F64, h: i32, at: RoundCone): void {
  const { dim, U, scale } = at;
  const mu = scale[0];
  const across: f64 = -mu / at.T;
  const outer: f64 = (mu * at.N) / (at.T * at.T * at.T);
  const round: f64 = mu * mu - (mu * at.N) / at.T;
  for (let k = 0; k < dim; k++) {
    const left: f64 = at.Dm * scale[k];
    for (let n = k; n < dim; n++) {
      let g: f64 = 1;
      if (k > 0) {
        g = outer * U[n] * U[k];
        if (k === n) g += round;
      } else if (n > 0) {
        g = across * U[n];
      }
      const value: f64 = g * (left * scale[n]);
      H[h + k * dim + n] = value;
      H[h + n * dim + k] = value;
    }
  }
}
