import { type i32, isNaN64, scratchF64 } from '../dialect.ts';
import { mulMatVec3, unit9 } from '../math/mat3.ts';
import { axisAngle2Quat, copy4, mulQuat, normalize4, quat2Mat, rotVecQuat, unit4 } from '../math/quat.ts';
import { add3, addTo3, addToScl3, copy3, sub3, zero3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';
import { ENBL_SLEEP, JNT_BALL, JNT_FREE, JNT_SLIDE, S_ASLEEP, S_AWAKE, S_STATIC } from '../model/constants.ts';
import { updateSleep } from '../sleep/lists.ts';
import { wakePerturbed } from '../sleep/wake.ts';
import { FrameList, placeFrame, setFrames } from './frame.ts';

const turn = scratchF64(4); // rotation of the current joint, or orientation of a mocap body
const arm = scratchF64(3); // from the body origin to the anchor of the current joint
const before = scratchF64(7); // position and orientation in which a body fell asleep

/**
 * Forward kinematics: the poses of bodies, inertial frames, geoms and sites, and the anchors and axes of joints.
 * Joints act in their order, each about its own anchor in the frame that the ones before it left. A sleeping tree whose
 * pose has changed wakes up.
 *
 * @reads qpos mocap_pos mocap_quat xpos xquat xmat xipos ximat
 * @writes xpos xquat xmat xipos ximat xanchor xaxis geom_xpos geom_xmat site_xpos site_xmat
 * @see mj_kinematics
 */
export function kinematics(m: Model, d: Data): void {
  bodyPoses(m, d);
  if (wakePerturbed(m, d) > 0) updateSleep(m, d, false);
  attachedFrames(m, d);
}

/**
 * Poses of the bodies, from the root to the leaves. With sleep enabled, static bodies keep theirs.
 *
 * @reads body_awake
 * @writes tree_awake
 */
function bodyPoses(m: Model, d: Data): void {
  const { nbody, body_jntadr, body_jntnum, jnt_type } = m;
  const { xpos, xquat, xmat } = d;
  const filter = (m.opt_enableflags & ENBL_SLEEP) !== 0;

  // the world
  zero3(xpos, 0);
  unit4(xquat, 0);
  unit9(xmat, 0);
  zero3(d.xipos, 0);
  unit9(d.ximat, 0);

  for (let b = 1; b < nbody; b++) {
    if (filter && d.body_awake[b] === S_STATIC) continue;
    const first = body_jntadr[b];
    const count = body_jntnum[b];
    const asleep = filter && count > 0 && d.body_awake[b] === S_ASLEEP;
    if (asleep) keepPose(d, b);
    if (count === 1 && jnt_type[first] === JNT_FREE) placeFree(m, d, b, first);
    else {
      placeAtParent(m, d, b);
      for (let j = first; j < first + count; j++) applyJoint(m, d, b, j);
    }
    normalize4(xquat, 4 * b);
    if (asleep && hasMoved(d, b)) d.tree_awake[m.body_treeid[b]] = 1;
    quat2Mat(xmat, 9 * b, xquat, 4 * b);
  }
}

/** before = the pose of body `b`. */
function keepPose(d: Data, b: i32): void {
  copy3(before, 0, d.xpos, 3 * b);
  copy4(before, 3, d.xquat, 4 * b);
}

/** Whether the pose of body `b` differs from the saved one. */
function hasMoved(d: Data, b: i32): boolean {
  for (let k = 0; k < 3; k++) if (d.xpos[3 * b + k] !== before[k]) return true;
  for (let k = 0; k < 4; k++) if (d.xquat[4 * b + k] !== before[3 + k]) return true;
  return false;
}

/** The pose of a free body is its joint's position. */
function placeFree(m: Model, d: Data, b: i32, j: i32): void {
  const qpos = d.qpos;
  const adr = m.jnt_qposadr[j];
  copy3(d.xpos, 3 * b, qpos, adr);
  copy4(d.xquat, 4 * b, qpos, adr + 3);
  normalize4(d.xquat, 4 * b);
  copy3(d.xanchor, 3 * j, qpos, adr);
  copy3(d.xaxis, 3 * j, m.jnt_axis, 3 * j);
}

/** Pose before the joints act: the constant offset from the parent, or where the user holds a mocap body. */
function placeAtParent(m: Model, d: Data, b: i32): void {
  const { xpos, xquat } = d;
  const parent = m.body_parentid[b];
  const mocap = m.body_mocapid[b];
  if (mocap >= 0) {
    copy4(turn, 0, d.mocap_quat, 4 * mocap);
    normalize4(turn, 0);
    if (parent === 0) {
      copy3(xpos, 3 * b, d.mocap_pos, 3 * mocap);
      copy4(xquat, 4 * b, turn, 0);
    } else {
      mulMatVec3(xpos, 3 * b, d.xmat, 9 * parent, d.mocap_pos, 3 * mocap);
      addTo3(xpos, 3 * b, xpos, 3 * parent);
      mulQuat(xquat, 4 * b, xquat, 4 * parent, turn, 0);
    }
  } else if (parent === 0) {
    copy3(xpos, 3 * b, m.body_pos, 3 * b);
    copy4(xquat, 4 * b, m.body_quat, 4 * b);
  } else {
    mulMatVec3(xpos, 3 * b, d.xmat, 9 * parent, m.body_pos, 3 * b);
    addTo3(xpos, 3 * b, xpos, 3 * parent);
    mulQuat(xquat, 4 * b, xquat, 4 * parent, m.body_quat, 4 * b);
  }
}

/** Moves body `b` by its joint `j`. */
function applyJoint(m: Model, d: Data, b: i32, j: i32): void {
  const { xpos, xquat, xanchor, xaxis } = d;
  const { jnt_pos, jnt_axis } = m;
  const adr = m.jnt_qposadr[j];
  const type = m.jnt_type[j];
  const centred = jnt_pos[3 * j] === 0 && jnt_pos[3 * j + 1] === 0 && jnt_pos[3 * j + 2] === 0;
  // a turned arm of length zero is zero, unless the rotation is NaN, which must not be lost

  // axis and anchor in the world
  rotVecQuat(xaxis, 3 * j, jnt_axis, 3 * j, xquat, 4 * b);
  if (centred && !isNaN64(xquat[4 * b])) copy3(xanchor, 3 * j, xpos, 3 * b);
  else {
    rotVecQuat(arm, 0, jnt_pos, 3 * j, xquat, 4 * b);
    add3(xanchor, 3 * j, arm, 0, xpos, 3 * b);
  }

  if (type === JNT_SLIDE) {
    addToScl3(xpos, 3 * b, xaxis, 3 * j, d.qpos[adr] - m.qpos0[adr]);
    return;
  }
  if (type === JNT_BALL) {
    copy4(turn, 0, d.qpos, adr);
    normalize4(turn, 0);
  } else axisAngle2Quat(turn, 0, jnt_axis, 3 * j, d.qpos[adr] - m.qpos0[adr]);
  mulQuat(xquat, 4 * b, xquat, 4 * b, turn, 0);
  if (centred && !isNaN64(xquat[4 * b])) return;

  // the anchor stays where it is
  rotVecQuat(arm, 0, jnt_pos, 3 * j, xquat, 4 * b);
  sub3(xpos, 3 * b, xanchor, 3 * j, arm, 0);
}

const inertial = new FrameList();
const geoms = new FrameList();
const sites = new FrameList();

/**
 * Inertial frames, geoms and sites: poses that follow from their body's. With sleep enabled, only of bodies that are awake, and the
 * inertial frames of static ones.
 *
 * @reads body_awake body_awake_ind nbody_awake
 */
function attachedFrames(m: Model, d: Data): void {
  const body_sameframe = m.body_sameframe;
  const body_awake = d.body_awake;
  const filter = (m.opt_enableflags & ENBL_SLEEP) !== 0;
  const count: i32 = filter ? d.nbody_awake : m.nbody;
  setFrames(inertial, d.xipos, d.ximat, m.body_ipos, m.body_iquat);
  setFrames(geoms, d.geom_xpos, d.geom_xmat, m.geom_pos, m.geom_quat);
  setFrames(sites, d.site_xpos, d.site_xmat, m.site_pos, m.site_quat);
  for (let k = 0; k < count; k++) {
    const b: i32 = filter ? d.body_awake_ind[k] : k;
    if (b > 0) placeFrame(d, inertial, b, b, body_sameframe[b]);
    if (filter && body_awake[b] === S_AWAKE) placeGeoms(m, d, m.body_geomadr[b], m.body_geomnum[b]);
  }
  if (!filter) placeGeoms(m, d, 0, m.ngeom);
  for (let s = 0; s < m.nsite; s++) {
    const b = m.site_bodyid[s];
    if (!filter || body_awake[b] === S_AWAKE) placeFrame(d, sites, s, b, m.site_sameframe[s]);
  }
}

/** Poses of `count` geoms from `first` on. */
function placeGeoms(m: Model, d: Data, first: i32, count: i32): void {
  const { geom_bodyid, geom_sameframe } = m;
  for (let g = first; g < first + count; g++) placeFrame(d, geoms, g, geom_bodyid[g], geom_sameframe[g]);
}
