// @cold

import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import { zero } from '../math/linear/dense.ts';
import { mulMatMat3, mulMatTMat3, mulMatVec3 } from '../math/mat3.ts';
import { cross3, dot3, sub3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';
import { JNT_FREE } from '../model/constants.ts';
import { putMoments } from './spatial-matrix.ts';

const offset = scratchF64(3); // of the centre of mass from the joint
const spin = scratchF64(3); // angular velocity in the world
const drift = scratchF64(3); // spin × offset
const angular = scratchF64(3); // momentum about the centre of mass
const moments = scratchF64(9); // inertia about the centre of mass, in the world
const centrifugal = scratchF64(9); // K = (spin × offset)× + spin× offset×
const torque = scratchF64(9); // d torque / d spin, in the world
const linear = scratchF64(9); // K in the body's frame
const rotational = scratchF64(9); // d torque / d spin in the body's frame

/**
 * Whether a body and what is fixed to it are a tree of their own: a free joint and no other below it.
 *
 * @see mj_isFreeBody
 */
export function isFreeBody(m: Model, b: i32): boolean {
  if (m.body_jntnum[b] !== 1 || m.jnt_type[m.body_jntadr[b]] !== JNT_FREE) return false;
  return m.tree_dofnum[m.dof_treeid[m.jnt_dofadr[m.body_jntadr[b]]]] === 6;
}

/**
 * Gyroscopic and centrifugal derivative of a free body by its angular velocity. With the com at s from the joint and moving at w × s, the
 * bias is f = m·w×(w×s) and τ = w×I·w about the com; in joint coordinates (f; Rᵀ(s×f + τ)), w = R·qvel.
 *
 *     linear = K·R,  df = -m·linear;     rotational = Rᵀ(-m·s×K + w×I - (I·w)×)R
 *
 * @reads xmat xpos subtree_com crb qvel
 */
function setBlocks(d: Data, b: i32, adr: i32): void {
  const mass = d.crb[10 * b + 9];
  sub3(offset, 0, d.subtree_com, 3 * b, d.xpos, 3 * b);
  mulMatVec3(spin, 0, d.xmat, 9 * b, d.qvel, adr + 3);
  putMoments(moments, 3, d.crb, 10 * b);
  cross3(drift, 0, spin, 0, offset, 0);
  mulMatVec3(angular, 0, moments, 0, spin, 0);

  // K = s·wᵀ - (w·s)·1 + (w×s)×
  const along = dot3(spin, 0, offset, 0);
  for (let r = 0; r < 3; r++) for (let c = 0; c < 3; c++) centrifugal[3 * r + c] = offset[r] * spin[c];
  for (let r = 0; r < 3; r++) centrifugal[4 * r] -= along;
  addCross(centrifugal, drift, 1);

  for (let c = 0; c < 3; c++)
    for (let r = 0; r < 3; r++) {
      const i = (r + 1) % 3;
      const j = (r + 2) % 3;
      const arm = offset[i] * centrifugal[3 * j + c] - offset[j] * centrifugal[3 * i + c];
      const turn = spin[i] * moments[3 * j + c] - spin[j] * moments[3 * i + c];
      torque[3 * r + c] = -mass * arm + turn;
    }
  addCross(torque, angular, -1);

  mulMatMat3(linear, 0, centrifugal, 0, d.xmat, 9 * b);
  mulMatTMat3(rotational, 0, d.xmat, 9 * b, torque, 0);
  mulMatMat3(rotational, 0, rotational, 0, d.xmat, 9 * b);
}

/** mat += s·(v)× */
function addCross(mat: F64, v: F64, s: f64): void {
  mat[1] -= s * v[2];
  mat[2] += s * v[1];
  mat[3] += s * v[2];
  mat[5] -= s * v[0];
  mat[6] -= s * v[1];
  mat[7] += s * v[0];
}

/**
 * block (6×6) = inertia - h·d qfrc_smooth / d qvel for the free joint `j` of a body of its own, with its gyroscopic terms. `inertia` has the
 * pattern of M; with `withDeriv`, qDeriv, which must be without the bias, is in it, too. Returns false, and writes nothing, for any other joint.
 *
 * @reads qDeriv tree_awake
 * @see mjd_freeMhat
 */
export function freeBodyBlock(m: Model, d: Data, j: i32, block: F64, inertia: F64, withDeriv: boolean): boolean {
  const b = m.jnt_bodyid[j];
  const adr = m.jnt_dofadr[j];
  if (m.jnt_type[j] !== JNT_FREE || !isFreeBody(m, b) || d.tree_awake[m.dof_treeid[adr]] === 0) return false;
  const h = m.opt_timestep;
  zero(block, 0, 36);
  for (let r = 0; r < 6; r++) {
    const end = m.M_rowadr[adr + r] + m.M_rownnz[adr + r];
    for (let k = m.M_rowadr[adr + r]; k < end; k++) {
      const c = m.M_colind[k] - adr;
      block[6 * r + c] = inertia[k];
      block[6 * c + r] = inertia[k];
    }
  }
  if (withDeriv) {
    for (let r = 0; r < 6; r++) {
      const end = m.D_rowadr[adr + r] + m.D_rownnz[adr + r];
      for (let k = m.D_rowadr[adr + r]; k < end; k++) block[6 * r + (m.D_colind[k] - adr)] -= h * d.qDeriv[k];
    }
  }
  setBlocks(d, b, adr);
  const s = -h * d.crb[10 * b + 9];
  for (let r = 0; r < 3; r++)
    for (let c = 0; c < 3; c++) {
      block[6 * r + 3 + c] += s * linear[3 * r + c];
      block[6 * (3 + r) + 3 + c] += h * rotational[3 * r + c];
    }
  return true;
}
