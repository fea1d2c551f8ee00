// @cold

import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import { lastDof } from '../kinematics/apply-force.ts';
import { zero } from '../math/linear/leaf.ts';
import { MINVAL, max } from '../math/scalar.ts';
import { scl3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';
import { HOLD_VERTICES } from './edges.ts';
import { addPointForce } from './point-dofs.ts';

const gradientF = scratchF64(6); // deformation gradient of a vertex: 3×2
const byFirst = scratchF64(6); // what the first invariant's gradient is of a rest vector: 3×2
const bySecond = scratchF64(6);
const product = scratchF64(6); // of a 3×2 and a 2×2 matrix
const adjugate = scratchF64(4); // of the Cauchy strain
const pull = scratchF64(3); // gradient of an invariant by an end of an edge

/** An edge at a vertex: its two ends, its vector at rest in the plane of the sheet, and the mass at its other end. */
class Spoke {
  v1: i32 = 0;
  v2: i32 = 0;
  x: f64 = 0;
  y: f64 = 0;
  weight: f64 = 0;
}

const spoke = new Spoke();

/**
 * How far each vertex of a sheet is from an isometry of its rest shape: trace and determinant of the strain FᵀF of the best linear map from
 * its edges at rest to those now, less those of the unit matrix, times the root of the vertex' mass.
 *
 * @reads flexvert_xpos
 * @writes flexvert_length flexvert_J
 * @see Chen, Kry, Vouga, Locking-free simulation of isometric thin plates (2019)
 */
export function flexStrains(m: Model, d: Data): void {
  zero(d.flexvert_J, 0, 2 * m.nJfv);
  for (let f = 0; f < m.nflex; f++) {
    if (m.flex_rigid[f] !== 0 || m.flex_interp[f] !== 0) continue;
    if (m.flex_dim[f] !== 2 || m.flex_edgeequality[f] !== HOLD_VERTICES) continue;
    for (let v = m.flex_vertadr[f]; v < m.flex_vertadr[f] + m.flex_vertnum[f]; v++) vertexStrain(m, d, f, v);
  }
}

/** Loads edge number `k` of vertex `v`. */
function loadSpoke(m: Model, f: i32, v: i32, k: i32): void {
  const e = m.flex_edgeadr[f] + m.flex_vertedge[m.flex_vertedgeadr[v] + k];
  const v1 = m.flex_vertadr[f] + m.flex_edge[2 * e];
  const v2 = m.flex_vertadr[f] + m.flex_edge[2 * e + 1];
  const rest = m.flex_vert0;
  spoke.v1 = v1;
  spoke.v2 = v2;
  spoke.x = (rest[3 * v2] - rest[3 * v1]) * (2 * m.flex_size[3 * f]);
  spoke.y = (rest[3 * v2 + 1] - rest[3 * v1 + 1]) * (2 * m.flex_size[3 * f + 1]);
  spoke.weight = max(MINVAL, m.body_mass[m.flex_vertbodyid[v === v1 ? v2 : v1]]);
}

/** res (3×2) = a (3×2) · b (2×2) */
function mul322(res: F64, a: F64, b: F64, i: i32): void {
  for (let r = 0; r < 6; r += 2) {
    const x = a[r];
    const y = a[r + 1];
    res[r] = x * b[i] + y * b[i + 2];
    res[r + 1] = x * b[i + 1] + y * b[i + 3];
  }
}

function vertexStrain(m: Model, d: Data, f: i32, v: i32): void {
  const F = gradientF;
  zero(product, 0, 6);
  for (let k = 0; k < m.flex_vertedgenum[v]; k++) {
    loadSpoke(m, f, v, k);
    for (let a = 0; a < 3; a++) {
      const now = spoke.weight * (d.flexvert_xpos[3 * spoke.v2 + a] - d.flexvert_xpos[3 * spoke.v1 + a]);
      product[2 * a] += now * spoke.x;
      product[2 * a + 1] += now * spoke.y;
    }
  }
  mul322(F, product, m.flex_vertmetric, 4 * v);

  const c00 = F[0] * F[0] + F[2] * F[2] + F[4] * F[4];
  const c01 = F[0] * F[1] + F[2] * F[3] + F[4] * F[5];
  const c11 = F[1] * F[1] + F[3] * F[3] + F[5] * F[5];
  const mass = m.body_mass[m.flex_vertbodyid[v]];
  const scale: f64 = mass > MINVAL ? Math.sqrt(mass) : 1.0;
  d.flexvert_length[2 * v] = (c00 + c11 - 2) * scale;
  d.flexvert_length[2 * v + 1] = (c00 * c11 - c01 * c01 - 1) * scale;

  // derivatives of trace and determinant by F: 2F and 2F·adj(C)
  mul322(byFirst, F, m.flex_vertmetric, 4 * v);
  adjugate[0] = c11;
  adjugate[1] = -c01;
  adjugate[2] = -c01;
  adjugate[3] = c00;
  mul322(product, F, adjugate, 0);
  mul322(bySecond, product, m.flex_vertmetric, 4 * v);
  vertexRows(m, d, f, v, scale);
}

/** The two rows of vertex `v`: the gradients of its edges, as forces on the bodies at their ends. */
function vertexRows(m: Model, d: Data, f: i32, v: i32, scale: f64): void {
  for (let k = 0; k < m.flex_vertedgenum[v]; k++) {
    loadSpoke(m, f, v, k);
    edgeGradient(m, d, 0, byFirst);
    edgeGradient(m, d, m.nv, bySecond);
  }
  takeRow(m, d, 2 * v, 0, scale);
  takeRow(m, d, 2 * v + 1, m.nv, scale);
}

/** Adds what one edge does to the gradient of an invariant, at both of its ends. @reads flexvert_xpos @writes flexGradient */
function edgeGradient(m: Model, d: Data, at: i32, by: F64): void {
  for (let a = 0; a < 3; a++) pull[a] = (by[2 * a] * spoke.x + by[2 * a + 1] * spoke.y) * (-2 * spoke.weight);
  addEnd(m, d, at, spoke.v1);
  scl3(pull, 0, pull, 0, -1);
  addEnd(m, d, at, spoke.v2);
}

function addEnd(m: Model, d: Data, at: i32, v: i32): void {
  const body = m.flex_vertbodyid[v];
  if (lastDof(m, body) >= 0) addPointForce(d.flexGradient, at, m, d, body, d.flexvert_xpos, 3 * v, pull, 0);
}

/** Moves a gradient to its packed row, times `scale`. @reads flexGradient @writes flexGradient flexvert_J */
function takeRow(m: Model, d: Data, row: i32, at: i32, scale: f64): void {
  const end = m.flexvert_J_rowadr[row] + m.flexvert_J_rownnz[row];
  for (let k = m.flexvert_J_rowadr[row]; k < end; k++) {
    const i = at + m.flexvert_J_colind[k];
    d.flexvert_J[k] = d.flexGradient[i] * scale;
    d.flexGradient[i] = 0;
  }
}
