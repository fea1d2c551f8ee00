import type { Task, TaskContext } from '../env/task.ts';
import { append, sumOfSquares } from '../measures/vectors.ts';
import { gymnasiumHumanoid } from '../models/generated/texts.ts';
import { describeTendons, humanoidObservationOptions, humanoidSize, observeHumanoid } from './humanoid-observation.ts';
import { modelOf } from './model-option.ts';
import { uniformState } from './state-noise.ts';

/** Options of Humanoid-v5, with Gymnasium's defaults. */
export const humanoidOptions = {
  model: undefined as unknown,
  frame_skip: 5,
  forward_reward_weight: 1.25,
  ctrl_cost_weight: 0.1,
  contact_cost_weight: 5e-7,
  contact_cost_range: [-Infinity, 10] as [number, number],
  healthy_reward: 5,
  terminate_when_unhealthy: true,
  healthy_z_range: [1, 2] as [number, number],
  reset_noise_scale: 0.01,
  ...humanoidObservationOptions,
};

/** The centre of mass on the floor, into `out`. */
function massCenter({ model, data }: TaskContext, out: Float64Array): void {
  const { body_mass, nbody } = model;
  const { xipos } = data;
  let x = 0;
  let y = 0;
  let mass = 0;
  for (let b = 0; b < nbody; b++) {
    const m = body_mass[b] as number;
    x += m * (xipos[3 * b] as number);
    y += m * (xipos[3 * b + 1] as number);
    mass += m;
  }
  out[0] = x / mass;
  out[1] = y / mass;
}

/** Humanoid-v5: walk to the right on two legs without falling. */
export function humanoid(o: typeof humanoidOptions): Task {
  const [lowZ, highZ] = o.healthy_z_range;
  const [lowCost, highCost] = o.contact_cost_range;
  const before = new Float64Array(2);
  const after = new Float64Array(2);
  const describe = (ctx: TaskContext): void => {
    const x = ctx.data.qpos[0] as number;
    const y = ctx.data.qpos[1] as number;
    ctx.info['x_position'] = x;
    ctx.info['y_position'] = y;
    describeTendons(ctx);
    ctx.info['distance_from_origin'] = Math.sqrt(x * x + y * y);
  };
  return {
    frameSkip: o.frame_skip,
    reads: ['xipos', 'cinert', 'cvel', 'qfrc_actuator', 'cfrc_ext', 'ten_length', 'ten_velocity'],
    postConstraint: true,
    observation: (model) => humanoidSize(model, o),
    model: () => modelOf(gymnasiumHumanoid, o.model),
    reset(ctx, rng) {
      uniformState(ctx, rng, o.reset_noise_scale);
      describe(ctx);
    },
    act(ctx, action) {
      massCenter(ctx, before);
      append(ctx.data.ctrl, 0, action);
    },
    observe: ({ data }, out) => observeHumanoid(data, o, out),
    evaluate(ctx) {
      const { data, dt, info } = ctx;
      massCenter(ctx, after);
      const z = data.qpos[2] as number;
      const healthy = lowZ < z && z < highZ;
      const velocity = ((after[0] as number) - (before[0] as number)) / dt;
      const forward = o.forward_reward_weight * velocity;
      const survive = healthy ? o.healthy_reward : 0;
      const effort = o.ctrl_cost_weight * sumOfSquares(data.ctrl);
      const contact = Math.max(lowCost, Math.min(highCost, o.contact_cost_weight * sumOfSquares(data.cfrc_ext)));
      ctx.reward = forward + survive - (effort + contact);
      ctx.terminated = !healthy && o.terminate_when_unhealthy;
      describe(ctx);
      info['x_velocity'] = velocity;
      info['y_velocity'] = ((after[1] as number) - (before[1] as number)) / dt;
      info['reward_survive'] = survive;
      info['reward_forward'] = forward;
      info['reward_ctrl'] = -effort;
      info['reward_contact'] = -contact;
    },
  };
}
