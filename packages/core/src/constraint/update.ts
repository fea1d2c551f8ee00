import { type F64, type f64, type I32, type i32, scratchF64 } from '../dialect.ts';
import { norm, zero } from '../math/dense.ts';
import {
  CNSTR_CONTACT_ELLIPTIC,
  CNSTRSTATE_CONE,
  CNSTRSTATE_LINEARNEG,
  CNSTRSTATE_LINEARPOS,
  CNSTRSTATE_QUADRATIC,
  CNSTRSTATE_SATISFIED,
} from '../model/constants.ts';
import type { Data, Model } from '../model/kernel.ts';
import { mulJacTVec } from './product.ts';

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
 * @reads efc_D efc_R efc_frictionloss efc_type efc_id contact_mu contact_friction contact_dim efc_J
 * @writes efc_state efc_force qfrc_constraint contact_H
 * @see mj_constraintUpdate
 */
export function constraintUpdate(m: Model, d: Data, jar: F64, j: i32, coneHessian: boolean): f64 {
  const cost = updateRows(
    d,
    d.ne,
    d.nf,
    d.nefc,
    0,
    d.efc_D,
    d.efc_R,
    d.efc_frictionloss,
    d.efc_type,
    d.efc_id,
    jar,
    j,
    d.efc_state,
    d.efc_force,
    coneHessian,
  );
  mulJacTVec(m, d, d.qfrc_constraint, 0, d.efc_force, 0);
  return cost;
}

/** `constraintUpdate` for the rows of one island; `jar[j]` is its first. @writes iefc_state iefc_force contact_H */
export function constraintUpdateIsland(d: Data, island: i32, jar: F64, j: i32, coneHessian: boolean): f64 {
  return updateRows(
    d,
    d.island_ne[island],
    d.island_nf[island],
    d.island_nefc[island],
    d.island_iefcadr[island],
    d.iefc_D,
    d.iefc_R,
    d.iefc_frictionloss,
    d.iefc_type,
    d.iefc_id,
    jar,
    j,
    d.iefc_state,
    d.iefc_force,
    coneHessian,
  );
}

function updateRows(
  d: Data,
  ne: i32,
  nf: i32,
  nefc: i32,
  adr: i32,
  D: F64,
  R: F64,
  floss: F64,
  type: I32,
  id: I32,
  jar: F64,
  j: i32,
  state: I32,
  force: F64,
  coneHessian: boolean,
): f64 {
  let cost: f64 = 0;
  let k = 0;

  for (; k < ne; k++) {
    const x = jar[j + k],
      Dk = D[adr + k];
    cost += 0.5 * Dk * x * x;
    force[adr + k] = -Dk * x;
    state[adr + k] = CNSTRSTATE_QUADRATIC;
  }

  for (; k < ne + nf; k++) {
    const x = jar[j + k],
      Dk = D[adr + k],
      Rk = R[adr + k],
      most = floss[adr + k];
    if (x <= -Rk * most) {
      cost += -0.5 * Rk * most * most - most * x;
      force[adr + k] = most;
      state[adr + k] = CNSTRSTATE_LINEARNEG;
    } else if (x >= Rk * most) {
      cost += -0.5 * Rk * most * most + most * x;
      force[adr + k] = -most;
      state[adr + k] = CNSTRSTATE_LINEARPOS;
    } else {
      cost += 0.5 * Dk * x * x;
      force[adr + k] = -Dk * x;
      state[adr + k] = CNSTRSTATE_QUADRATIC;
    }
  }

  while (k < nefc) {
    if (type[adr + k] === CNSTR_CONTACT_ELLIPTIC) {
      const c = id[adr + k];
      cost += updateCone(d, c, D, force, state, adr + k, jar, j + k, coneHessian);
      k += d.contact_dim[c];
      continue;
    }
    const x = jar[j + k],
      Dk = D[adr + k];
    if (x >= 0) {
      force[adr + k] = 0;
      state[adr + k] = CNSTRSTATE_SATISFIED;
    } else {
      cost += 0.5 * Dk * x * x;
      force[adr + k] = -Dk * x;
      state[adr + k] = CNSTRSTATE_QUADRATIC;
    }
    k++;
  }
  return cost;
}

const U = scratchF64(6); // jar in the space where the cone is round

/** The rows of one elliptic contact: N against the normal, T the length of the rest. */
function updateCone(
  d: Data,
  c: i32,
  D: F64,
  force: F64,
  state: I32,
  row: i32,
  jar: F64,
  j: i32,
  coneHessian: boolean,
): f64 {
  const mu = d.contact_mu[c];
  const dim = d.contact_dim[c];
  const friction = d.contact_friction;
  const f = 5 * c - 1; // friction of direction k is at f + k
  U[0] = jar[j] * mu;
  for (let k = 1; k < dim; k++) U[k] = jar[j + k] * friction[f + k];
  const N = U[0];
  const T = norm(U, 1, dim - 1);
  let cost: f64 = 0;
  let zone: i32 = CNSTRSTATE_CONE;

  if (N >= mu * T || (T <= 0 && N >= 0)) {
    // top: no force
    zero(force, row, dim);
    zone = CNSTRSTATE_SATISFIED;
  } else if (mu * N + T <= 0 || (T <= 0 && N < 0)) {
    // bottom: all directions are quadratic
    for (let k = 0; k < dim; k++) {
      const x = jar[j + k],
        Dk = D[row + k];
      cost += 0.5 * Dk * x * x;
      force[row + k] = -Dk * x;
    }
    zone = CNSTRSTATE_QUADRATIC;
  } else {
    // middle: the force is on the surface of the cone
    const Dm: f64 = D[row] / (mu * mu * (1 + mu * mu));
    const NmT: f64 = N - mu * T;
    cost = 0.5 * Dm * NmT * NmT;
    const normal: f64 = -Dm * NmT * mu;
    force[row] = normal;
    for (let k = 1; k < dim; k++) force[row + k] = (-normal / T) * U[k] * friction[f + k];
    if (coneHessian) writeConeHessian(d.contact_H, 36 * c, dim, mu, friction, f, N, T, Dm);
  }
  for (let k = 0; k < dim; k++) state[row + k] = zone;
  return cost;
}

/**
 * H (dim×dim at `H[h]`) = Hessian of the cost in the middle zone, diag(μ, f)·G·diag(μ, f)·Dm with
 *
 *     G = [ 1      -μ/T·uᵀ                               ]
 *         [ ·   μN/T³·u·uᵀ + (μ² - μN/T)·I               ]
 */
function writeConeHessian(H: F64, h: i32, dim: i32, mu: f64, friction: F64, f: i32, N: f64, T: f64, Dm: f64): void {
  const across: f64 = -mu / T;
  const outer: f64 = (mu * N) / (T * T * T);
  const round: f64 = mu * mu - (mu * N) / T;
  for (let k = 0; k < dim; k++) {
    const left: f64 = Dm * (k === 0 ? mu : friction[f + k]);
    for (let n = k; n < dim; n++) {
      let g: f64 = 1;
      if (k > 0) {
        g = outer * U[n] * U[k];
        if (k === n) g += round;
      } else if (n > 0) {
        g = across * U[n];
      }
      const value: f64 = g * (left * (n === 0 ? mu : friction[f + n]));
      H[h + k * dim + n] = value;
      H[h + n * dim + k] = value;
    }
  }
}
