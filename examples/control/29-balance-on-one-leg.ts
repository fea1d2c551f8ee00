// A humanoid balances on its left leg against pushes: inverse kinematics finds the pose, inverse dynamics the forces, LQR holds it.
import { controlTasks, inverseKinematics, JointController, type LinearFeedback, lqr } from '@qpos/control';
import * as q from 'qpos';
import type { Scene } from '../scene.ts';

const model = q.loadModel(controlTasks['humanoid-stand'].xml);
const BENT = { right_hip_y: -0.7, right_knee: -1.2, left_hip_y: -0.25, left_knee: -0.5, left_ankle_y: -0.25 };

/** Stands on the left foot, with the centre of mass above it and the controls that hold it there. */
function pose(data: q.Data): void {
  q.resetDataKeyframe(model, data, 0);
  q.forward(model, data);
  const foot = { body: 'left_foot', position: data.body('left_foot').xpos.slice() };
  const flat = { body: 'left_foot', quaternion: data.body('left_foot').xquat.slice() };
  for (const [name, angle] of Object.entries(BENT)) data.qpos[model.joint(name).qposadr] = angle;
  q.forward(model, data);
  const [x, y, z] = foot.position as unknown as [number, number, number];
  const height = data.subtree_com[2] - data.body('left_foot').xpos[2] + z;
  inverseKinematics(model, data, [foot, flat, { centerOfMass: [x, y, height] }, { posture: data.qpos.slice() }]);
  do {
    data.qpos[2] -= 2e-5; // down to where the floor carries all of it
    q.forward(model, data);
    data.qacc.fill(0);
    q.inverse(model, data);
  } while (data.qfrc_inverse[2] > 1); // what would have to hold the root up
  new JointController(model).controlsFor(data, data.qfrc_inverse.slice(), data.ctrl);
}

/** Feedback that keeps the centre of mass above the foot first, and the pose second. */
function regulator(data: q.Data): LinearFeedback {
  const { nv } = model;
  const [com, foot, n] = [new Float64Array(3 * nv), new Float64Array(3 * nv), 2 * nv];
  q.forward(model, data);
  q.jacSubtreeCom(model, data, com, 0);
  q.jacBodyCom(model, data, foot, null, model.body('left_foot').id);
  const above = com.map((x, i) => x - foot[i]);
  const Q = Float64Array.from({ length: n * n }, (_, k) => {
    const [i, j] = [Math.floor(k / n), k % n];
    const own = i !== j ? 0 : i < 6 ? 1e-3 : i < nv ? 1 : 0.01;
    if (i >= nv || j >= nv) return own;
    return [0, 1, 2].reduce((s, r) => s + 1000 * above[r * nv + i] * above[r * nv + j], own);
  });
  return lqr(model, data, { Q, R: 0.1 });
}

export function start(): Scene {
  const data = q.makeData(model);
  pose(data);
  const feedback = regulator(data);
  const advance = (): void => {
    feedback.control(data, data.ctrl);
    data.xfrc_applied[6] = data.time % 1 < 0.1 ? 60 : 0; // a push of 60 N at its back every second
    q.step(model, data);
  };
  return { model, data, follow: 'torso', advance, report: () => ({ 'torso (m)': data.qpos[2] }) };
}
