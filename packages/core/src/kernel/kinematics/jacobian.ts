import { type F64, type i32, scratchF64 } from '../dialect.ts';
import { addToScl, scl, zero } from '../math/linear/dense.ts';
import { copy6, crossMotion, translateSpatial } from '../math/spatial.ts';
import { addTo3, cross3, sub3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';
import { JNT_BALL, JNT_FREE } from '../model/constants.ts';
import { lastDof } from './apply-force.ts';
import { spinMomentum } from './object-motion.ts';

const offset = scratchF64(3); // of the point from the com of its tree
const velocity = scratchF64(6); // of the point
const rate = scratchF64(6); // of the current dof
const part = scratchF64(3); // column of a Jacobian, or a part of it
const spin = scratchF64(3); // angular momentum of a dof

/** Two points that a tendon or a constraint joins, and the bodies that carry them. */
export class PointPair {
  body1: i32 = 0;
  body2: i32 = 0;
  /** World positions: of the first point, then of the second. */
  readonly points: F64 = scratchF64(6);
}

/** res (3) = velocity of a point per unit velocity of a dof (at `cdof[i]`); `arm` is the point relative to the com of its tree. */
export function pointColumn(res: F64, r: i32, cdof: F64, i: i32, arm: F64, a: i32): void {
  cross3(res, r, cdof, i, arm, a);
  addTo3(res, r, cdof, i + 3);
}

/**
 * res (3×nv) = translational Jacobian of the world point `point` of `body`.
 *
 * @reads cdof subtree_com
 * @see mj_jac
 */
export function jacPos(m: Model, d: Data, res: F64, r: i32, point: F64, p: i32, body: i32): void {
  const { nv, dof_parentid } = m;
  const cdof = d.cdof;
  zero(res, r, 3 * nv);
  sub3(offset, 0, point, p, d.subtree_com, 3 * m.body_rootid[body]);
  for (let i = lastDof(m, body); i >= 0; i = dof_parentid[i]) {
    pointColumn(part, 0, cdof, 6 * i, offset, 0);
    res[r + i] = part[0];
    res[r + nv + i] = part[1];
    res[r + 2 * nv + i] = part[2];
  }
}

/**
 * res (3×nv) = rotational Jacobian of `body`.
 *
 * @reads cdof
 * @see mj_jac
 */
export function jacRot(m: Model, d: Data, res: F64, r: i32, body: i32): void {
  const { nv, dof_parentid } = m;
  const cdof = d.cdof;
  zero(res, r, 3 * nv);
  for (let i = lastDof(m, body); i >= 0; i = dof_parentid[i]) {
    res[r + i] = cdof[6 * i];
    res[r + nv + i] = cdof[6 * i + 1];
    res[r + 2 * nv + i] = cdof[6 * i + 2];
  }
}

/**
 * res (6) = time derivative of dof `i`: axes fixed to the body turn with it.
 *
 * @reads cdof cdof_dot cvel
 */
export function dofRate(res: F64, m: Model, d: Data, i: i32): void {
  const j = m.dof_jntid[i];
  const type = m.jnt_type[j];
  if (type === JNT_BALL || (type === JNT_FREE && i >= m.jnt_dofadr[j] + 3))
    crossMotion(res, 0, d.cvel, 6 * m.dof_bodyid[i], d.cdof, 6 * i);
  else copy6(res, 0, d.cdof_dot, 6 * i);
}

/**
 * res (3×nv) = time derivative of the translational Jacobian of a point that moves with `body`.
 *
 * @reads cdof cdof_dot cvel subtree_com
 * @see mj_jacDot
 */
export function jacPosDot(m: Model, d: Data, res: F64, r: i32, point: F64, p: i32, body: i32): void {
  const nv = m.nv;
  const com = 3 * m.body_rootid[body];
  zero(res, r, 3 * nv);
  sub3(offset, 0, point, p, d.subtree_com, com);
  translateSpatial(velocity, 0, d.cvel, 6 * body, false, point, p, d.subtree_com, com);
  for (let i = lastDof(m, body); i >= 0; i = m.dof_parentid[i]) {
    dofRate(rate, m, d, i);
    cross3(part, 0, rate, 0, offset, 0); // the dof changes
    cross3(spin, 0, d.cdof, 6 * i, velocity, 3); // the point moves
    res[r + i] = rate[3] + part[0] + spin[0];
    res[r + nv + i] = rate[4] + part[1] + spin[1];
    res[r + 2 * nv + i] = rate[5] + part[2] + spin[2];
  }
}

/**
 * res (3×nv) = time derivative of the rotational Jacobian of `body`.
 *
 * @reads cdof cdof_dot cvel
 * @see mj_jacDot
 */
export function jacRotDot(m: Model, d: Data, res: F64, r: i32, body: i32): void {
  const nv = m.nv;
  zero(res, r, 3 * nv);
  for (let i = lastDof(m, body); i >= 0; i = m.dof_parentid[i]) {
    dofRate(rate, m, d, i);
    res[r + i] = rate[0];
    res[r + nv + i] = rate[1];
    res[r + 2 * nv + i] = rate[2];
  }
}

/**
 * res (3×nv) = Jacobian of the com of the subtree of `body`.
 *
 * @reads xipos jacPoint
 * @writes jacPoint
 * @see mj_jacSubtreeCom
 */
export function jacSubtreeCom(m: Model, d: Data, res: F64, r: i32, body: i32): void {
  const n = 3 * m.nv;
  zero(res, r, n);
  for (let b = body; b < m.nbody; b++) {
    if (b > body && m.body_parentid[b] < body) break; // end of the subtree
    jacPos(m, d, d.jacPoint, 0, d.xipos, 3 * b, b);
    addToScl(res, r, d.jacPoint, 0, m.body_mass[b], n);
  }
  scl(res, r, res, r, 1 / m.body_subtreemass[body], n);
}

/**
 * res (3×nv) = Jacobian of a vector `axis` that turns with `body`.
 *
 * @reads cdof
 * @see mj_jacPointAxis
 */
export function jacAxis(m: Model, d: Data, res: F64, r: i32, axis: F64, a: i32, body: i32): void {
  const nv = m.nv;
  zero(res, r, 3 * nv);
  for (let i = lastDof(m, body); i >= 0; i = m.dof_parentid[i]) {
    cross3(part, 0, d.cdof, 6 * i, axis, a);
    res[r + i] = part[0];
    res[r + nv + i] = part[1];
    res[r + 2 * nv + i] = part[2];
  }
}

/**
 * res (3×nv): times qvel, it is the angular momentum of the subtree of `body` about its com.
 *
 * @reads xipos subtree_com jacPoint cdof
 * @writes jacPoint
 * @see mj_angmomMat
 */
export function angmomMat(m: Model, d: Data, res: F64, r: i32, body: i32): void {
  const nv = m.nv;
  zero(res, r, 3 * nv);
  for (let b = body; b < m.nbody; b++) {
    if (b > body && m.body_parentid[b] < body) break; // end of the subtree
    addMomentum(m, d, res, r, body, b);
  }
}

/** Adds the momentum of body `b`, of its rotation and of the translation of its com. */
function addMomentum(m: Model, d: Data, res: F64, r: i32, body: i32, b: i32): void {
  const nv = m.nv;
  const mass = m.body_mass[b];
  const jac = d.jacPoint;
  jacPos(m, d, jac, 0, d.xipos, 3 * b, b);
  sub3(offset, 0, d.xipos, 3 * b, d.subtree_com, 3 * body);
  for (let i = lastDof(m, b); i >= 0; i = m.dof_parentid[i]) {
    spinMomentum(m, d, spin, 0, d.cdof, 6 * i, b);
    const x = jac[i];
    const y = jac[nv + i];
    const z = jac[2 * nv + i];
    res[r + i] = res[r + i] + spin[0] + (offset[1] * z - offset[2] * y) * mass;
    res[r + nv + i] = res[r + nv + i] + spin[1] + (offset[2] * x - offset[0] * z) * mass;
    res[r + 2 * nv + i] = res[r + 2 * nv + i] + spin[2] + (offset[0] * y - offset[1] * x) * mass;
  }
}
