import { Cost } from '../costs/cost.ts';
import { controlArmObstacles as xml } from './generated/models.ts';
import type { ControlTask } from './task.ts';

const NEAR = 0.05; // metres from the goal that count as there

/** Reaches the place that the goal says, in metres, without touching the posts. */
export const armReach: ControlTask = {
  name: 'arm-reach',
  description: 'an arm reaches through a gate of posts',
  xml,
  planner: { method: 'cem', horizon: 0.5, samples: 32, knots: 3, noise: 0.15 },
  interval: 0.05,
  duration: 4,
  trace: 'hand',
  goal: [0.5, 0, 0.25],
  start(_, data) {
    data.qpos.set([0, -0.6, 1.4, 0, 1]);
    data.ctrl.set(data.qpos);
  },
  cost(model, goal) {
    const grip = model.site('grip').id;
    return new Cost(
      [
        { name: 'reach', dim: 3, weight: 30, norm: 'smooth-abs', parameters: [0.02] },
        { name: 'touch', weight: 4, norm: 'smooth-abs', parameters: [0.1] },
        { name: 'speed', dim: model.nv, weight: 0.05 },
      ],
      (_, { site_xpos, ncon, qvel, mocap_pos }, residual) => {
        mocap_pos.set(goal);
        for (let i = 0; i < 3; i++) residual[i] = site_xpos[3 * grip + i] - goal[i];
        residual[3] = ncon;
        residual.set(qvel, 4);
      },
    );
  },
  distance(model, { site_xpos }, goal) {
    const at = 3 * model.site('grip').id;
    let squares = 0;
    for (let i = 0; i < 3; i++) squares += (site_xpos[at + i] - goal[i]) ** 2;
    return Math.sqrt(squares) / NEAR;
  },
};
