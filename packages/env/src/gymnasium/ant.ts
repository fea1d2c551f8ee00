import type { Model } from '@qpos/core';
import type { Task } from '../env/task.ts';
import { EnvError } from '../errors.ts';
import { append, appendClipped, isFiniteVector, sumOfClippedSquares, sumOfSquares } from '../measures/vectors.ts';
import { gymnasiumAnt } from '../models/generated/texts.ts';
import { describeFloorPosition } from './floor-position.ts';
import { bodyId, modelOf } from './model-option.ts';
import { normalState } from './state-noise.ts';

/** Options of Ant-v5, with Gymnasium's defaults. */
export const antOptions = {
  model: undefined as unknown,
  frame_skip: 5,
  forward_reward_weight: 1,
  ctrl_cost_weight: 0.5,
  contact_cost_weight: 5e-4,
  healthy_reward: 1,
  /** The body whose velocity counts, by index or name. */
  main_body: undefined as unknown,
  terminate_when_unhealthy: true,
  healthy_z_range: [0.2, 1] as [number, number],
  contact_force_range: [-1, 1] as [number, number],
  reset_noise_scale: 0.1,
  exclude_current_positions_from_observation: true,
  include_cfrc_ext_in_observation: true,
};

function mainBody(model: Model, option: unknown): number {
  if (typeof option === 'string') return bodyId(model, option);
  const id = option ?? 1;
  if (!Number.isInteger(id) || (id as number) < 0 || (id as number) >= model.nbody)
    throw new EnvError('bad-option', `main_body is the name or index of a body, not ${String(option)}`);
  return id as number;
}

/** Ant-v5: walk to the right on four legs, softly. */
export function ant(o: typeof antOptions): Task {
  const skipped = o.exclude_current_positions_from_observation ? 2 : 0;
  const [lowForce, highForce] = o.contact_force_range;
  const [lowZ, highZ] = o.healthy_z_range;
  const before = new Float64Array(2);
  let body = 1;
  return {
    frameSkip: o.frame_skip,
    reads: ['xpos', 'cfrc_ext'],
    postConstraint: true,
    observation(model) {
      body = mainBody(model, o.main_body);
      return model.nq + model.nv - skipped + (o.include_cfrc_ext_in_observation ? 6 * (model.nbody - 1) : 0);
    },
    model: () => modelOf(gymnasiumAnt, o.model),
    reset(ctx, rng) {
      normalState(ctx, rng, o.reset_noise_scale);
      describeFloorPosition(ctx);
    },
    act({ data }, action) {
      before[0] = data.xpos[3 * body] as number;
      before[1] = data.xpos[3 * body + 1] as number;
      append(data.ctrl, 0, action);
    },
    observe({ data }, out) {
      const at = append(out, append(out, 0, data.qpos, skipped), data.qvel);
      if (o.include_cfrc_ext_in_observation) appendClipped(out, at, data.cfrc_ext, 6, lowForce, highForce);
    },
    evaluate(ctx, action) {
      const { data, dt, info } = ctx;
      const z = data.qpos[2] as number;
      const healthy = isFiniteVector(data.qpos) && isFiniteVector(data.qvel) && lowZ <= z && z <= highZ;
      const velocity = ((data.xpos[3 * body] as number) - (before[0] as number)) / dt;
      const forward = velocity * o.forward_reward_weight;
      const survive = healthy ? o.healthy_reward : 0;
      const effort = o.ctrl_cost_weight * sumOfSquares(action);
      const contact = o.contact_cost_weight * sumOfClippedSquares(data.cfrc_ext, lowForce, highForce);
      ctx.reward = forward + survive - (effort + contact);
      ctx.terminated = !healthy && o.terminate_when_unhealthy;
      describeFloorPosition(ctx);
      info['x_velocity'] = velocity;
      info['y_velocity'] = ((data.xpos[3 * body + 1] as number) - (before[1] as number)) / dt;
      info['reward_forward'] = forward;
      info['reward_ctrl'] = -effort;
      info['reward_contact'] = -contact;
      info['reward_survive'] = survive;
    },
  };
}
