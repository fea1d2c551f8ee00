import type { RandomGenerator } from '@qpos/batch';
import { loadModel } from '@qpos/spec';
import type { Task, TaskContext } from '../env/task.ts';
import { type ToleranceOptions, tolerance } from '../measures/tolerance.ts';
import { append } from '../measures/vectors.ts';
import { tasksArmLift } from '../models/generated/texts.ts';
import { Box } from '../spaces/box.ts';
import { scale, scaleBody, scaleServo } from './scale.ts';
import { simToRealOptions } from './sim-to-real.ts';

/** Options of the lifting task. */
export const armLiftOptions = {
  frame_skip: 5,
  /** Radians by which an action of 1 moves the target of a servo in one step. */
  action_scale: 0.06,
  /** Half the side of the square in which the cube starts. */
  cube_spread: 0.12,
  ...simToRealOptions,
  observation_noise: 0.002,
};

const JOINTS = 6;
const OPEN = 0.045;
const CUBE_REST = 0.045;
const LIFTED = 0.1;
const DROPPED = -0.05;
const THERE = 0.04;

const REACHING: ToleranceOptions = { upper: 0.02, margin: 0.35, falloff: 'tanh-squared' };
const LIFTING: ToleranceOptions = {
  lower: LIFTED,
  upper: Infinity,
  margin: LIFTED - CUBE_REST,
  valueAtMargin: 0,
  falloff: 'linear',
};
const PLACING: ToleranceOptions = { upper: THERE, margin: 0.3 };

/** Grasp a cube, lift it and hold it at a target. */
export function armLift(o: typeof armLiftOptions): Task {
  let site = 0;
  let cube = 0;
  let cubeDof = 0;
  let cubeAdr = 0;
  let cubeGeom = 0;
  let ready = new Float64Array(0);
  let readyControl = new Float64Array(0);
  const last = new Float64Array(JOINTS + 1);

  /** The distance of two points given by arrays of points. */
  const gap = (a: Float64Array, i: number, b: Float64Array, j: number): number => {
    const x = (a[i] as number) - (b[j] as number);
    const y = (a[i + 1] as number) - (b[j + 1] as number);
    const z = (a[i + 2] as number) - (b[j + 2] as number);
    return Math.sqrt(x * x + y * y + z * z);
  };

  return {
    frameSkip: o.frame_skip,
    state: [last],
    action: ({ nu }) => new Box(-1, 1, [nu]),
    // joints, rates, opening, hand, cube from the hand, its orientation and velocity, target from the cube, the last action
    observation(model) {
      site = model.site('grip').id;
      cube = model.body('cube').id;
      cubeGeom = model.geom('cube').id;
      const joint = model.joint('cube').id;
      cubeAdr = model.jnt_qposadr[joint] as number;
      cubeDof = model.jnt_dofadr[joint] as number;
      ready = model.key('ready').qpos.slice();
      readyControl = model.key('ready').ctrl.slice();
      return 2 * JOINTS + 1 + 3 + 3 + 4 + 6 + 3 + JOINTS + 1;
    },
    model: () => loadModel(tasksArmLift),
    ...(o.randomise && {
      randomised: ['body_mass', 'body_inertia', 'geom_friction', 'dof_damping', 'actuator_gainprm', 'actuator_biasprm'],
      randomise({ model }: TaskContext, rng: RandomGenerator) {
        scale(model.geom_friction, rng.uniform(0.7, 1.4), 3 * cubeGeom, 3 * cubeGeom + 1);
        scaleBody(model, cube, rng.uniform(0.5, 2));
        scale(model.dof_damping, rng.uniform(0.8, 1.3));
        for (let a = 0; a < JOINTS; a++) scaleServo(model, a, rng.uniform(0.9, 1.1));
      },
    }),
    reset({ data }, rng) {
      data.qpos.set(ready);
      data.ctrl.set(readyControl);
      for (let k = 0; k < JOINTS; k++) data.qpos[k] = (ready[k] as number) + rng.uniform(-0.02, 0.02);
      data.qpos[cubeAdr] = (ready[cubeAdr] as number) + rng.uniform(-o.cube_spread, o.cube_spread);
      data.qpos[cubeAdr + 1] = rng.uniform(-o.cube_spread, o.cube_spread);
      data.mocap_pos[0] = 0.45 + rng.uniform(-0.12, 0.12);
      data.mocap_pos[1] = rng.uniform(-0.15, 0.15);
      data.mocap_pos[2] = rng.uniform(0.15, 0.35);
      last.fill(0);
    },
    act({ data, model }, action) {
      for (let k = 0; k < JOINTS; k++) {
        const target = (data.ctrl[k] as number) + o.action_scale * (action[k] as number);
        const range = model.actuator_ctrlrange;
        data.ctrl[k] = Math.max(range[2 * k] as number, Math.min(range[2 * k + 1] as number, target));
      }
      data.ctrl[JOINTS] = (OPEN * (1 + (action[JOINTS] as number))) / 2;
    },
    observe({ data }, out) {
      let at = 0;
      for (let k = 0; k < JOINTS; k++) out[at++] = data.qpos[k] as number;
      for (let k = 0; k < JOINTS; k++) out[at++] = data.qvel[k] as number;
      out[at++] = data.qpos[JOINTS] as number;
      for (let k = 0; k < 3; k++) out[at++] = data.site_xpos[3 * site + k] as number;
      for (let k = 0; k < 3; k++)
        out[at++] = (data.xpos[3 * cube + k] as number) - (data.site_xpos[3 * site + k] as number);
      for (let k = 0; k < 4; k++) out[at++] = data.xquat[4 * cube + k] as number;
      for (let k = 0; k < 6; k++) out[at++] = data.qvel[cubeDof + k] as number;
      for (let k = 0; k < 3; k++) out[at++] = (data.mocap_pos[k] as number) - (data.xpos[3 * cube + k] as number);
      append(out, at, last);
    },
    evaluate(ctx, action) {
      const { data, info } = ctx;
      const height = data.xpos[3 * cube + 2] as number;
      const distance = gap(data.xpos, 3 * cube, data.mocap_pos, 0);
      const reach = tolerance(gap(data.site_xpos, 3 * site, data.xpos, 3 * cube), REACHING);
      const lift = tolerance(height, LIFTING);
      const place = tolerance(distance, PLACING);
      let change = 0;
      for (let k = 0; k < last.length; k++) change += ((action[k] as number) - (last[k] as number)) ** 2;
      last.set(action);
      ctx.terminated = height < DROPPED;
      ctx.reward = ctx.terminated ? -1 : 0.2 * reach + 0.3 * reach * lift + 0.5 * lift * place - 0.002 * change;
      info['reward_reach'] = reach;
      info['reward_lift'] = lift;
      info['reward_place'] = place;
      info['success'] = distance < THERE ? 1 : 0;
    },
  };
}
