import { type Data, type Model, resetDataKeyframe } from '@qpos/core';
import { cos, sin, subQuat } from '@qpos/core/math';
import { Cost } from '../costs/cost.ts';
import { tasksHandCube as xml } from './generated/models.ts';
import type { ControlTask } from './task.ts';

const [from, to, turn] = [new Float64Array(4), new Float64Array(4), new Float64Array(3)];
const NEAR = 0.3; // radians from the goal that count as turned

/** Writes how the cube must still turn about each axis, for the goal's angle about the vertical. */
function stillToTurn({ xquat }: Data, cube: number, angle: number): void {
  for (let k = 0; k < 4; k++) from[k] = xquat[4 * cube + k];
  to.set([cos(0.5 * angle), 0, 0, sin(0.5 * angle)]);
  subQuat(turn, to, from);
}

/** Turns a cube about the vertical to the angle that the goal says, in radians. */
export const handCube: ControlTask = {
  name: 'hand-cube',
  description: 'a hand turns a cube',
  xml,
  planner: { method: 'mppi', horizon: 0.4, samples: 32, knots: 4, noise: 0.3, temperature: 0.1 },
  interval: 0.05,
  duration: 4,
  trace: 'cube',
  goal: [0.6],
  start(model, data) {
    resetDataKeyframe(model, data, 0);
  },
  cost(model: Model, goal: Float64Array): Cost {
    const [cube, palm] = ['cube', 'palm'].map((name) => model.body(name).id);
    const rest = model.key_qpos.slice(0, model.nu);
    return new Cost(
      [
        { name: 'turn', dim: 3, weight: 5, norm: 'smooth-abs', parameters: [0.1] },
        { name: 'hold', dim: 3, weight: 50, norm: 'smooth-abs', parameters: [0.02] },
        { name: 'posture', dim: model.nu, weight: 0.02 },
        { name: 'speed', dim: 3, weight: 0.05 },
      ],
      (_, data, residual) => {
        const { xpos, qpos, qvel } = data;
        stillToTurn(data, cube, goal[0]);
        for (let i = 0; i < 3; i++) residual[i] = turn[i];
        for (let i = 0; i < 3; i++) residual[3 + i] = xpos[3 * cube + i] - xpos[3 * palm + i] - HELD[i];
        for (let i = 0; i < model.nu; i++) residual[6 + i] = qpos[i] - rest[i];
        for (let i = 0; i < 3; i++) residual[6 + model.nu + i] = qvel[model.nv - 6 + i];
      },
      { reads: 'poses' },
    );
  },
  distance(model, data, goal) {
    stillToTurn(data, model.body('cube').id, goal[0]);
    return Math.sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]) / NEAR;
  },
};

const HELD = [0.012, 0, 0.045]; // from the palm to the cube
