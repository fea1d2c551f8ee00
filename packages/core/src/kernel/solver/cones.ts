/**
 * Elliptic friction cones. With U = (μ·x₀, f₁·x₁, ...) the cone of a contact is circular; N = U₀ is the normal part and T the
 * length of the rest. Three zones: top (N ≥ μT), no force; bottom (μN + T ≤ 0), each row a spring of its own; between them
 * the cost is ½·Dm·(N - μT)², Dm = D₀ / (μ²(1 + μ²)).
 *
 * Eight parameters and more: rows and friction are each an array and an offset, and a record would be filled for every contact.
 */
import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import { dot } from '../math/linear/leaf.ts';
import { CNSTRSTATE_CONE, CNSTRSTATE_QUADRATIC, CNSTRSTATE_SATISFIED } from '../model/constants.ts';

const U = scratchF64(6); // point in the space of the circular cone
const scale = scratchF64(6); // μ, f₁, f₂, ...

/** U of the row values x at `r`; returns the state of the cone there. */
function locate(x: F64, r: i32, dim: i32, mu: f64, friction: F64, f: i32): i32 {
  U[0] = x[r] * mu;
  for (let j = 1; j < dim; j++) U[j] = x[r + j] * friction[f + j - 1];
  const N = U[0];
  const T = Math.sqrt(dot(U, 1, U, 1, dim - 1));
  if (N >= mu * T || (T <= 0 && N >= 0)) return CNSTRSTATE_SATISFIED;
  if (mu * N + T <= 0 || (T <= 0 && N < 0)) return CNSTRSTATE_QUADRATIC;
  return CNSTRSTATE_CONE;
}

/** Adds the cost of a contact to `cost` and returns the sum. */
export function addConeCost(cost: f64, D: F64, x: F64, r: i32, dim: i32, mu: f64, friction: F64, f: i32): f64 {
  const state = locate(x, r, dim, mu, friction, f);
  if (state === CNSTRSTATE_SATISFIED) return cost;
  let s: f64 = cost;
  if (state === CNSTRSTATE_QUADRATIC) {
    for (let j = 0; j < dim; j++) s += 0.5 * D[r + j] * x[r + j] * x[r + j];
    return s;
  }
  const gap = U[0] - mu * Math.sqrt(dot(U, 1, U, 1, dim - 1));
  return s + 0.5 * (D[r] / (mu * mu * (1 + mu * mu))) * gap * gap;
}

/** Forces of a contact at the row values x; returns its state. */
export function coneForce(force: F64, D: F64, x: F64, r: i32, dim: i32, mu: f64, friction: F64, f: i32): i32 {
  const state = locate(x, r, dim, mu, friction, f);
  if (state === CNSTRSTATE_SATISFIED) {
    for (let j = 0; j < dim; j++) force[r + j] = 0;
  } else if (state === CNSTRSTATE_QUADRATIC) {
    for (let j = 0; j < dim; j++) force[r + j] = -D[r + j] * x[r + j];
  } else {
    const T = Math.sqrt(dot(U, 1, U, 1, dim - 1));
    const normal = -(D[r] / (mu * mu * (1 + mu * mu))) * (U[0] - mu * T) * mu;
    force[r] = normal;
    for (let j = 1; j < dim; j++) force[r + j] = (-normal / T) * U[j] * friction[f + j - 1];
  }
  return state;
}

/**
 * Second derivative of the cost of a contact in the middle zone, a dim×dim matrix at `h`:
 *
 *     Dm · diag(s) · [ 1          -μ uᵀ                    ] · diag(s)      u = U_T/T,  s = (μ, f)
 *                    [ -μ u   μN/T u uᵀ + (μ² - μN/T) I    ]
 */
export function coneHessian(H: F64, h: i32, D0: f64, x: F64, r: i32, dim: i32, mu: f64, friction: F64, f: i32): void {
  locate(x, r, dim, mu, friction, f);
  const N = U[0];
  const T = Math.sqrt(dot(U, 1, U, 1, dim - 1));
  const Dm = D0 / (mu * mu * (1 + mu * mu));
  scale[0] = mu;
  for (let j = 1; j < dim; j++) scale[j] = friction[f + j - 1];
  const along = (mu * N) / (T * T * T);
  const across = mu * mu - (mu * N) / T;
  for (let k = 0; k < dim; k++) {
    for (let j = k; j < dim; j++) {
      let v: f64 = 1;
      if (k > 0) v = j === k ? along * U[j] * U[k] + across : along * U[j] * U[k];
      else if (j > 0) v = (-mu / T) * U[j];
      v *= Dm * scale[k] * scale[j];
      H[h + k * dim + j] = v;
      H[h + j * dim + k] = v;
    }
  }
}
