import {
  camlight,
  comPos,
  type Data,
  enums,
  factorM,
  kinematics,
  type Model,
  makeM,
  tendon,
  transmission,
} from '@qpos/core';
import { setFlexEdges, setFlexRows } from './flex.ts';
import { InverseInertia } from './inverse-inertia.ts';

const { CamLightMode, EqualityType, GainType, JointType, ObjType, TransmissionType } = enums;
const MIN_VALUE = 1e-15;

/** Quantities of the reference pose `qpos0`: inertias, lengths, offsets, damping from damping ratios. */
export function setReference(m: Model, d: Data): void {
  if (m.nflex > 0) setFlexRows(m);
  d.qpos.set(m.qpos0);
  kinematics(m, d);
  comPos(m, d);
  if (m.ncam + m.nlight > 0) setOffsets(m, d);
  setInertia(m, d);
  if (m.ntendon > 0) tendon(m, d);
  makeM(m, d);
  factorM(m, d);
  if (m.nactuator > 0) transmission(m, d);

  m.tendon_length0.set(d.ten_length);
  m.actuator_length0.set(d.actuator_length);
  setInverseWeights(m, d);
  if (m.neq > 0) setEqualityData(m, d);
  if (m.nactuator > 0) setDampRatios(m, d);
}

/** dof_M0: the diagonal of M without what tendons add. */
function setInertia(m: Model, d: Data): void {
  const composite = d.cinert.slice();
  for (let b = m.nbody - 1; b > 0; b--) {
    const p = m.body_parentid[b];
    if (p > 0) for (let k = 0; k < 10; k++) composite[10 * p + k] += composite[10 * b + k];
  }
  const force = new Float64Array(6);
  for (let i = 0; i < m.nv; i++) {
    mulInertia(force, composite, 10 * m.dof_bodyid[i], d.cdof, 6 * i);
    m.dof_M0[i] = m.dof_armature[i] + reflectedArmature(m, m.dof_jntid[i]) + dot6(d.cdof, 6 * i, force);
  }
}

/** Inertia (ixx iyy izz ixy ixz iyz mx my mz m) times a spatial velocity. */
function mulInertia(res: Float64Array, inert: Float64Array, i: number, v: Float64Array, j: number): void {
  const [xx, yy, zz, xy, xz, yz, mx, my, mz, mass] = inert.subarray(i, i + 10);
  const [a, b, c, x, y, z] = v.subarray(j, j + 6);
  res[0] = xx * a + xy * b + xz * c - mz * y + my * z;
  res[1] = xy * a + yy * b + yz * c + mz * x - mx * z;
  res[2] = xz * a + yz * b + zz * c - my * x + mx * y;
  res[3] = mz * b - my * c + mass * x;
  res[4] = mx * c - mz * a + mass * y;
  res[5] = my * a - mx * b + mass * z;
}

function dot6(a: Float64Array, i: number, b: Float64Array): number {
  return a[i] * b[0] + a[i + 2] * b[2] + (a[i + 1] * b[1] + a[i + 3] * b[3]) + (a[i + 4] * b[4] + a[i + 5] * b[5]);
}

function reflectedArmature(m: Model, joint: number): number {
  const id = m.jnt_actuatorid[joint];
  if (id === -1) return 0;
  const reflected = (a: number): number => {
    const gear = m.actuator_gear[6 * m.actuator_outadr[a]];
    return m.actuator_armature[a] * (gear * gear);
  };
  if (id >= 0) return reflected(id);
  let sum = 0;
  for (let a = 0; a < m.nactuator; a++) {
    const type = m.actuator_trntype[a];
    const drives = type === TransmissionType.JOINT || type === TransmissionType.JOINTINPARENT;
    if (drives && m.actuator_trnid[2 * a] === joint) sum += reflected(a);
  }
  return sum;
}

/** body_invweight0, dof_invweight0, flexedge_invweight0, tendon_invweight0, actuator_acc0. */
function setInverseWeights(m: Model, d: Data): void {
  const inverse = new InverseInertia(m, d);
  m.body_invweight0.fill(0, 0, 2);
  for (let b = 1; b < m.nbody; b++) setBodyWeight(m, d, inverse, b);
  for (let j = 0; j < m.njnt; j++) setDofWeight(m, inverse, j);
  if (m.nflex > 0) setFlexEdges(m, d, inverse);
  for (let t = 0; t < m.ntendon; t++) {
    const row = m.ten_J_rowadr[t];
    const dofs = m.ten_J_colind.subarray(row, row + m.ten_J_rownnz[t]);
    if (m.nv === 0) break;
    dofs.forEach((i, k) => {
      inverse.y[i] = d.ten_J[row + k];
    });
    m.tendon_invweight0[t] = inverse.quadratic(inverse.closure(dofs));
  }
  for (let o = 0; o < m.nout && m.nv > 0; o++) {
    const row = d.moment_rowadr[o];
    const dofs = d.moment_colind.subarray(row, row + d.moment_rownnz[o]);
    dofs.forEach((i, k) => {
      inverse.x[i] = d.actuator_moment[row + k];
    });
    const set = inverse.trees(dofs);
    inverse.solve(set);
    m.actuator_acc0[o] = Math.sqrt(inverse.dot(set, inverse.x, inverse.x));
    inverse.clear(set);
  }
}

/** Mean translational and rotational diagonal of J·M⁻¹·Jᵀ at the centre of mass of a body. */
function setBodyWeight(m: Model, d: Data, inverse: InverseInertia, b: number): void {
  const weld = m.body_weldid[b];
  const weight = m.body_invweight0;
  weight[2 * b] = 0;
  weight[2 * b + 1] = 0;
  if (m.body_dofnum[weld] === 0) return;
  if (m.body_simple[b] === 2) {
    weight[2 * b] = 1 / Math.max(MIN_VALUE, m.body_mass[b]);
    return;
  }
  const set = inverse.closure([m.body_dofadr[weld] + m.body_dofnum[weld] - 1]);
  const root = 3 * m.body_rootid[b];
  const [x, y, z] = [0, 1, 2].map((k) => d.xipos[3 * b + k] - d.subtree_com[root + k]);
  const { cdof } = d;
  const jacobian = new Float64Array(6 * set.length);
  for (let k = 0; k < set.length; k++) {
    const c = 6 * set[k];
    const at = 6 * k;
    jacobian[at] = cdof[c + 3] + (cdof[c + 1] * z - cdof[c + 2] * y);
    jacobian[at + 1] = cdof[c + 4] + (cdof[c + 2] * x - cdof[c] * z);
    jacobian[at + 2] = cdof[c + 5] + (cdof[c] * y - cdof[c + 1] * x);
    for (let r = 0; r < 3; r++) jacobian[at + 3 + r] = cdof[c + r];
  }
  const diagonal = inverse.quadraticsOfSix(set, jacobian);
  weight[2 * b] = (diagonal[0] + diagonal[1] + diagonal[2]) / 3;
  weight[2 * b + 1] = (diagonal[3] + diagonal[4] + diagonal[5]) / 3;
}

/** Diagonal of M⁻¹, averaged over the three dofs of a rotation or translation. */
function setDofWeight(m: Model, inverse: InverseInertia, j: number): void {
  const first = m.jnt_dofadr[j];
  const weight = m.dof_invweight0;
  const body = m.jnt_bodyid[j];
  if (m.body_simple[body] === 2) {
    weight[first] = 1 / Math.max(MIN_VALUE, m.body_mass[body]);
    return;
  }
  const diagonal = (i: number): number => {
    inverse.y[i] = 1;
    return inverse.quadratic(inverse.closure([i]));
  };
  const type = m.jnt_type[j];
  if (type !== JointType.FREE && type !== JointType.BALL) {
    weight[first] = diagonal(first);
    return;
  }
  for (let i = first; i < first + (type === JointType.FREE ? 6 : 3); i += 3)
    weight.fill((diagonal(i) + diagonal(i + 1) + diagonal(i + 2)) / 3, i, i + 3);
}

/** Anchors and relative poses that the user left to the reference pose. */
function setEqualityData(m: Model, d: Data): void {
  for (let e = 0; e < m.neq; e++) {
    const type = m.eq_type[e];
    const data = m.eq_data.subarray(11 * e, 11 * e + 11);
    const site = m.eq_objtype[e] === ObjType.SITE;
    const [id1, id2] = [m.eq_obj1id[e], m.eq_obj2id[e]];
    if (type === EqualityType.CONNECT) {
      if (site) data.fill(0);
      else moveAnchor(d, data, id1, id2);
    } else if (type === EqualityType.WELD && !site) {
      if (data.subarray(6, 10).some((x) => x !== 0)) normalizeQuat(data, 6);
      else {
        moveAnchor(d, data, id2, id1);
        relativeQuat(data, 6, d.xquat, 4 * id1, 4 * id2);
      }
    }
  }
}

/** data[3..6) := data[0..3) of body `from` in the frame of body `to`. */
function moveAnchor(d: Data, data: Float64Array, from: number, to: number): void {
  const { xmat, xpos } = d;
  const p = [0, 1, 2].map((k) => {
    const r = 9 * from + 3 * k;
    const world = xmat[r] * data[0] + xmat[r + 1] * data[1] + xmat[r + 2] * data[2] + xpos[3 * from + k];
    return world - xpos[3 * to + k];
  });
  for (let k = 0; k < 3; k++)
    data[3 + k] = xmat[9 * to + k] * p[0] + xmat[9 * to + 3 + k] * p[1] + xmat[9 * to + 6 + k] * p[2];
}

function normalizeQuat(q: Float64Array, i: number): void {
  const norm = Math.sqrt(q[i] * q[i] + q[i + 1] * q[i + 1] + q[i + 2] * q[i + 2] + q[i + 3] * q[i + 3]);
  if (norm < MIN_VALUE) q.set([1, 0, 0, 0], i);
  else if (Math.abs(norm - 1) > MIN_VALUE) {
    const inv = 1 / norm;
    for (let k = 0; k < 4; k++) q[i + k] *= inv;
  }
}

/** res := conj(quat at a)·(quat at b). */
function relativeQuat(res: Float64Array, r: number, quat: Float64Array, a: number, b: number): void {
  const [w, x, y, z] = [quat[a], -quat[a + 1], -quat[a + 2], -quat[a + 3]];
  const [s, t, u, v] = quat.subarray(b, b + 4);
  res[r] = w * s - x * t - y * u - z * v;
  res[r + 1] = w * t + x * s + y * v - z * u;
  res[r + 2] = w * u - x * v + y * s + z * t;
  res[r + 3] = w * v + x * u - y * t + z * s;
}

/** Offsets of cameras and lights, as if they were fixed, from their bodies and from the centre of mass that they follow. */
function setOffsets(m: Model, d: Data): void {
  const modes = [m.cam_mode.slice(), m.light_mode.slice()];
  m.cam_mode.fill(CamLightMode.FIXED);
  m.light_mode.fill(CamLightMode.FIXED);
  camlight(m, d);
  m.cam_mode.set(modes[0]);
  m.light_mode.set(modes[1]);
  const offsets = (
    n: number,
    bodyid: Int32Array,
    targetid: Int32Array,
    xpos: Float64Array,
    pos0: Float64Array,
    poscom0: Float64Array,
  ): void => {
    for (let i = 0; i < n; i++) {
      const body = 3 * bodyid[i];
      const com = targetid[i] >= 0 ? 3 * targetid[i] : body;
      for (let k = 0; k < 3; k++) {
        pos0[3 * i + k] = xpos[3 * i + k] - d.xpos[body + k];
        poscom0[3 * i + k] = xpos[3 * i + k] - d.subtree_com[com + k];
      }
    }
  };
  offsets(m.ncam, m.cam_bodyid, m.cam_targetbodyid, d.cam_xpos, m.cam_pos0, m.cam_poscom0);
  offsets(m.nlight, m.light_bodyid, m.light_targetbodyid, d.light_xpos, m.light_pos0, m.light_poscom0);
  m.cam_mat0.set(d.cam_xmat);
  m.light_dir0.set(d.light_xdir);
}

/** Positive damping of a servo is a ratio: damping = ratio·2·√(kp·mass), with the inertia that the actuator sees. */
function setDampRatios(m: Model, d: Data): void {
  for (let a = 0; a < m.nactuator; a++) {
    const bias = m.actuator_biasprm.subarray(10 * a, 10 * a + 10);
    const gain = m.actuator_gainprm[10 * a];
    const pid = m.actuator_gaintype[a] === GainType.PID;
    if ((!pid && gain !== -bias[1]) || bias[2] <= 0) continue;
    const out = m.actuator_outadr[a];
    const row = d.moment_rowadr[out];
    let mass = 0;
    for (let k = row; k < row + d.moment_rownnz[out]; k++) {
      const ratio = Math.abs(d.actuator_moment[k]);
      const square = ratio * ratio;
      if (square > MIN_VALUE) mass += m.dof_M0[d.moment_colind[k]] / square;
    }
    const kp = pid ? -bias[1] : gain;
    bias[2] = -(bias[2] * 2 * Math.sqrt(kp * mass));
  }
}
