import type { RandomGenerator } from '@qpos/batch';
import { loadModel } from '@qpos/spec';
import type { Task, TaskContext } from '../env/task.ts';
import { atLeast, type ToleranceOptions, tolerance } from '../measures/tolerance.ts';
import { append, pointDistance, squaredDistance } from '../measures/vectors.ts';
import { tasksArmLift } from '../models/generated/texts.ts';
import { Box } from '../spaces/box.ts';
import { type FreeBody, freeBody, type Posture, posture } from './model-parts.ts';
import { scale, scaleBody, scaleServo } from './scale.ts';
import { moveTargets } from './servos.ts';
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
const LIFTING = atLeast(LIFTED, LIFTED - CUBE_REST);
const PLACING: ToleranceOptions = { upper: THERE, margin: 0.3 };

/** Grasp a cube, lift it and hold it at a target. */
export function armLift(o: typeof armLiftOptions): Task {
  let site = 0;
  let cube: FreeBody;
  let ready: Posture;
  const last = new Float64Array(JOINTS + 1);

  return {
    frameSkip: o.frame_skip,
    reads: ['xpos', 'xquat', 'site_xpos'],
    state: [last],
    action: ({ nu }) => new Box(-1, 1, [nu]),
    // joints, rates, opening, hand, cube from the hand, its orientation and velocity, target from the cube, the last action
    observation(model) {
      site = model.site('grip').id;
      cube = freeBody(model, 'cube');
      ready = posture(model, 'ready');
      return 2 * JOINTS + 1 + 3 + 3 + 4 + 6 + 3 + JOINTS + 1;
    },
    model: () => loadModel(tasksArmLift),
    ...(o.randomise && {
      randomised: ['body_mass', 'body_inertia', 'geom_friction', 'dof_damping', 'actuator_gainprm', 'actuator_biasprm'],
      randomise({ model }: TaskContext, rng: RandomGenerator) {
        scale(model.geom_friction, rng.uniform(0.7, 1.4), 3 * cube.geom, 3 * cube.geom + 1);
        scaleBody(model, cube.id, rng.uniform(0.5, 2));
        scale(model.dof_damping, rng.uniform(0.8, 1.3));
        for (let a = 0; a < JOINTS; a++) scaleServo(model, a, rng.uniform(0.9, 1.1));
      },
    }),
    reset({ data }, rng) {
      data.qpos.set(ready.qpos);
      data.ctrl.set(ready.ctrl);
      for (let k = 0; k < JOINTS; k++) data.qpos[k] = (ready.qpos[k] as number) + rng.uniform(-0.02, 0.02);
      data.qpos[cube.qposadr] = (ready.qpos[cube.qposadr] as number) + rng.uniform(-o.cube_spread, o.cube_spread);
      data.qpos[cube.qposadr + 1] = rng.uniform(-o.cube_spread, o.cube_spread);
      data.mocap_pos[0] = 0.45 + rng.uniform(-0.12, 0.12);
      data.mocap_pos[1] = rng.uniform(-0.15, 0.15);
      data.mocap_pos[2] = rng.uniform(0.15, 0.35);
      last.fill(0);
    },
    act(ctx, action) {
      moveTargets(ctx, action, o.action_scale, JOINTS);
      ctx.data.ctrl[JOINTS] = (OPEN * (1 + (action[JOINTS] as number))) / 2;
    },
    observe({ data }, out) {
      let at = 0;
      for (let k = 0; k < JOINTS; k++) out[at++] = data.qpos[k] as number;
      for (let k = 0; k < JOINTS; k++) out[at++] = data.qvel[k] as number;
      out[at++] = data.qpos[JOINTS] as number;
      for (let k = 0; k < 3; k++) out[at++] = data.site_xpos[3 * site + k] as number;
      for (let k = 0; k < 3; k++)
        out[at++] = (data.xpos[3 * cube.id + k] as number) - (data.site_xpos[3 * site + k] as number);
      for (let k = 0; k < 4; k++) out[at++] = data.xquat[4 * cube.id + k] as number;
      for (let k = 0; k < 6; k++) out[at++] = data.qvel[cube.dofadr + k] as number;
      for (let k = 0; k < 3; k++) out[at++] = (data.mocap_pos[k] as number) - (data.xpos[3 * cube.id + k] as number);
      append(out, at, last);
    },
    evaluate(ctx, action) {
      const { data, info } = ctx;
      const height = data.xpos[3 * cube.id + 2] as number;
      const distance = pointDistance(data.xpos, cube.id, data.mocap_pos, 0);
      const reach = tolerance(pointDistance(data.site_xpos, site, data.xpos, cube.id), REACHING);
      const lift = tolerance(height, LIFTING);
      const place = tolerance(distance, PLACING);
      const change = squaredDistance(action, last);
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
