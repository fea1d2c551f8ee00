import { enums } from '@qpos/core';
import { makeBvh } from '../../assets/mesh/bvh.ts';
import {
  appendPose,
  applyOrientation,
  invertPose,
  normalize,
  type Pose,
  prependPose,
  prependPosition,
  rotateByQuat,
} from '../../spatial/pose.ts';
import type { Body } from '../../spec/types.ts';
import type { Compilation } from '../context.ts';
import type { BodyDraft } from '../draft.ts';
import { diagonalise, inertiaFromGeoms } from './body-inertia.ts';
import { compileCamera, compileLight } from './camera-light.ts';
import { compileGeom } from './geom.ts';
import { compileJoint } from './joint.ts';
import { compileSite } from './site.ts';

const { JointType } = enums;

/** Completes the bodies and what belongs to them, parents first. */
export function compileBodies(c: Compilation): void {
  for (const body of c.bodies) compileBody(c, body);
}

function compileBody(c: Compilation, body: BodyDraft): void {
  const { node, settings } = body;
  normalize(body.quat, 0, 4);
  const problem = body.id > 0 ? applyOrientation(body.quat, node as Body, settings) : undefined;
  if (problem !== undefined) c.error('bad-value', problem, node);
  applyInertial(c, body);
  for (const child of body.children) child.weldid = isWeldRoot(child) ? child.id : body.weldid;

  const [low, high] = settings.inertiagrouprange;
  const fromGeom = body.id > 0 && (!body.explicitInertial || settings.inertiafromgeom === true);
  for (const g of body.geoms) compileGeom(c, g, fromGeom && g.values.group >= low && g.values.group <= high);
  const wanted =
    settings.inertiafromgeom === true || (settings.inertiafromgeom === 'auto' && body.inertial === undefined);
  if (body.id > 0 && wanted) inertiaFromGeoms(c, body);
  body.inertial ??= { pos: body.pos.slice(), quat: body.quat.slice() };
  if (body.id > 0) checkInertia(c, body);

  if (body.frame !== undefined) prependPose(body.frame, body);
  sumCollision(body);
  const undo = isAligned(body) ? alignFree(body) : undefined;
  makeBodyBvh(body);
  compileJoints(c, body);
  if (body.mocap && (body.dofnum > 0 || (body.parent?.id ?? 0) > 0))
    c.error('misplaced-element', 'a mocap body must be a child of the world without joints', node);

  for (const s of body.sites) compileSite(c, s);
  for (const cam of body.cameras) compileCamera(c, cam);
  for (const l of body.lights) compileLight(c, l);
  if (undo !== undefined) moveAttached(c, body, undo);
}

export const isWeldRoot = (body: BodyDraft): boolean => body.joints.length > 0 || body.mocap;

/** Orientation of the `inertial` element, and principal axes of a full inertia. */
function applyInertial(c: Compilation, body: BodyDraft): void {
  const { inertial, inertialNode: node } = body;
  if (node === undefined || inertial === undefined) return;
  normalize(inertial.quat, 0, 4);
  if (node.fullinertia !== undefined) {
    const [a, b, d] = body.inertia;
    if (a || b || d) c.error('attribute-conflict', 'fullinertia and diaginertia cannot both be given', node);
    if (node.axisangle || node.xyaxes || node.zaxis || node.euler)
      c.error('attribute-conflict', 'fullinertia and an orientation cannot both be given', node);
    if (!diagonalise(body.inertia, inertial.quat, node.fullinertia))
      c.error('inertia', 'inertia must have positive eigenvalues', node);
  } else {
    const problem = applyOrientation(inertial.quat, node, body.settings);
    if (problem !== undefined) c.error('bad-value', problem, node);
  }
  if (body.inertialFrame !== undefined) prependPose(body.inertialFrame, inertial);
}

function checkInertia(c: Compilation, body: BodyDraft): void {
  const { settings, inertia, node } = body;
  body.mass = Math.max(body.mass, settings.boundmass);
  for (let k = 0; k < 3; k++) inertia[k] = Math.max(inertia[k], settings.boundinertia);
  const [a, b, d] = inertia;
  if (body.mass < 0 || a < 0 || b < 0 || d < 0) c.error('mass', 'mass and inertia cannot be negative', node);
  else if (a + b < d || a + d < b || b + d < a) {
    if (settings.balanceinertia) inertia.fill((a + b + d) / 3);
    else c.error('inertia', 'inertia must satisfy A + B >= C', node, "compiler balanceinertia='true' fixes it");
  }
}

/** What the broad phase needs of a body's geoms. */
export function sumCollision(body: BodyDraft): void {
  body.contype = 0;
  body.conaffinity = 0;
  body.margin = 0;
  for (const { values } of body.geoms) {
    body.contype |= values.contype;
    body.conaffinity |= values.conaffinity;
    body.margin = Math.max(body.margin, values.margin + values.gap);
  }
}

/** True for a lone free body that is to have its inertial frame as its own. */
function isAligned(body: BodyDraft): boolean {
  const [joint] = body.joints;
  if (body.joints.length !== 1 || joint.type !== JointType.FREE || body.children.length > 0) return false;
  return joint.align === true || (joint.align === 'auto' && body.settings.alignfree);
}

/** Moves the body's frame to its inertial frame; returns the frame in which the rest is to be expressed. */
function alignFree(body: BodyDraft): Pose {
  const inertial = body.inertial ?? { pos: new Float64Array(3), quat: Float64Array.of(1, 0, 0, 0) };
  appendPose(body, inertial.pos, inertial.quat);
  const undo = invertPose(inertial);
  body.written = undo;
  body.inertial = { pos: new Float64Array(3), quat: Float64Array.of(1, 0, 0, 0) };
  for (const g of body.geoms) prependPose(undo, g);
  return undo;
}

function moveAttached(c: Compilation, body: BodyDraft, undo: Pose): void {
  for (const s of body.sites) prependPose(undo, s);
  // where the oracle fuses bodies it reads cameras and lights anew, which leaves those outside of frames as written
  const moves = (x: { frame: Pose | undefined }): boolean => !c.spec.compiler.fusestatic || x.frame !== undefined;
  for (const cam of body.cameras.filter(moves)) prependPose(undo, cam);
  for (const l of body.lights.filter(moves)) {
    prependPosition(undo, l.pos);
    rotateByQuat(l.dir, 0, l.dir, 0, undo.quat, 0);
  }
}

/** Bounding volumes of the geoms that can collide; a leaf holds the geom's index in the body. */
export function makeBodyBvh(body: BodyDraft): void {
  body.bvh = undefined;
  const indices: number[] = [];
  body.geoms.forEach((g, i) => {
    if (g.values.contype || g.values.conaffinity) indices.push(i);
  });
  if (indices.length === 0 || body.inertial === undefined) return;
  const n = indices.length;
  const leaves = {
    id: Int32Array.from(indices),
    pos: new Float64Array(3 * n),
    quat: new Float64Array(4 * n),
    aabb: new Float64Array(6 * n),
  };
  indices.forEach((index, i) => {
    const g = body.geoms[index];
    leaves.pos.set(g.pos, 3 * i);
    leaves.quat.set(g.quat, 4 * i);
    leaves.aabb.set(g.aabb, 6 * i);
  });
  body.bvh = makeBvh(leaves, body.inertial.pos, Array.from(body.inertial.quat));
}

function compileJoints(c: Compilation, body: BodyDraft): void {
  body.dofnum = 0;
  let ball = false;
  for (const j of body.joints) {
    compileJoint(c, j);
    body.dofnum += j.nv;
    if (ball && (j.type === JointType.BALL || j.type === JointType.HINGE))
      c.error('misplaced-element', 'a rotation cannot follow a ball joint in one body', j.node);
    ball ||= j.type === JointType.BALL;
  }
  if (body.dofnum > 6) c.error('bad-count', 'more than 6 degrees of freedom in a body', body.node);
  const free = body.joints.filter((j) => j.type === JointType.FREE);
  if (free.length > 0 && body.joints.length > 1)
    c.error('misplaced-element', 'a free joint can only appear by itself', free[0].node);
}
