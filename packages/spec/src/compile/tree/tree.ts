import { enums } from '@qpos/core';
import { applyOrientation, normalize, type Pose, prependPose, quat4, vec3 } from '../../spatial/pose.ts';
import type {
  Body,
  BodyChild,
  Camera,
  Frame,
  FreeJoint,
  Geom,
  Joint,
  Light,
  Site,
  WorldBody,
} from '../../spec/types.ts';
import type { Compilation } from '../context.ts';
import { lightType, type ResolvedClass, resolveValues } from '../defaults.ts';
import { type BodyDraft, GeomDraft, SiteDraft } from '../draft.ts';
import { usePlugin } from '../plugins.ts';
import { BUILTIN, type Values } from '../values.ts';
import { byWord } from '../words.ts';

const { ObjType, JointType, GeomType } = enums;

export const JOINT_TYPES = byWord(JointType);
export const GEOM_TYPES = byWord(GeomType);

/** A container whose children are being visited. */
interface Visit {
  children: readonly BodyChild[];
  next: number;
  body: BodyDraft;
  frame: Pose | undefined;
  childclass: ResolvedClass;
}

/**
 * Makes the drafts of the kinematic tree, with their classes applied. Bodies come in depth-first order; what belongs to a
 * body comes in the order of its text, through frames.
 */
export function collectTree(c: Compilation): void {
  const world = makeBody(c, c.spec.worldbody, undefined, undefined);
  world.name = 'world';
  const stack: Visit[] = [
    { children: c.spec.worldbody.children, next: 0, body: world, frame: undefined, childclass: c.classes.main },
  ];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const child = top.children[top.next++];
    if (child === undefined) {
      stack.pop();
      continue;
    }
    if (child.kind === 'body') {
      const node = child as Body;
      const draft = makeBody(c, node, top.body, top.frame);
      top.body.children.push(draft);
      const childclass = node.childclass === undefined ? top.childclass : c.classes.find(node.childclass, node);
      stack.push({ children: node.children, next: 0, body: draft, frame: undefined, childclass });
    } else if (child.kind === 'frame') {
      const node = child as Frame;
      const childclass = node.childclass === undefined ? top.childclass : c.classes.find(node.childclass, node);
      if (node.name) c.frames.push({ name: node.name, node });
      const frame = makeFrame(c, node, top.frame);
      stack.push({ children: node.children, next: 0, body: top.body, frame, childclass });
    } else addLeaf(c, child, top);
  }
  listObjects(c, world);
  register(c);
}

function makeBody(
  c: Compilation,
  node: Body | WorldBody,
  parent: BodyDraft | undefined,
  frame: Pose | undefined,
): BodyDraft {
  const body = node as Partial<Body>;
  return {
    id: 0,
    name: body.name ?? '',
    node,
    settings: c.settings(node.scope),
    parent,
    children: [],
    frame,
    joints: [],
    geoms: [],
    sites: [],
    cameras: [],
    lights: [],
    pos: vec3(body.pos),
    quat: quat4(body.quat),
    inertial: undefined,
    explicitInertial: false,
    inertialNode: undefined,
    inertialFrame: undefined,
    mass: 0,
    inertia: new Float64Array(3),
    mocap: body.mocap ?? false,
    mocapid: -1,
    weldid: 0,
    dofnum: 0,
    contype: 0,
    conaffinity: 0,
    margin: 0,
    bvh: undefined,
    userValues: body.user ?? [],
  };
}

function makeFrame(c: Compilation, node: Frame, outer: Pose | undefined): Pose {
  const frame = { pos: vec3(node.pos), quat: quat4(node.quat) };
  const problem = applyOrientation(frame.quat, node, c.settings(node.scope));
  if (problem !== undefined) c.error('bad-value', problem, node);
  if (outer !== undefined) prependPose(outer, frame);
  normalize(frame.quat, 0, 4);
  return frame;
}

type Leaf = Exclude<BodyChild, Body | Frame>;

/** Adds the draft of an object to its body: in one literal, as spreads take several times the time and memory, and there may be a million. */
function addLeaf(c: Compilation, node: Leaf, { body, frame, childclass }: Visit): void {
  const settings = c.settings(node.scope);
  const inWorld = body.parent === undefined;
  switch (node.kind) {
    case 'joint':
    case 'freejoint': {
      if (inWorld) c.error('misplaced-element', 'the world body cannot have joints', node);
      const free = node.kind === 'freejoint';
      const values = free ? freeJointValues(node as FreeJoint) : classValues(c, 'joint', childclass, node as Joint);
      const align = free ? ((node as FreeJoint).align ?? 'auto') : 'auto';
      const type = JOINT_TYPES[values.type];
      const [nq, nv] = type === JointType.FREE ? [7, 6] : type === JointType.BALL ? [4, 3] : [1, 1];
      body.joints.push({
        id: 0,
        body,
        frame,
        settings,
        node: node as Joint,
        name: (node as Joint).name ?? '',
        values,
        align,
        type,
        nq,
        nv,
        limited: false,
        actfrclimited: false,
        pos: vec3(values.pos),
        axis: vec3(values.axis),
        range: values.range.slice(),
        ref: values.ref,
        springref: values.springref,
        qposadr: 0,
        dofadr: 0,
      });
      return;
    }
    case 'geom': {
      const values = classValues(c, 'geom', childclass, node as Geom);
      const { plugin } = node as Geom;
      if (plugin !== undefined) usePlugin(c, plugin, 'sdf', node);
      const place = { body, frame, settings, type: GEOM_TYPES[values.type] };
      body.geoms.push(new GeomDraft(c.numbers, node as Geom, values, place));
      return;
    }
    case 'site': {
      const values = classValues(c, 'site', childclass, node as Site);
      const place = { body, frame, settings, type: GEOM_TYPES[values.type] };
      body.sites.push(new SiteDraft(c.numbers, node as Site, values, place));
      return;
    }
    case 'camera': {
      const values = classValues(c, 'camera', childclass, node as Camera);
      body.cameras.push({
        id: 0,
        body,
        frame,
        settings,
        node: node as Camera,
        name: (node as Camera).name ?? '',
        values,
        pos: vec3(values.pos),
        quat: quat4(values.quat),
        targetbodyid: -1,
        fovy: values.fovy,
        intrinsic: [0, 0, 0, 0],
      });
      return;
    }
    case 'light': {
      const values = classValues(c, 'light', childclass, node as Light);
      lightType(values, node as Light);
      body.lights.push({
        id: 0,
        body,
        frame,
        settings,
        node: node as Light,
        name: (node as Light).name ?? '',
        values,
        pos: vec3(values.pos),
        dir: vec3(values.dir),
        targetbodyid: -1,
        texid: -1,
      });
      return;
    }
    case 'inertial':
      if (inWorld) c.error('misplaced-element', 'the world body cannot have inertia', node);
      readInertial(body, node, frame);
      return;
    case 'plugin':
      usePlugin(c, node, 'passive', body.node);
      return;
    default:
      c.error('internal', `${node.kind} should have been expanded`, node);
  }
}

function readInertial(body: BodyDraft, node: Extract<Leaf, { kind: 'inertial' }>, frame: Pose | undefined): void {
  body.explicitInertial = true;
  body.inertial = { pos: vec3(node.pos), quat: quat4(node.quat) };
  body.mass = node.mass ?? 0;
  if (node.diaginertia !== undefined) body.inertia.set(node.diaginertia);
  body.inertialNode = node;
  body.inertialFrame = frame;
}

function freeJointValues(node: FreeJoint): Values<'joint'> {
  const values = { ...BUILTIN.joint, type: 'free' } as unknown as Values<'joint'>;
  if (node.group !== undefined) values.group = node.group;
  return values;
}

function classValues<K extends 'joint' | 'geom' | 'site' | 'camera' | 'light'>(
  c: Compilation,
  kind: K,
  childclass: ResolvedClass,
  node: { class?: string | undefined } & Leaf,
): Values<K> {
  return resolveValues(kind, node.class === undefined ? childclass : c.classes.find(node.class, node), node);
}

/** Fills the lists of objects in the order of their ids. */
export function listObjects(c: Compilation, world: BodyDraft): void {
  for (const list of [c.bodies, c.joints, c.geoms, c.sites, c.cameras, c.lights]) list.length = 0;
  const stack = [world];
  for (let body = stack.pop(); body !== undefined; body = stack.pop()) {
    append(c.bodies, [body]);
    append(c.joints, body.joints);
    append(c.geoms, body.geoms);
    append(c.sites, body.sites);
    append(c.cameras, body.cameras);
    append(c.lights, body.lights);
    for (let i = body.children.length - 1; i >= 0; i--) stack.push(body.children[i]);
  }
}

function append<T extends { id: number }>(list: T[], drafts: readonly T[]): void {
  for (const draft of drafts) {
    draft.id = list.length;
    list.push(draft);
  }
}

function register(c: Compilation): void {
  c.register(ObjType.BODY, c.bodies);
  c.register(ObjType.JOINT, c.joints);
  c.register(ObjType.GEOM, c.geoms);
  c.register(ObjType.SITE, c.sites);
  c.register(ObjType.CAMERA, c.cameras);
  c.register(ObjType.LIGHT, c.lights);
  const seen = new Set<string>();
  for (const { name, node } of c.frames) {
    if (seen.has(name)) c.error('duplicate-name', `repeated name '${name}' in frame`, node);
    seen.add(name);
  }
}
