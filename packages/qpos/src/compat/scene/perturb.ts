import * as engine from '@qpos/core';
import { eyesInModel, frustumHeight } from './cameras.ts';
import { alignTo, MOUSE, motionOf } from './mouse.ts';
import type { RecordOf } from './record.ts';
import type { MjvScene } from './scene.ts';
import {
  at3,
  conjugate,
  cross,
  dot,
  plus,
  product,
  quatOf,
  rotation,
  rotationVector,
  times,
  turn,
  unit,
} from './vectors.ts';

type M = engine.Model;
type D = engine.Data;
type Perturb = RecordOf<'MjvPerturb'>;

const TRANSLATE = 1;
const ROTATE = 2;
const FREE = 0;
const { ObjType } = engine.enums;

const QUARTER_TURN = Math.PI / 2; // the most that the reference may be turned from the body

const isBody = (m: M, body: number): boolean => body > 0 && body < m.nbody;

/** The selected point in the world. */
const selectedPoint = (d: D, { select, localpos }: Perturb): Float64Array =>
  plus(at3(d.xpos, select), turn(localpos, d.xquat.subarray(4 * select, 4 * select + 4)));

/** The mass that a force at a point of a body meets, on average of the directions. */
function massAt(m: M, d: D, body: number, point: Float64Array): number {
  const jacobian = new Float64Array(3 * m.nv);
  const accelerations = new Float64Array(3 * m.nv);
  engine.jac(m, d, jacobian, null, point, body);
  engine.solveM(m, d, accelerations, jacobian, 3);
  const inverse = jacobian.reduce((sum, x, k) => sum + x * (accelerations[k] as number), 0);
  return inverse < 1e-15 ? 1 : 3 / inverse;
}

/** Starts to pull the selected body. */
export function initPerturb(m: M, d: D, scene: MjvScene, p: Perturb): void {
  if (!isBody(m, p.select)) return;
  const point = selectedPoint(d, p);
  p.refpos.set(at3(d.xipos, p.select));
  p.refquat.set(quatOf(d.ximat, p.select));
  p.refselpos.set(point);
  p.localmass = massAt(m, d, p.select, point);
  const { pos, forward } = eyesInModel(scene);
  p.scale = frustumHeight(scene) * dot(forward, plus(point, pos, -1));
}

/** Moves or turns the reference that the selected body is pulled to. */
export function movePerturb(m: M, d: D, action: number, dx: number, dy: number, scene: MjvScene, p: Perturb): void {
  const motion = motionOf(action, dx, dy);
  if (!isBody(m, p.select)) return;
  const isRelative = action >= MOUSE.moveVRel;
  const way = isRelative ? turn(motion, quatOf(d.xmat, p.select)) : alignTo(motion, eyesInModel(scene).forward);
  if (action < MOUSE.moveV) {
    const now = quatOf(d.ximat, p.select);
    const turned = rotationVector(product(product(rotation(times(way, 2 * Math.PI)), p.refquat), conjugate(now)));
    const most = Math.min(1, QUARTER_TURN / Math.max(1e-15, Math.sqrt(dot(turned, turned))));
    p.refquat.set(product(rotation(times(turned, most)), now));
  } else for (const to of [p.refpos, p.refselpos]) to.set(plus(to, way, p.scale));
}

/** Puts the body there: a mocap body, and a free one if the simulation is paused. */
export function applyPose(m: M, d: D, p: Perturb, isPaused: boolean): void {
  const { select: body } = p;
  const active = p.active | p.active2;
  if (!active || !isBody(m, body)) return;
  const root = m.body_rootid[body] as number;
  const mocap = m.body_mocapid[body] as number;
  const joint = m.body_jntadr[root] as number;
  const isFree = isPaused && joint >= 0 && m.jnt_type[joint] === FREE;
  if (mocap < 0 && !isFree) return;
  const [from, turned] = [at3(d.xipos, body), quatOf(d.ximat, body)];
  const by = product(p.refquat, conjugate(turned));
  const place = plus(p.refpos, turn(plus(at3(d.xpos, root), from, -1), by));
  const quat = product(by, d.xquat.subarray(4 * root, 4 * root + 4));
  if (mocap >= 0) {
    d.mocap_pos.set(place, 3 * mocap);
    d.mocap_quat.set(quat, 4 * mocap);
  } else d.qpos.set([...place, ...quat], m.jnt_qposadr[joint] as number);
}

/** Pulls the selected body to the reference: a spring with damping, for the point and for the rotation. */
export function applyForce(m: M, d: D, p: Perturb): void {
  const { select: body } = p;
  const active = p.active | p.active2;
  if (!active || !isBody(m, body)) return;
  const { stiffness, stiffnessrot } = m.vis.map;
  const inertia = 1 / ((m.body_invweight0[2 * body + 1] as number) || 1);
  const velocity = new Float64Array(6);
  engine.objectVelocity(m, d, ObjType.BODY, body, velocity, false);
  const [spin, center] = [velocity.subarray(0, 3), at3(d.xipos, body)];
  const wrench = d.xfrc_applied.subarray(6 * body, 6 * body + 6);
  if (active & TRANSLATE) {
    const point = selectedPoint(d, p);
    const arm = plus(point, center, -1);
    const way = plus(p.refselpos, point, -1);
    const speed = plus(velocity.subarray(3), cross(spin, arm));
    const force = times(plus(times(way, stiffness), speed, -Math.sqrt(stiffness)), p.localmass);
    const axis = unit(way);
    wrench.set(force);
    // the turn about the way of the force is what the force itself does not damp
    wrench.set(plus(cross(arm, force), axis, -Math.sqrt(stiffnessrot) * inertia * dot(spin, axis)), 3);
  }
  if (active & ROTATE) {
    const missing = rotationVector(product(p.refquat, conjugate(quatOf(d.ximat, body))));
    wrench.set(times(plus(times(missing, stiffnessrot), spin, -Math.sqrt(stiffnessrot)), inertia), 3);
  }
}
