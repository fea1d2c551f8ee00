import { type Data, enums, type Model, objectVelocity } from '@qpos/core';
import type { Perturbation } from '../protocol.ts';

const velocity = new Float64Array(6);

type Vec = ArrayLike<number>;
const cross = (a: Vec, b: Vec): [number, number, number] => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

function quatProduct(a: Vec, b: Vec): [number, number, number, number] {
  return [
    a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
    a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
    a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
    a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
  ];
}

/** Where the grabbed point is now. */
function grabbedPoint(data: Data, p: Perturbation): number[] {
  const b = p.body;
  return [0, 1, 2].map((k) => {
    let x = data.xpos[3 * b + k];
    for (let a = 0; a < 3; a++) x += data.xmat[9 * b + 3 * k + a] * p.local[a];
    return x;
  });
}

/** Pulls and turns a body by a damped spring between the grabbed point and the mouse; writes `xfrc_applied`. */
export function applyPerturbation(model: Model, data: Data, p: Perturbation): void {
  const b = p.body;
  const force = data.xfrc_applied.subarray(6 * b, 6 * b + 3);
  const torque = data.xfrc_applied.subarray(6 * b + 3, 6 * b + 6);
  force.fill(0);
  torque.fill(0);
  const mass = movedMass(model, b);
  const inertia = 1 / Math.max(1e-15, model.body_invweight0[2 * b + 1] || 1);
  objectVelocity(model, data, enums.ObjType.BODY, b, velocity, false);
  const spin = velocity.subarray(0, 3);
  const { stiffness, stiffnessrot } = model.vis.map;
  if (p.translate) {
    const point = grabbedPoint(data, p);
    const arm = point.map((x, k) => x - data.xipos[3 * b + k]);
    const turning = cross(spin, arm);
    for (let k = 0; k < 3; k++) {
      const speed = velocity[3 + k] + turning[k];
      force[k] = mass * (stiffness * (p.target[k] - point[k]) - 2 * Math.sqrt(stiffness) * speed * 0.5);
    }
    torque.set(cross(arm, force));
  }
  if (p.rotate) {
    const now = quatProduct(data.xquat.subarray(4 * b, 4 * b + 4), model.body_iquat.subarray(4 * b, 4 * b + 4));
    const [w, x, y, z] = quatProduct(p.quat, [now[0], -now[1], -now[2], -now[3]]);
    const sine = Math.hypot(x, y, z);
    let angle = 2 * Math.atan2(sine, w);
    if (angle > Math.PI) angle -= 2 * Math.PI;
    const axis = sine > 1e-12 ? [x / sine, y / sine, z / sine] : [0, 0, 0];
    for (let k = 0; k < 3; k++)
      torque[k] += inertia * (stiffnessrot * angle * axis[k] - Math.sqrt(stiffnessrot) * spin[k]);
  }
}

/** The mass that is felt when a body is pulled. */
function movedMass(model: Model, body: number): number {
  const inverse = model.body_invweight0[2 * body];
  return inverse > 0 ? 1 / inverse : 1;
}

/** Moves a mocap body (always) or a free one (while paused) straight to where the mouse is; true if it did. */
export function movePose(model: Model, data: Data, p: Perturbation, paused: boolean): boolean {
  const b = p.body;
  const mocap = model.body_mocapid[model.body_rootid[b]];
  const joint = model.body_jntadr[b];
  const free = model.body_jntnum[b] === 1 && model.jnt_type[joint] === enums.JointType.FREE;
  if (mocap < 0 && !(paused && free)) return false;
  const pos = mocap >= 0 ? data.mocap_pos : data.qpos;
  const quat = mocap >= 0 ? data.mocap_quat : data.qpos;
  const adr = mocap >= 0 ? 3 * mocap : model.jnt_qposadr[joint];
  const qadr = mocap >= 0 ? 4 * mocap : adr + 3;
  if (p.translate) {
    const point = grabbedPoint(data, p);
    const root = mocap >= 0 ? model.body_rootid[b] : b;
    for (let k = 0; k < 3; k++) pos[adr + k] = p.target[k] - (point[k] - data.xpos[3 * root + k]);
  }
  if (p.rotate) {
    const [w, x, y, z] = model.body_iquat.subarray(4 * b, 4 * b + 4) as unknown as [number, number, number, number];
    quat.set(quatProduct(p.quat, [w, -x, -y, -z]), qadr);
  }
  return true;
}
