import type { Data, Model } from '@qpos/core';
import { resetDataKeyframe } from '@qpos/core';
import { Cost, type CostTerm } from '../costs/cost.ts';
import { quadruped as xml } from './generated/models.ts';
import type { ControlTask } from './task.ts';

const HEIGHT = 0.36; // of the trunk when it stands
const LEGS = { qpos: 7, dof: 6, count: 12 };

const TERMS: readonly CostTerm[] = [
  { name: 'height', weight: 30, norm: 'smooth-abs', parameters: [0.1] },
  { name: 'upright', weight: 3 },
  { name: 'posture', dim: LEGS.count, weight: 0.05 },
  { name: 'spin', dim: 3, weight: 0.01 },
  { name: 'place', dim: 2, weight: 0.5, norm: 'smooth-abs', parameters: [0.2] },
];

/** Cosine between the trunk's up and the world's. */
const uprightness = ({ xmat }: Data, trunk: number): number => xmat[9 * trunk + 8];

const costOf =
  (terms: readonly CostTerm[]) =>
  (model: Model, goal: Float64Array): Cost => {
    const trunk = model.body('trunk').id;
    const rest = model.key_qpos.slice(LEGS.qpos, LEGS.qpos + LEGS.count);
    return new Cost(
      terms,
      (_, data, residual) => {
        const { xpos, qpos, qvel } = data;
        let at = 0;
        residual[at++] = Math.min(0, xpos[3 * trunk + 2] - HEIGHT);
        residual[at++] = 1 - uprightness(data, trunk);
        for (let i = 0; i < LEGS.count; i++) residual[at++] = qpos[LEGS.qpos + i] - rest[i];
        for (let i = 3; i < 6; i++) residual[at++] = qvel[i];
        for (let i = 0; i < 2; i++) residual[at++] = xpos[3 * trunk + i] - goal[i];
      },
      { reads: 'poses' },
    );
  };

const weighted = (weights: Readonly<Record<string, number>>): CostTerm[] =>
  TERMS.map((term) => ({ ...term, weight: weights[term.name] ?? (term.weight as number) }));

/** Stands up from its back, at the place that the goal says, in metres. */
export const quadrupedStand: ControlTask = {
  name: 'quadruped-stand',
  description: 'a quadruped stands up from its back',
  xml,
  planner: { method: 'sampling', horizon: 0.4, samples: 6, knots: 5, noise: 0.4, interpolation: 'cubic' },
  interval: 0.008,
  duration: 3,
  trace: 'trunk',
  goal: [0, 0],
  start(model, data) {
    resetDataKeyframe(model, data, 0);
    data.qpos[2] = 0.15;
    data.qpos.set([0, 1, 0, 0], 3);
  },
  cost: costOf(weighted({ place: 0 })),
  distance(model, data) {
    const trunk = model.body('trunk').id;
    return (1 - uprightness(data, trunk)) / 0.1 + Math.max(0, HEIGHT - data.xpos[3 * trunk + 2]) / 0.15;
  },
};

/** Walks to the place that the goal says, in metres. */
export const quadrupedWalk: ControlTask = {
  name: 'quadruped-walk',
  description: 'a quadruped walks to a place',
  xml,
  planner: { method: 'sampling', horizon: 0.6, samples: 40, knots: 6, noise: 0.2, interpolation: 'linear' },
  interval: 0.04,
  duration: 6,
  trace: 'trunk',
  goal: [0.6, 0],
  start(model, data) {
    resetDataKeyframe(model, data, 0);
  },
  cost: costOf(weighted({ place: 10, upright: 10 })),
  distance(model, { xpos }, goal) {
    const trunk = model.body('trunk').id;
    const [x, y] = [xpos[3 * trunk] - goal[0], xpos[3 * trunk + 1] - goal[1]];
    return Math.sqrt(x * x + y * y) / 0.2;
  },
};
