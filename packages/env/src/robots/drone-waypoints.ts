import type { RandomGenerator } from '@qpos/batch';
import { loadModel } from '@qpos/spec';
import type { Task, TaskContext } from '../env/task.ts';
import { appendLocal, uprightness } from '../measures/body-frame.ts';
import { append, squaredDistance } from '../measures/vectors.ts';
import { tasksDrone } from '../models/generated/texts.ts';
import { Box } from '../spaces/box.ts';
import { scale, scaleBody } from './scale.ts';
import { simToRealOptions } from './sim-to-real.ts';

/** Options of the flight through waypoints. */
export const droneWaypointsOptions = {
  frame_skip: 4,
  /** How close counts as there, in m. */
  waypoint_radius: 0.3,
  /** Farthest that waypoints lie from the origin, in m; they are 0.5 to 2.5 m above the floor. */
  waypoint_spread: 2.5,
  /** Strength of the wind, in m/s, with `randomise`. */
  wind: 2,
  reset_noise_scale: 0.1,
  ...simToRealOptions,
};

const LEAST_HEIGHT = 0.08;
const FARTHEST = 6;
const SPIN_COST = 0.01;
const BONUS = 5;

/** Fly from waypoint to waypoint: progress is the reward, a crash the end. */
export function droneWaypoints(o: typeof droneWaypointsOptions): Task {
  const last = new Float64Array(4);
  const upcoming = new Float64Array(3);
  const offset = new Float64Array(3);
  const before = new Float64Array(1);
  let drone = 0;
  let mass = 0;
  let hover = 0;
  const reached = new Int32Array(1);

  const draw = (rng: RandomGenerator, out: Float64Array): void => {
    out[0] = rng.uniform(-o.waypoint_spread, o.waypoint_spread);
    out[1] = rng.uniform(-o.waypoint_spread, o.waypoint_spread);
    out[2] = rng.uniform(0.5, 2.5);
  };
  const offsetTo = ({ data }: TaskContext, goal: Float64Array): void => {
    for (let k = 0; k < 3; k++) offset[k] = (goal[k] as number) - (data.xpos[3 * drone + k] as number);
  };
  const distance = (ctx: TaskContext): number => {
    offsetTo(ctx, ctx.data.mocap_pos);
    const [x, y, z] = [offset[0] as number, offset[1] as number, offset[2] as number];
    return Math.sqrt(x * x + y * y + z * z);
  };

  return {
    frameSkip: o.frame_skip,
    reads: ['xpos', 'xmat'],
    state: [last, upcoming, reached],
    action: ({ nu }) => new Box(-1, 1, [nu]),
    // this waypoint and the next, velocity in the frame of the drone; its orientation; turning rates; the last action
    observation(model) {
      drone = model.body('drone').id;
      mass = model.body_mass[drone] as number;
      hover = (mass * -(model.opt.gravity[2] as number)) / model.nu;
      return 3 + 3 + 3 + 9 + 3 + 4;
    },
    model: () => loadModel(tasksDrone),
    ...(o.randomise && {
      randomised: ['body_mass', 'body_inertia', 'actuator_gear', 'opt.wind'],
      randomise({ model }: TaskContext, rng: RandomGenerator) {
        scaleBody(model, drone, rng.uniform(0.85, 1.2));
        for (let a = 0; a < model.nu; a++) scale(model.actuator_gear, rng.uniform(0.92, 1.08), 6 * a, 6 * a + 6);
        model.opt.wind[0] = rng.uniform(-o.wind, o.wind);
        model.opt.wind[1] = rng.uniform(-o.wind, o.wind);
      },
    }),
    reset(ctx, rng) {
      const { data } = ctx;
      for (let k = 0; k < 3; k++)
        data.qpos[k] = (ctx.initQpos[k] as number) + rng.uniform(-o.reset_noise_scale, o.reset_noise_scale);
      for (let k = 4; k < 7; k++) data.qpos[k] = rng.uniform(-o.reset_noise_scale, o.reset_noise_scale);
      for (let k = 0; k < 6; k++) data.qvel[k] = rng.uniform(-o.reset_noise_scale, o.reset_noise_scale);
      draw(rng, data.mocap_pos);
      draw(rng, upcoming);
      data.ctrl.fill(hover);
      last.fill(0);
      reached[0] = 0;
    },
    act(ctx, action) {
      before[0] = distance(ctx);
      // -1, 0 and 1 are no thrust, that of hovering, and twice that
      for (let k = 0; k < 4; k++) ctx.data.ctrl[k] = hover * (1 + (action[k] as number));
    },
    observe(ctx, out) {
      const { data } = ctx;
      offsetTo(ctx, data.mocap_pos);
      let at = appendLocal(out, 0, data, drone, offset, 0);
      offsetTo(ctx, upcoming);
      at = appendLocal(out, at, data, drone, offset, 0);
      at = appendLocal(out, at, data, drone, data.qvel, 0);
      for (let k = 0; k < 9; k++) out[at++] = data.xmat[9 * drone + k] as number;
      for (let k = 3; k < 6; k++) out[at++] = data.qvel[k] as number;
      append(out, at, last);
    },
    evaluate(ctx, action) {
      const { data, info, rng } = ctx;
      const now = distance(ctx);
      const arrived = now < o.waypoint_radius;
      const spin = (data.qvel[3] as number) ** 2 + (data.qvel[4] as number) ** 2 + (data.qvel[5] as number) ** 2;
      const change = squaredDistance(action, last);
      last.set(action);
      const height = data.xpos[3 * drone + 2] as number;
      ctx.terminated = height < LEAST_HEIGHT || now > FARTHEST || uprightness(data, drone) < 0;
      const progress = (before[0] as number) - now;
      ctx.reward =
        progress + (arrived ? BONUS : 0) - (SPIN_COST * spin + 0.05 * change) * ctx.dt - (ctx.terminated ? 10 : 0);
      if (arrived) {
        data.mocap_pos.set(upcoming);
        draw(rng, upcoming);
        reached[0] = (reached[0] as number) + 1;
      }
      info['waypoints'] = reached[0];
      info['distance'] = now;
      info['reward_progress'] = progress;
    },
  };
}
