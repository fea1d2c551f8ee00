import { sin } from '@qpos/core/math';
import { Cost } from '../costs/cost.ts';
import { cartpole as xml } from './generated/models.ts';
import type { ControlTask } from './task.ts';

const UPRIGHT = 0.2; // radians from upright that count as done

/** Swings a pole up and balances it where the goal, a place on the rail in metres, says. */
export const cartpole: ControlTask = {
  name: 'cartpole',
  description: 'swing a pole up and balance it',
  xml,
  planner: { method: 'sampling', horizon: 1, samples: 32, knots: 8, noise: 0.5 },
  interval: 0.05,
  duration: 5,
  trace: 'pole',
  goal: [0],
  start(_, data) {
    data.qpos[1] = Math.PI;
  },
  cost: (_, goal) =>
    new Cost(
      [
        { name: 'upright', weight: 10 },
        { name: 'place', weight: 1 },
        { name: 'still', dim: 2, weight: 0.1 },
        { name: 'effort', weight: 0.05 },
      ],
      (_model, { qpos, qvel, ctrl }, residual) => {
        residual[0] = 2 * sin(0.5 * qpos[1]);
        residual[1] = qpos[0] - goal[0];
        residual[2] = qvel[0];
        residual[3] = qvel[1];
        residual[4] = ctrl[0];
      },
      { reads: 'poses' },
    ),
  distance: (_, { qpos }) => Math.abs(2 * sin(0.5 * qpos[1])) / UPRIGHT,
};
