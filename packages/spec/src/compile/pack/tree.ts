import { enums, type Model } from '@qpos/core';
import { isNullQuat, isNullVec, isSameQuat, isSameVec, type Pose } from '../../spatial/pose.ts';
import type { Body } from '../../spec/types.ts';
import { fillB, fillD, fillM, fillMapD2M, fillMapM2D } from '../constants/sparsity.ts';
import type { Compilation } from '../context.ts';
import type { BodyDraft, JointDraft } from '../draft.ts';
import { byWord } from '../words.ts';
import { copyFields, valuesOf } from './copy-fields.ts';
import type { Layout } from './sizes.ts';

const { JointType, SameFrame, SleepPolicy, CamLightMode, LightType, Projection, CameraOutput } = enums;

const MODES = byWord(CamLightMode);
const LIGHTS = byWord(LightType);
const OUTPUTS: Record<string, number> = {
  rgb: CameraOutput.RGB,
  depth: CameraOutput.DEPTH,
  distance: CameraOutput.DIST,
  normal: CameraOutput.NORMAL,
  segmentation: CameraOutput.SEG,
};
const SLEEP = byWord(SleepPolicy);

/** Copies the tree into the Model. */
export function packTree(c: Compilation, m: Model, layout: Layout): void {
  packBodies(c, m, layout);
  packJoints(c, m, layout);
  packSparsity(m, layout);
  packTrees(c, m);
  packGeoms(c, m);
  if (c.sites.length > 0) packSites(c, m);
  if (c.cameras.length > 0) packCameras(c, m);
  if (c.lights.length > 0) packLights(c, m);
}

function packBodies(c: Compilation, m: Model, l: Layout): void {
  m.body_parentid.set(l.parentid);
  m.body_rootid.set(l.rootid);
  m.body_dofadr.set(l.dofadr);
  m.body_dofnum.set(l.dofnum);
  m.body_simple.set(l.simple);
  let bvh = 0;
  for (const b of c.bodies) {
    const i = b.id;
    const inertial = b.inertial as Pose;
    m.body_weldid[i] = b.weldid;
    m.body_mocapid[i] = b.mocapid;
    m.body_jntnum[i] = b.joints.length;
    m.body_jntadr[i] = b.joints[0]?.id ?? -1;
    m.body_geomnum[i] = b.geoms.length;
    m.body_geomadr[i] = b.geoms[0]?.id ?? -1;
    m.body_pos.set(b.pos, 3 * i);
    m.body_quat.set(b.quat, 4 * i);
    m.body_ipos.set(inertial.pos, 3 * i);
    m.body_iquat.set(inertial.quat, 4 * i);
    m.body_mass[i] = b.mass;
    m.body_inertia.set(b.inertia, 3 * i);
    m.body_gravcomp[i] = (b.node as Body).gravcomp ?? 0;
    m.body_user.set(b.userValues, c.nuser.body * i);
    m.body_contype[i] = b.contype;
    m.body_conaffinity[i] = b.conaffinity;
    m.body_margin[i] = b.margin;
    m.body_sameframe[i] = bodySameFrame(inertial);
    m.body_bvhadr[i] = b.bvh === undefined ? -1 : bvh;
    if (b.bvh !== undefined) bvh = packBodyBvh(m, b, bvh);
  }
}

/** Leaves of a body's hierarchy are indices in its list of geoms. */
function packBodyBvh(m: Model, b: BodyDraft, at: number): number {
  const { aabb, child, nodeid, depth } = b.bvh as NonNullable<BodyDraft['bvh']>;
  m.body_bvhnum[b.id] = nodeid.length;
  m.bvh_aabb.set(aabb, 6 * at);
  m.bvh_child.set(child, 2 * at);
  m.bvh_depth.set(depth, at);
  for (let n = 0; n < nodeid.length; n++) m.bvh_nodeid[at + n] = nodeid[n] < 0 ? -1 : b.geoms[nodeid[n]].id;
  return at + nodeid.length;
}

function bodySameFrame({ pos, quat }: Pose): number {
  if (!isNullQuat(quat)) return SameFrame.NONE;
  return isNullVec(pos) ? SameFrame.BODY : SameFrame.BODYROT;
}

function sameFrame(x: Pose, b: BodyDraft): number {
  const { pos, quat } = b.inertial as Pose;
  if (isNullQuat(x.quat)) return isNullVec(x.pos) ? SameFrame.BODY : SameFrame.BODYROT;
  if (!isSameQuat(x.quat, quat)) return SameFrame.NONE;
  return isSameVec(x.pos, pos) ? SameFrame.INERTIA : SameFrame.INERTIAROT;
}

function packJoints(c: Compilation, m: Model, l: Layout): void {
  m.dof_parentid.set(l.pattern.parent);
  m.dof_bodyid.set(l.dofBody);
  m.dof_simplenum.set(l.pattern.simplenum);
  for (const j of c.joints) {
    const { id, values } = j;
    m.jnt_type[id] = j.type;
    m.jnt_group[id] = values.group;
    m.jnt_limited[id] = j.limited ? 1 : 0;
    m.jnt_actfrclimited[id] = j.actfrclimited ? 1 : 0;
    m.jnt_actgravcomp[id] = values.actuatorgravcomp ? 1 : 0;
    m.jnt_qposadr[id] = j.qposadr;
    m.jnt_dofadr[id] = j.dofadr;
    m.jnt_bodyid[id] = j.body.id;
    m.jnt_pos.set(j.pos, 3 * id);
    m.jnt_axis.set(j.axis, 3 * id);
    m.jnt_stiffness[id] = values.stiffness[0];
    m.jnt_stiffnesspoly.set(values.stiffness.slice(1), 2 * id);
    m.jnt_range.set(j.range, 2 * id);
    m.jnt_actfrcrange.set(values.actuatorfrcrange, 2 * id);
    m.jnt_solref.set(values.solreflimit, 2 * id);
    m.jnt_solimp.set(values.solimplimit, 5 * id);
    m.jnt_margin[id] = values.margin;
    if (values.user !== undefined) m.jnt_user.set(values.user, c.nuser.jnt * id);
    packReference(m, j);
    for (let i = j.dofadr; i < j.dofadr + j.nv; i++) {
      m.dof_jntid[i] = id;
      m.dof_solref.set(values.solreffriction, 2 * i);
      m.dof_solimp.set(values.solimpfriction, 5 * i);
      m.dof_frictionloss[i] = values.frictionloss;
      m.dof_armature[i] = values.armature;
      m.dof_damping[i] = values.damping[0];
      m.dof_dampingpoly.set(values.damping.slice(1), 2 * i);
    }
  }
}

function packReference(m: Model, j: JointDraft): void {
  const at = j.qposadr;
  if (j.type === JointType.FREE) {
    m.qpos0.set(j.body.pos, at);
    m.qpos0.set(j.body.quat, at + 3);
  } else if (j.type === JointType.BALL) m.qpos0[at] = 1;
  else m.qpos0[at] = j.ref;
  m.qpos_spring.set(m.qpos0.subarray(at, at + j.nq), at);
  if (j.nq === 1) m.qpos_spring[at] = j.springref;
}

function packSparsity(m: Model, { pattern, parentid, dofadr, dofnum }: Layout): void {
  for (let i = 0, adr = 0; i < m.nv; i++) {
    m.dof_Madr[i] = adr;
    adr += pattern.depth[i];
  }
  const M = { rownnz: m.M_rownnz, rowadr: m.M_rowadr, colind: m.M_colind };
  const D = { rownnz: m.D_rownnz, rowadr: m.D_rowadr, colind: m.D_colind };
  if (m.nv === 0) return;
  fillM({ ...M, mapM2M: m.mapM2M, dof_Madr: m.dof_Madr }, pattern);
  fillD({ ...D, diag: m.D_diag }, pattern);
  fillB({ rownnz: m.B_rownnz, rowadr: m.B_rowadr, colind: m.B_colind }, parentid, dofadr, dofnum);
  fillMapM2D(m.mapM2D, D, M);
  fillMapD2M(m.mapD2M, D, M);
}

/** Tree ids of dofs and bodies, and the sleep policy that the user asks for. */
function packTrees(c: Compilation, m: Model): void {
  for (let i = 0, tree = -1; i < m.nv; i++) {
    if (m.dof_parentid[i] < 0) tree++;
    m.dof_treeid[i] = tree;
  }
  m.tree_sleep_policy.fill(SleepPolicy.AUTO);
  for (const b of c.bodies) {
    const weld = m.body_weldid[b.id];
    m.body_treeid[b.id] = m.body_dofnum[weld] > 0 ? m.dof_treeid[m.body_dofadr[weld]] : -1;
    const policy = (b.node as Body).sleep;
    if (b.id === 0 || policy === undefined || policy === 'auto') continue;
    const tree = m.body_treeid[b.id];
    if (tree < 0 || tree === m.body_treeid[b.id - 1])
      c.error('misplaced-element', 'a sleep policy is only allowed for movable root bodies', b.node);
    else m.tree_sleep_policy[tree] = SLEEP[policy];
  }
}

function packGeoms(c: Compilation, m: Model): void {
  copyFields(m, 'geom', c.geoms, ['type', 'matid', 'size', 'aabb', 'rbound', 'pos', 'quat', 'surfacevel', 'fluid']);
  copyFields(m, 'geom', valuesOf(c.geoms), [
    'contype', 'conaffinity', 'condim', 'group', 'priority', 'solmix', 'solref', 'solimp', 'friction', 'margin', 'gap',
    'adhesion', 'rgba', 'user',
  ]); // biome-ignore format: a list
  for (const g of c.geoms) {
    m.geom_bodyid[g.id] = g.body.id;
    m.geom_dataid[g.id] = (g.mesh ?? g.fittedMesh ?? g.hfield)?.id ?? -1;
    m.geom_sameframe[g.id] = sameFrame(g, g.body);
  }
}

function packSites(c: Compilation, m: Model): void {
  copyFields(m, 'site', c.sites, ['type', 'matid', 'size', 'pos', 'quat']);
  copyFields(m, 'site', valuesOf(c.sites), ['group', 'rgba', 'user']);
  for (const s of c.sites) {
    m.site_bodyid[s.id] = s.body.id;
    m.site_dataid[s.id] = s.mesh?.id ?? -1;
    m.site_sameframe[s.id] = sameFrame(s, s.body);
  }
}

function packCameras(c: Compilation, m: Model): void {
  copyFields(m, 'cam', c.cameras, ['targetbodyid', 'pos', 'quat', 'fovy', 'intrinsic']);
  copyFields(m, 'cam', valuesOf(c.cameras), ['ipd', 'resolution', 'sensorsize', 'user']);
  for (const { id, body, values } of c.cameras) {
    m.cam_mode[id] = MODES[values.mode];
    m.cam_bodyid[id] = body.id;
    m.cam_projection[id] = values.projection === 'orthographic' ? Projection.ORTHOGRAPHIC : Projection.PERSPECTIVE;
    m.cam_output[id] = values.output.reduce((bits, word) => bits | OUTPUTS[word], 0);
  }
}

function packLights(c: Compilation, m: Model): void {
  copyFields(m, 'light', c.lights, ['targetbodyid', 'texid', 'pos', 'dir']);
  copyFields(m, 'light', valuesOf(c.lights), [
    'castshadow', 'active', 'bulbradius', 'intensity', 'range', 'attenuation', 'cutoff', 'softness', 'exponent', 'ambient',
    'diffuse', 'specular',
  ]); // biome-ignore format: a list
  for (const { id, body, values } of c.lights) {
    m.light_mode[id] = MODES[values.mode];
    m.light_bodyid[id] = body.id;
    m.light_type[id] = LIGHTS[values.type];
  }
}
