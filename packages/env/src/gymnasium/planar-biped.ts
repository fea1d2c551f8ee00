import type { Task, TaskContext } from '../env/task.ts';
import { runner } from './runner.ts';
import { uniformState } from './state-noise.ts';

/** Options that Hopper-v5 and Walker2d-v5 have in common, with Gymnasium's defaults. */
export const planarBipedOptions = {
  model: undefined as unknown,
  frame_skip: 4,
  forward_reward_weight: 1,
  ctrl_cost_weight: 1e-3,
  healthy_reward: 1,
  terminate_when_unhealthy: true,
  reset_noise_scale: 5e-3,
  exclude_current_positions_from_observation: true,
};

/** Those, and the heights and angles of the trunk at which it has not fallen. */
interface PlanarBipedOptions extends Readonly<typeof planarBipedOptions> {
  readonly healthy_z_range: readonly [number, number];
  readonly healthy_angle_range: readonly [number, number];
}

const VELOCITY_BOUND = 10;

/** Walking forward in a plane without falling; `isHealthy` may ask for more than height and angle of the trunk. */
export function planarBiped(
  text: string,
  o: PlanarBipedOptions,
  isHealthy: (ctx: TaskContext) => boolean = () => true,
): Task {
  const [lowZ, highZ] = o.healthy_z_range;
  const [lowAngle, highAngle] = o.healthy_angle_range;
  return runner(text, o, {
    coordinates: 1,
    reset: uniformState,
    describe({ data, info, initQpos }) {
      info['x_position'] = data.qpos[0];
      info['z_distance_from_origin'] = (data.qpos[1] as number) - (initQpos[1] as number);
    },
    velocityBound: VELOCITY_BOUND,
    survive(ctx) {
      const z = ctx.data.qpos[1] as number;
      const angle = ctx.data.qpos[2] as number;
      const healthy = lowZ < z && z < highZ && lowAngle < angle && angle < highAngle && isHealthy(ctx);
      ctx.terminated = !healthy && o.terminate_when_unhealthy;
      return healthy ? o.healthy_reward : 0;
    },
  });
}
