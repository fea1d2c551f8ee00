import { loadModel } from '@qpos/spec';
import type { Task } from '../env/task.ts';
import { appendLocal, uprightness } from '../measures/body-frame.ts';
import { atLeast, tolerance } from '../measures/tolerance.ts';
import { append } from '../measures/vectors.ts';
import { quadruped } from '../models/generated/texts.ts';
import { Box } from '../spaces/box.ts';

/** Options of the quadruped: the speed that earns the full reward, in m/s. */
export const quadrupedOptions = (speed: number) => ({
  frame_skip: 5,
  speed,
  /** Radians that an action of 1 moves a servo from the standing posture. */
  action_scale: 0.6,
  reset_noise_scale: 0.05,
});

const ROOT_POSITIONS = 7;
const ROOT_DOFS = 6;
const UPRIGHT = atLeast(1, 2);

/** Walk or run forward, where the trunk looks. */
export function quadrupedTask(o: ReturnType<typeof quadrupedOptions>): Task {
  let trunk = 0;
  let stand = new Float64Array(0);
  const moving = atLeast(o.speed, o.speed, 0.5);
  const velocity = new Float64Array(3);
  return {
    frameSkip: o.frame_skip,
    reads: ['xmat'],
    action: ({ nu }) => new Box(-1, 1, [nu]),
    // joints and their rates, velocity, turning rate and vertical in the frame of the trunk, targets of the servos, sensors
    observation(model) {
      trunk = model.body('trunk').id;
      stand = model.key('stand').qpos.slice();
      return model.nq - ROOT_POSITIONS + model.nv - ROOT_DOFS + 9 + model.nu + model.nsensordata;
    },
    model: () => loadModel(quadruped),
    reset({ data }, rng) {
      data.qpos.set(stand);
      for (let k = ROOT_POSITIONS; k < stand.length; k++)
        data.qpos[k] = (stand[k] as number) + rng.uniform(-o.reset_noise_scale, o.reset_noise_scale);
      append(data.ctrl, 0, stand, ROOT_POSITIONS);
    },
    act({ data, model }, action) {
      for (let k = 0; k < model.nu; k++)
        data.ctrl[k] = (stand[ROOT_POSITIONS + k] as number) + o.action_scale * (action[k] as number);
    },
    observe({ data }, out) {
      let at = append(out, 0, data.qpos, ROOT_POSITIONS);
      at = append(out, at, data.qvel, ROOT_DOFS);
      at = appendLocal(out, at, data, trunk, data.qvel, 0);
      for (let k = 3; k < 6; k++) out[at++] = data.qvel[k] as number;
      for (let k = 6; k < 9; k++) out[at++] = data.xmat[9 * trunk + k] as number;
      append(out, append(out, at, data.ctrl), data.sensordata);
    },
    evaluate(ctx) {
      const { data, info } = ctx;
      appendLocal(velocity, 0, data, trunk, data.qvel, 0);
      const upright = tolerance(uprightness(data, trunk), UPRIGHT);
      ctx.reward = upright * tolerance(velocity[0] as number, moving);
      info['forward_velocity'] = velocity[0];
      info['upright'] = upright;
    },
  };
}
