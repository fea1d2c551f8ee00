import { type Model, resetDataKeyframe } from '@qpos/core';
import { Cost } from '../costs/cost.ts';
import { humanoid as xml } from './generated/models.ts';
import type { ControlTask } from './task.ts';

const FALLEN = 1; // height of the torso below which it does not stand

/** Stays on its feet; the goal is the height of the torso in metres. */
export const humanoidStand: ControlTask = {
  name: 'humanoid-stand',
  description: 'a humanoid stands',
  xml,
  planner: { method: 'sampling', horizon: 0.4, samples: 40, knots: 4, noise: 0.1 },
  interval: 0.02,
  duration: 4,
  trace: 'torso',
  goal: [1.3],
  start(model, data) {
    resetDataKeyframe(model, data, 0);
  },
  cost(model: Model, goal: Float64Array): Cost {
    const [torso, right, left] = ['torso', 'right_foot', 'left_foot'].map((name) => model.body(name).id);
    const { nv, nu } = model;
    return new Cost(
      [
        { name: 'height', weight: 40, norm: 'smooth-abs', parameters: [0.05] },
        { name: 'balance', dim: 2, weight: 40, norm: 'smooth-abs', parameters: [0.05] },
        { name: 'drift', dim: 2, weight: 4 },
        { name: 'upright', weight: 10 },
        { name: 'speed', dim: nv - 6, weight: 0.02 },
        { name: 'effort', dim: nu, weight: 0.05 },
      ],
      (_, { xpos, xmat, subtree_com, qvel, ctrl }, residual) => {
        let at = 0;
        residual[at++] = Math.min(0, xpos[3 * torso + 2] - goal[0]);
        for (let i = 0; i < 2; i++) residual[at++] = subtree_com[i] - 0.5 * (xpos[3 * right + i] + xpos[3 * left + i]);
        for (let i = 0; i < 2; i++) residual[at++] = qvel[i];
        residual[at++] = 1 - xmat[9 * torso + 8];
        for (let i = 6; i < nv; i++) residual[at++] = qvel[i];
        for (let i = 0; i < nu; i++) residual[at++] = ctrl[i];
      },
      { reads: 'poses' },
    );
  },
  distance: (model, { xpos }) => FALLEN / Math.max(1e-3, xpos[3 * model.body('torso').id + 2]),
};
