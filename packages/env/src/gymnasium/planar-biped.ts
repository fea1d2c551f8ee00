import type { Task, TaskContext } from '../env/task.ts';
import { append, appendClipped, sumOfSquares } from '../measures/vectors.ts';
import { modelOf } from './model-option.ts';
import { uniformState } from './state-noise.ts';

/** What Hopper-v5 and Walker2d-v5 have in common. */
export interface PlanarBipedOptions {
  readonly model: unknown;
  readonly frame_skip: number;
  readonly forward_reward_weight: number;
  readonly ctrl_cost_weight: number;
  readonly healthy_reward: number;
  readonly terminate_when_unhealthy: boolean;
  readonly healthy_z_range: readonly [number, number];
  readonly healthy_angle_range: readonly [number, number];
  readonly reset_noise_scale: number;
  readonly exclude_current_positions_from_observation: boolean;
}

const VELOCITY_BOUND = 10;

/** Walking forward in a plane without falling; `isHealthy` may ask for more than height and angle of the trunk. */
export function planarBiped(
  text: string,
  o: PlanarBipedOptions,
  isHealthy: (ctx: TaskContext) => boolean = () => true,
): Task {
  const skipped = o.exclude_current_positions_from_observation ? 1 : 0;
  const before = new Float64Array(1);
  const [lowZ, highZ] = o.healthy_z_range;
  const [lowAngle, highAngle] = o.healthy_angle_range;
  const describe = ({ data, info, initQpos }: TaskContext): void => {
    info['x_position'] = data.qpos[0];
    info['z_distance_from_origin'] = (data.qpos[1] as number) - (initQpos[1] as number);
  };
  return {
    frameSkip: o.frame_skip,
    observation: ({ nq, nv }) => nq + nv - skipped,
    model: () => modelOf(text, o.model),
    reset(ctx, rng) {
      uniformState(ctx, rng, o.reset_noise_scale);
      describe(ctx);
    },
    act({ data }, action) {
      before[0] = data.qpos[0] as number;
      append(data.ctrl, 0, action);
    },
    observe: ({ data }, out) =>
      void appendClipped(out, append(out, 0, data.qpos, skipped), data.qvel, 0, -VELOCITY_BOUND, VELOCITY_BOUND),
    evaluate(ctx, action) {
      const { data, info } = ctx;
      const z = data.qpos[1] as number;
      const angle = data.qpos[2] as number;
      const healthy = lowZ < z && z < highZ && lowAngle < angle && angle < highAngle && isHealthy(ctx);
      const velocity = ((data.qpos[0] as number) - (before[0] as number)) / ctx.dt;
      const forward = o.forward_reward_weight * velocity;
      const survive = healthy ? o.healthy_reward : 0;
      const effort = o.ctrl_cost_weight * sumOfSquares(action);
      ctx.reward = forward + survive - effort;
      ctx.terminated = !healthy && o.terminate_when_unhealthy;
      describe(ctx);
      info['x_velocity'] = velocity;
      info['reward_forward'] = forward;
      info['reward_ctrl'] = -effort;
      info['reward_survive'] = survive;
    },
  };
}
