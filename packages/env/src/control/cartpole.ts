import { cos, sin } from '@qpos/core/math';
import { loadModel } from '@qpos/spec';
import type { Task } from '../env/task.ts';
import { type ToleranceOptions, tolerance } from '../measures/tolerance.ts';
import { cartpole } from '../models/generated/texts.ts';

/** Options of the cart-pole. */
export const cartpoleOptions = { frame_skip: 4, reset_noise_scale: 0.01 };

const CENTRED: ToleranceOptions = { margin: 2 };
const GENTLE: ToleranceOptions = { margin: 1, valueAtMargin: 0, falloff: 'quadratic' };
const CALM: ToleranceOptions = { margin: 5 };

/** Whether the pole starts hanging or standing. */
export const cartpoleTask =
  (start: 'hanging' | 'standing') =>
  (o: typeof cartpoleOptions): Task => ({
    frameSkip: o.frame_skip,
    reads: [],
    observation: 5,
    model: () => loadModel(cartpole),
    reset({ data }, rng) {
      data.qpos[0] = o.reset_noise_scale * rng.normal();
      data.qpos[1] = (start === 'hanging' ? Math.PI : 0) + o.reset_noise_scale * rng.normal();
      for (let k = 0; k < 2; k++) data.qvel[k] = o.reset_noise_scale * rng.normal();
    },
    observe({ data: { qpos, qvel } }, out) {
      out[0] = qpos[0] as number;
      out[1] = cos(qpos[1] as number);
      out[2] = sin(qpos[1] as number);
      out[3] = qvel[0] as number;
      out[4] = qvel[1] as number;
    },
    evaluate(ctx, action) {
      const { qpos, qvel } = ctx.data;
      const upright = (cos(qpos[1] as number) + 1) / 2;
      const centred = (1 + tolerance(qpos[0] as number, CENTRED)) / 2;
      const gentle = (4 + tolerance(action[0] as number, GENTLE)) / 5;
      const calm = (1 + tolerance(qvel[1] as number, CALM)) / 2;
      ctx.reward = upright * gentle * calm * centred;
      ctx.info['upright'] = upright;
    },
  });
