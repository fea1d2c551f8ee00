import { enums, type Model } from '@qpos/core';
import { BUILTIN } from '../compile/values.ts';
import { row } from '../mjcf/schema.ts';
import { appendPose, invertPose, rotateByQuat } from '../spatial/pose.ts';
import type { BodyChild, BodyNode } from '../spec/types.ts';
import { attributesOf, type Decompilation, type Draft, type Fields } from './context.ts';

const { GeomType, JointType, SleepPolicy } = enums;

const POSE = { pos: [0, 0, 0], quat: [1, 0, 0, 0] };

/** Bodies with their joints, geoms, sites, cameras and lights. */
export function decompileTree(d: Decompilation): void {
  const { model: m, spec } = d;
  const bodies = d.make('body', m.nbody, (b) => body(m, b)) as unknown as BodyNode[];
  bodies[0] = spec.worldbody;
  const leaves: readonly [string, number, (fields: Fields) => Draft, ArrayLike<number>][] = [
    ['joint', m.njnt, (j) => joint(m, j), m.jnt_bodyid],
    ['geom', m.ngeom, (g) => geom(d, g), m.geom_bodyid],
    ['site', m.nsite, (s) => site(d, s), m.site_bodyid],
    ['camera', m.ncam, (c) => camera(d, c), m.cam_bodyid],
    ['light', m.nlight, (l) => light(d, l), m.light_bodyid],
  ];
  for (const [kind, count, draft, owner] of leaves)
    for (const [id, element] of d.make(kind, count, draft).entries())
      bodies[owner[id]].children.push(element as unknown as BodyChild);
  for (let b = 1; b < m.nbody; b++) bodies[m.body_parentid[b]].children.push(bodies[b] as BodyChild);
}

function body(m: Model, b: Fields): Draft {
  const draft = attributesOf('body', { ...b, simple: undefined }, POSE);
  if ((b['mocapid'] as number) >= 0) draft['mocap'] = true;
  const tree = b['treeid'] as number;
  const policy = tree < 0 || m.body_treeid[b.id - 1] === tree ? SleepPolicy.AUTO : m.tree_sleep_policy[tree];
  if (policy === SleepPolicy.NEVER) draft['sleep'] = 'never';
  if (policy === SleepPolicy.ALLOWED) draft['sleep'] = 'allowed';
  if (policy === SleepPolicy.INIT) draft['sleep'] = 'init';
  draft['children'] = b.id === 0 ? [] : [inertial(b)];
  return draft;
}

function inertial(b: Fields): Draft {
  const list = (name: string): number[] => Array.from(b[name] as Float64Array);
  return { kind: 'inertial', pos: list('ipos'), quat: list('iquat'), mass: b['mass'], diaginertia: list('inertia') };
}

const JOINT_FIELDS = {
  solreflimit: 'solref',
  solimplimit: 'solimp',
  actuatorfrclimited: 'actfrclimited',
  actuatorfrcrange: 'actfrcrange',
  actuatorgravcomp: 'actgravcomp',
};

function joint(m: Model, j: Fields): Draft {
  const dof = j['dofadr'] as number;
  const reference = j['qposadr'] as number;
  const scalar = j['type'] === JointType.HINGE || j['type'] === JointType.SLIDE;
  const { SLIDE } = JointType;
  const fields = {
    ...j,
    stiffness: polynomial(j, 'stiffness'),
    damping: [m.dof_damping[dof], ...m.dof_dampingpoly.subarray(2 * dof, 2 * dof + 2)],
    armature: m.dof_armature[dof],
    frictionloss: m.dof_frictionloss[dof],
    solreffriction: m.dof_solref.subarray(2 * dof, 2 * dof + 2),
    solimpfriction: m.dof_solimp.subarray(5 * dof, 5 * dof + 5),
    ref: scalar ? m.qpos0[reference] : 0,
    springref: scalar ? m.qpos_spring[reference] : 0,
  };
  const draft = attributesOf('joint', fields, BUILTIN.joint, JOINT_FIELDS);
  if ((j['type'] as number) < SLIDE) delete draft['axis'];
  return draft;
}

/** A coefficient and those of higher powers. */
export function polynomial(fields: Fields, name: string): number[] {
  return [fields[name] as number, ...(fields[`${name}poly`] as Float64Array)];
}

function geom(d: Decompilation, g: Fields): Draft {
  const draft = attributesOf('geom', g, { ...BUILTIN.geom, ...POSE });
  const type = g['type'] as number;
  const data = g['dataid'] as number;
  draft['material'] = d.refer('material', g['matid'] as number);
  const fluid = g['fluid'] as Float64Array;
  if (fluid[0] > 0) Object.assign(draft, { fluidshape: 'ellipsoid', fluidcoef: Array.from(fluid.subarray(1, 6)) });
  if (type === GeomType.HFIELD) draft['hfield'] = d.refer('hfield', data);
  if (type === GeomType.MESH || type === GeomType.SDF) {
    draft['mesh'] = d.refer('mesh', data);
    leaveMeshFrame(d.model, data, g, draft);
  }
  if (data >= 0) delete draft['size'];
  if (data >= 0 && draft['mesh'] === undefined && type !== GeomType.HFIELD)
    draft['size'] = Array.from(g['size'] as Float64Array);
  return draft;
}

/** The compiler moves a geom into the frame of its mesh: this is where it was before. */
function leaveMeshFrame(m: Model, mesh: number, g: Fields, draft: Draft): void {
  const own = { pos: m.mesh_pos.slice(3 * mesh, 3 * mesh + 3), quat: m.mesh_quat.slice(4 * mesh, 4 * mesh + 4) };
  const back = invertPose(own);
  const pose = { pos: (g['pos'] as Float64Array).slice(), quat: (g['quat'] as Float64Array).slice() };
  appendPose(pose, back.pos, back.quat);
  draft['pos'] = Array.from(pose.pos);
  draft['quat'] = Array.from(pose.quat);
  if (draft['surfacevel'] === undefined) return;
  const v = (g['surfacevel'] as Float64Array).slice();
  rotateByQuat(v, 0, v, 0, own.quat, 0);
  rotateByQuat(v, 3, v, 3, own.quat, 0);
  const [x, y, z] = own.pos;
  draft['surfacevel'] = [
    v[0] - (v[4] * z - v[5] * y),
    v[1] - (v[5] * x - v[3] * z),
    v[2] - (v[3] * y - v[4] * x),
    ...v.subarray(3),
  ];
}

function site(d: Decompilation, s: Fields): Draft {
  const draft = attributesOf('site', s, { ...BUILTIN.site, ...POSE });
  draft['material'] = d.refer('material', s['matid'] as number);
  draft['mesh'] = d.refer('mesh', s['dataid'] as number);
  return draft;
}

function camera(d: Decompilation, c: Fields): Draft {
  const draft = attributesOf('camera', c, { ...BUILTIN.camera, ...POSE });
  draft['target'] = d.refer('body', c['targetbodyid'] as number);
  const output = c['output'] as number;
  if (output !== 1)
    draft['output'] = row('camera').attributes['output']?.keywords?.filter((_, bit) => output & (1 << bit));
  if (draft['sensorsize'] !== undefined) {
    const intrinsic = Array.from(c['intrinsic'] as Float32Array);
    draft['focal'] = intrinsic.slice(0, 2);
    draft['principal'] = intrinsic.slice(2);
    delete draft['fovy'];
  }
  return draft;
}

function light(d: Decompilation, l: Fields): Draft {
  const draft = attributesOf('light', l, BUILTIN.light);
  draft['target'] = d.refer('body', l['targetbodyid'] as number);
  draft['texture'] = d.refer('texture', l['texid'] as number);
  return draft;
}
