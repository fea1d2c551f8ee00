import type { Material } from './stiffness.ts';

const MOST_SWEEPS = 200;
const CONVERGED = 1e-12;
/** Modes below this part of the largest eigenvalue are rigid motions. */
const RIGID = 1e-8;
/** A squared norm that counts as zero. */
const NULL_SQUARE = 1e-20;

/**
 * The strain modes of an element: their number, then each eigenvector of its stiffness times the root of its eigenvalue. `matrix`
 * is the negative stiffness, and is overwritten.
 */
export function strainModes(matrix: Float64Array, dofs: number): { count: number; data: Float64Array } {
  const vectors = eigenvectors(matrix, dofs);
  const data = new Float64Array(dofs * dofs);
  let largest = 0;
  for (let i = 0; i < dofs; i++) largest = Math.max(largest, Math.abs(matrix[i * dofs + i]));
  let count = 0;
  for (let i = 0; i < dofs; i++) {
    const value = -matrix[i * dofs + i];
    if (!(value > largest * RIGID)) continue;
    const scale = Math.sqrt(value);
    for (let j = 0; j < dofs; j++) data[1 + count * dofs + j] = scale * vectors[j * dofs + i];
    count++;
  }
  data[0] = count;
  return { count, data };
}

/** Cyclic Jacobi method: leaves the eigenvalues on the diagonal and returns the eigenvectors as columns. */
function eigenvectors(m: Float64Array, n: number): Float64Array {
  const vectors = new Float64Array(n * n);
  for (let i = 0; i < n; i++) vectors[i * n + i] = 1;
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    let off = 0;
    for (let i = 0; i < n; i++) for (let j = i + 1; j < n; j++) off += m[i * n + j] * m[i * n + j];
    if (off < CONVERGED * CONVERGED) break;
    for (let p = 0; p < n; p++)
      for (let q = p + 1; q < n; q++) if (!(Math.abs(m[p * n + q]) < CONVERGED * 1e-3)) turn(m, vectors, n, p, q);
  }
  return vectors;
}

/** Rotates the plane p q so that element (p, q) vanishes. */
function turn(m: Float64Array, vectors: Float64Array, n: number, p: number, q: number): void {
  const element = m[p * n + q];
  const tau = (m[q * n + q] - m[p * n + p]) / (2 * element);
  const tangent = (tau >= 0 ? 1 : -1) / (Math.abs(tau) + Math.sqrt(1 + tau * tau));
  const cosine = 1 / Math.sqrt(1 + tangent * tangent);
  const sine = tangent * cosine;
  m[p * n + p] -= tangent * element;
  m[q * n + q] += tangent * element;
  m[p * n + q] = 0;
  m[q * n + p] = 0;
  for (let r = 0; r < n; r++) {
    if (r !== p && r !== q) {
      const [a, b] = [m[r * n + p], m[r * n + q]];
      m[r * n + p] = cosine * a - sine * b;
      m[r * n + q] = sine * a + cosine * b;
      m[p * n + r] = m[r * n + p];
      m[q * n + r] = m[r * n + q];
    }
    const [a, b] = [vectors[r * n + p], vectors[r * n + q]];
    vectors[r * n + p] = cosine * a - sine * b;
    vectors[r * n + q] = sine * a + cosine * b;
  }
}

/**
 * Adds the mode in which a quad warps out of its plane, with the stiffness of a plate against a twist: the membrane does not
 * resist it.
 */
export function addWarpMode(
  modes: { count: number; data: Float64Array },
  pos: Float64Array,
  order: number,
  [u, v]: readonly [number, number],
  { young, poisson }: Material,
  thickness: number,
): void {
  const last = pos.length - 3;
  const [du, dv] = [Math.abs(pos[last + u] - pos[u]), Math.abs(pos[last + v] - pos[v])];
  const plate = (young * thickness * thickness * thickness) / (12 * (1 - poisson * poisson));
  const stiffness = (plate * (1 - poisson) * 4) / (du * dv);
  if (!(stiffness > 0)) return;
  const mode = warp(pos, order, 3 - u - v);
  const scale = Math.sqrt(stiffness);
  const dofs = pos.length;
  for (let j = 0; j < dofs; j++) modes.data[1 + modes.count * dofs + j] = mode[j] * scale;
  modes.count++;
  modes.data[0] = modes.count;
}

/** (1 - 2s)(1 - 2t) across the plane, without its part in the rigid motions, of unit length. */
function warp(pos: Float64Array, order: number, across: number): Float64Array {
  const mode = new Float64Array(pos.length);
  for (let i = 0; i <= order; i++)
    for (let j = 0; j <= order; j++)
      mode[3 * (i * (order + 1) + j) + across] = (1 - 2 * (i / order)) * (1 - 2 * (j / order));
  const motions = rigidMotions(pos);
  for (const motion of motions) subtractPart(mode, motion);
  normalise(mode);
  return mode;
}

/** An orthonormal basis of the six rigid motions of some points. */
function rigidMotions(pos: Float64Array): Float64Array[] {
  const nodes = pos.length / 3;
  const centre = [0, 1, 2].map((k) => {
    let sum = 0;
    for (let n = 0; n < nodes; n++) sum += pos[3 * n + k];
    return sum / nodes;
  });
  const motions: Float64Array[] = [];
  for (let k = 0; k < 6; k++) {
    const motion = new Float64Array(pos.length);
    for (let n = 0; n < nodes; n++) {
      if (k < 3) motion[3 * n + k] = 1;
      else {
        const [y, z] = [(k + 1) % 3, (k + 2) % 3];
        motion[3 * n + y] = -(pos[3 * n + z] - centre[z]);
        motion[3 * n + z] = pos[3 * n + y] - centre[y];
      }
    }
    for (const earlier of motions) subtractPart(motion, earlier);
    normalise(motion);
    motions.push(motion);
  }
  return motions;
}

function subtractPart(v: Float64Array, unit: Float64Array): void {
  let dot = 0;
  for (let k = 0; k < v.length; k++) dot += v[k] * unit[k];
  for (let k = 0; k < v.length; k++) v[k] -= dot * unit[k];
}

function normalise(v: Float64Array): void {
  let square = 0;
  for (let k = 0; k < v.length; k++) square += v[k] * v[k];
  if (square > NULL_SQUARE) for (let k = 0; k < v.length; k++) v[k] *= 1 / Math.sqrt(square);
}
