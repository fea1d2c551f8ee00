import type { Task, TaskContext } from '../env/task.ts';
import { sumOfSquares } from '../measures/vectors.ts';
import { gymnasiumHumanoidStandup } from '../models/generated/texts.ts';
import { describeTendons, humanoidObservationOptions, humanoidSize, observeHumanoid } from './humanoid-observation.ts';
import { modelOf } from './model-option.ts';
import { uniformState } from './state-noise.ts';

/** Options of HumanoidStandup-v5, with Gymnasium's defaults. */
export const humanoidStandupOptions = {
  model: undefined as unknown,
  frame_skip: 5,
  uph_cost_weight: 1,
  ctrl_cost_weight: 0.1,
  impact_cost_weight: 5e-7,
  impact_cost_range: [-Infinity, 10] as [number, number],
  reset_noise_scale: 0.01,
  ...humanoidObservationOptions,
};

/** HumanoidStandup-v5: get up from the floor, the higher the better. */
export function humanoidStandup(o: typeof humanoidStandupOptions): Task {
  const [lowCost, highCost] = o.impact_cost_range;
  const describe = (ctx: TaskContext): void => {
    const { data, info, initQpos } = ctx;
    info['x_position'] = data.qpos[0];
    info['y_position'] = data.qpos[1];
    info['z_distance_from_origin'] = (data.qpos[2] as number) - (initQpos[2] as number);
    describeTendons(ctx);
  };
  return {
    frameSkip: o.frame_skip,
    reads: ['cinert', 'cvel', 'qfrc_actuator', 'cfrc_ext', 'ten_length', 'ten_velocity'],
    postConstraint: true,
    observation: (model) => humanoidSize(model, o),
    model: () => modelOf(gymnasiumHumanoidStandup, o.model),
    reset(ctx, rng) {
      uniformState(ctx, rng, o.reset_noise_scale);
      describe(ctx);
    },
    observe: ({ data }, out) => observeHumanoid(data, o, out),
    evaluate(ctx) {
      const { data, info, model } = ctx;
      // Gymnasium has the weight of the height as an option and leaves it out of the reward
      const up = (data.qpos[2] as number) / model.opt.timestep;
      const effort = o.ctrl_cost_weight * sumOfSquares(data.ctrl);
      const impact = Math.max(lowCost, Math.min(highCost, o.impact_cost_weight * sumOfSquares(data.cfrc_ext)));
      ctx.reward = up - effort - impact + 1;
      describe(ctx);
      info['reward_linup'] = up;
      info['reward_quadctrl'] = -effort;
      info['reward_impact'] = -impact;
    },
  };
}
