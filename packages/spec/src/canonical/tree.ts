import { enums, type Model } from '@qpos/core';
import { mulQuat } from '@qpos/core/math';
import type { Compilation } from '../compile/context.ts';
import type { BodyDraft, CameraDraft, GeomDraft, JointDraft, LightDraft, SiteDraft } from '../compile/draft.ts';
import { geomVolume } from '../compile/tree/geom-inertia.ts';
import type { ValueKind } from '../compile/values.ts';
import { invertPose, normalize, type Pose, prependPose, prependPosition, rotateByQuat } from '../spatial/pose.ts';
import { className } from './classes.ts';
import { writeIntrinsics } from './defaults.ts';
import type { CanonicalElement } from './element.ts';
import { childclassOf, type FramePlace, findPlaces, type Places } from './places.ts';
import { writePlugin } from './plugins.ts';
import { modelValues, type Record_, withModel, writeValues } from './values.ts';

const { GeomType, JointType } = enums;

const UNIT = [1, 0, 0, 0];
const ZERO = [0, 0, 0];
/** Sizes that each type of geom has. */
const SIZES = [3, 0, 1, 2, 3, 2, 3, 0, 0];

/** What the parts of the tree are written from. */
interface Tree {
  readonly c: Compilation;
  readonly m: Model;
  readonly places: Places;
}

/** The bodies with all that is fixed to them. */
export function writeTree(root: CanonicalElement, c: Compilation, m: Model): void {
  const tree = { c, m, places: findPlaces(c) };
  writeContents(tree, root.add('worldbody'), c.bodies[0], undefined, 'main');
}

/** A body with its inertia and its contents. */
function writeBody(tree: Tree, e: CanonicalElement, body: BodyDraft, around: string): void {
  const { c, m, places } = tree;
  const { pos, quat, user } = inFrame(modelValues(m, 'body', body.id), body.frame);
  const node = body.node as Extract<BodyDraft['node'], { kind: 'body' }>;
  const childclass = childclassOf(c, body, places);
  e.text('name', body.name);
  if (childclass !== around && childclass !== 'main') e.text('childclass', childclass);
  if (pos?.some((x) => x !== 0)) e.numbers('pos', pos);
  e.numbers('quat', quat ?? UNIT, UNIT);
  e.value('mocap', body.mocap, false);
  e.numbers('gravcomp', node.gravcomp ?? 0, 0);
  e.value('sleep', node.sleep ?? 'auto', 'auto');
  e.value('simple', node.simple ?? 'auto', 'auto');
  e.userValues(user ?? []);
  if (c.spec.compiler.saveinertial || (body.explicitInertial && c.spec.compiler.inertiafromgeom !== true))
    writeInertial(e.add('inertial'), m, body.id);
  writeContents(tree, e, body, undefined, childclass);
}

function writeInertial(e: CanonicalElement, m: Model, id: number): void {
  const { pos, quat, mass, diaginertia } = modelValues(m, 'inertial', id);
  e.numbers('pos', pos ?? ZERO);
  e.numbers('quat', quat ?? UNIT, UNIT);
  e.numbers('mass', mass ?? 0);
  e.numbers('diaginertia', diaginertia ?? ZERO);
}

/** What is in a frame of a body, or in none. */
function writeContents(
  tree: Tree,
  e: CanonicalElement,
  body: BodyDraft,
  frame: FramePlace | undefined,
  around: string,
): void {
  const { c, places } = tree;
  const isHere = (draft: { node: object }): boolean => places.of.get(draft.node)?.frame === frame;
  for (const joint of body.joints) if (isHere(joint)) writeJoint(tree, e.add('joint'), joint, around);
  for (const geom of body.geoms) if (isHere(geom)) writeGeom(tree, e.add('geom'), geom, around);
  for (const site of body.sites) if (isHere(site)) writeSite(tree, e.add('site'), site, around);
  for (const camera of body.cameras) if (isHere(camera)) writeCamera(tree, e.add('camera'), camera, around);
  for (const light of body.lights) if (isHere(light)) writeLight(tree, e.add('light'), light, around);
  const plugin = frame === undefined ? c.pluginOf.get(body.node) : undefined;
  if (plugin !== undefined) writePlugin(e.add('plugin'), plugin);

  // the frames come after the first body that is in one
  const frames = places.frames.get(body.node) ?? [];
  let isPending = true;
  const writeFrames = (): void => {
    if (isPending) for (const inner of frames) if (inner.outer === frame) writeFrame(tree, e, body, inner, around);
    isPending = false;
  };
  for (const child of body.children) {
    if (isHere(child)) writeBody(tree, e.add('body'), child, around);
    if (places.of.get(child.node)?.frame !== undefined) writeFrames();
  }
  writeFrames();
}

/** A frame, or what is in it where it says nothing. */
function writeFrame(tree: Tree, e: CanonicalElement, body: BodyDraft, frame: FramePlace, around: string): void {
  const { node, childclass } = frame;
  const pose = frame.outer === undefined && body.written !== undefined ? moved(body.written, frame.pose) : frame.pose;
  const hasPose = pose.pos.some((x) => x !== 0) || pose.quat.some((x, k) => x !== UNIT[k]);
  const hasClass = childclass !== around;
  let target = e;
  if (node.name || hasPose || hasClass) {
    target = e.add('frame');
    target.text('name', node.name);
    if (hasClass) target.text('childclass', childclass);
    target.numbers('pos', pose.pos, ZERO);
    target.numbers('quat', pose.quat, UNIT);
  }
  writeContents(tree, target, body, frame, childclass);
}

type TreeDraft = JointDraft | GeomDraft | SiteDraft | CameraDraft | LightDraft;

/** Name and class; returns what the class says. */
function writeHead(tree: Tree, e: CanonicalElement, kind: ValueKind, draft: TreeDraft, around: string): Record_ {
  const { c, places } = tree;
  const name =
    className(c, (draft.node as { class?: string }).class) ?? places.of.get(draft.node)?.childclass ?? 'main';
  e.text('name', draft.name);
  if (name !== around && name !== 'main') e.text('class', name);
  return c.classes.find(name, draft.node).values[kind] as unknown as Record_;
}

type Numbers = number[];
const numbers = (values: Record_, name: string): Numbers => values[name] as Numbers;

function writeUser(e: CanonicalElement, values: Record_, of: Record_): void {
  e.userValues(numbers(values, 'user'), of['user'] as Numbers | undefined);
}

/** The frame of an object in its body. */
function frameOf({ frame, body }: GeomDraft | SiteDraft | CameraDraft | LightDraft): Pose | undefined {
  return frame === undefined || body.written === undefined ? frame : moved(body.written, frame);
}

function moved(by: Pose, { pos, quat }: Pose): Pose {
  const pose = { pos: pos.slice(), quat: quat.slice() };
  prependPose(by, pose);
  return pose;
}

/** The numbers of an object in the frame that it is in, from those in its body. */
function inFrame<T extends Record<string, unknown>>(values: T, frame: Pose | undefined): T {
  if (frame === undefined) return values;
  const undo = invertPose(frame);
  const { pos, quat, axis, dir } = values as unknown as Record<string, Numbers | undefined>;
  const result: Record<string, unknown> = Object.assign(Object.create(values) as object, values);
  if (quat !== undefined) {
    const turned = new Float64Array(4);
    mulQuat(turned, undo.quat, Float64Array.from(quat));
    normalize(turned, 0, 4);
    result['quat'] = Array.from(turned);
  }
  if (pos !== undefined) {
    const point = Float64Array.from(pos);
    prependPosition(undo, point);
    result['pos'] = Array.from(point);
  }
  for (const [name, direction] of Object.entries({ axis, dir })) {
    if (direction === undefined) continue;
    const turned = new Float64Array(3);
    rotateByQuat(turned, 0, direction, 0, undo.quat, 0);
    result[name] = Array.from(turned);
  }
  return result as T;
}

function writeJoint(tree: Tree, e: CanonicalElement, joint: JointDraft, around: string): void {
  const { m } = tree;
  const { id, type } = joint;
  const of = writeHead(tree, e, 'joint', joint, around);
  const values = withModel(joint.values, m, 'joint', id);
  Object.assign(values, modelValues(m, 'dof', m.jnt_dofadr[id]));
  const isScalar = type === JointType.HINGE || type === JointType.SLIDE;
  if (isScalar) {
    values['ref'] = m.qpos0[m.jnt_qposadr[id]];
    values['springref'] = m.qpos_spring[m.jnt_qposadr[id]];
  }
  const placed = inFrame(values, joint.frame);
  writeValues(e, 'joint', placed, of);
  if (type !== JointType.FREE) e.numbers('pos', numbers(placed, 'pos'), numbers(of, 'pos'));
  if (isScalar) e.numbers('axis', numbers(placed, 'axis'), numbers(of, 'axis'));
  if (type !== JointType.FREE) e.value('limited', placed['limited'] as string, of['limited'] as string);
  if (isScalar)
    e.value('actuatorfrclimited', placed['actuatorfrclimited'] as string, of['actuatorfrclimited'] as string);
  writeUser(e, placed, of);
}

function writeGeom(tree: Tree, e: CanonicalElement, geom: GeomDraft, around: string): void {
  const { c, m } = tree;
  const { id, type } = geom;
  const of = writeHead(tree, e, 'geom', geom, around);
  const values = withModel(geom.values, m, 'geom', id);
  const size = numbers(values, 'size').slice(0, SIZES[type]);
  if (size.length > 0) e.numbers('size', size, numbers(of, 'size'));
  const placed = inFrame(values, frameOf(geom));
  writeGeomPose(e, placed, geom, m);
  writeValues(e, 'geom', placed, of);
  e.value('fluidshape', values['fluidshape'] as string, of['fluidshape'] as string);
  if (type !== GeomType.MESH) e.value('shellinertia', values['shellinertia'] as boolean, of['shellinertia'] as boolean);
  if (geom.values.mass === undefined) e.numbers('density', values['density'] as number, of['density'] as number);
  else e.numbers('mass', geom.mass, geomVolume(geom) * (of['density'] as number));
  if (geom.values.material !== of['material']) e.text('material', geom.values.material);
  if (type === GeomType.HFIELD) e.text('hfield', geom.values.hfield);
  if (type === GeomType.MESH || type === GeomType.SDF) e.text('mesh', geom.values.mesh);
  writeUser(e, values, of);
  const plugin = c.pluginOf.get(geom.node);
  if (plugin !== undefined) writePlugin(e.add('plugin'), plugin);
}

/** The pose of a geom; that of a mesh before the mesh was moved into its own frame. */
function writeGeomPose(e: CanonicalElement, values: Record_, geom: GeomDraft, m: Model): void {
  const pose = { pos: Float64Array.from(numbers(values, 'pos')), quat: Float64Array.from(numbers(values, 'quat')) };
  const mesh = geom.mesh?.id;
  if (mesh !== undefined) {
    const at = m.mesh_pos.subarray(3 * mesh, 3 * mesh + 3);
    const turn = m.mesh_quat.subarray(4 * mesh, 4 * mesh + 4);
    mulQuat(pose.quat, pose.quat, [turn[0], -turn[1], -turn[2], -turn[3]]);
    const offset = Float64Array.from(at);
    prependPosition({ pos: new Float64Array(3), quat: pose.quat }, offset);
    for (let k = 0; k < 3; k++) pose.pos[k] -= offset[k];
  }
  e.numbers('pos', pose.pos, ZERO);
  e.numbers('quat', pose.quat, UNIT);
}

function writeSite(tree: Tree, e: CanonicalElement, site: SiteDraft, around: string): void {
  const of = writeHead(tree, e, 'site', site, around);
  const values = inFrame(withModel(site.values, tree.m, 'site', site.id), frameOf(site));
  const size = numbers(values, 'size').slice(0, SIZES[site.type]);
  if (size.length > 0) e.numbers('size', size, numbers(of, 'size'));
  e.numbers('pos', numbers(values, 'pos'), ZERO);
  e.numbers('quat', numbers(values, 'quat'), UNIT);
  writeValues(e, 'site', values, of);
  if (site.values.material !== of['material']) e.text('material', site.values.material);
  if (site.type === GeomType.MESH) e.text('mesh', site.values.mesh);
  writeUser(e, values, of);
}

function writeCamera(tree: Tree, e: CanonicalElement, camera: CameraDraft, around: string): void {
  const of = writeHead(tree, e, 'camera', camera, around);
  const values = inFrame(withModel(camera.values, tree.m, 'camera', camera.id), frameOf(camera));
  e.text('target', camera.values.target);
  e.numbers('quat', numbers(values, 'quat'), UNIT);
  writeValues(e, 'camera', values, of);
  writeIntrinsics(e, values, of);
  writeUser(e, values, of);
}

function writeLight(tree: Tree, e: CanonicalElement, light: LightDraft, around: string): void {
  const of = writeHead(tree, e, 'light', light, around);
  const values = inFrame(withModel(light.values, tree.m, 'light', light.id), frameOf(light));
  e.text('target', light.values.target);
  writeValues(e, 'light', values, of);
  e.value('type', light.values.type, of['type'] as string);
  e.text('texture', light.values.texture);
}
