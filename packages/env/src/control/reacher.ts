import { cos, sin } from '@qpos/core/math';
import { loadModel } from '@qpos/spec';
import type { Task } from '../env/task.ts';
import { pointDistance } from '../measures/vectors.ts';
import { gymnasiumReacher } from '../models/generated/texts.ts';

/** Options of the reacher: how close counts as there. */
export const reacherEasyOptions = { frame_skip: 2, target_size: 0.05 };
export const reacherHardOptions = { frame_skip: 2, target_size: 0.015 };

/** Touch a target with the tip of two links: a reward of 1 as long as it does, else 0. */
export function reacherTask(o: typeof reacherEasyOptions): Task {
  let tip = 0;
  let target = 0;
  let tipSize = 0;
  return {
    frameSkip: o.frame_skip,
    reads: ['xpos'],
    observation(model) {
      tip = model.body('fingertip').id;
      target = model.body('target').id;
      tipSize = model.geom('fingertip').size[0] as number;
      return 6;
    },
    model: () => loadModel(gymnasiumReacher),
    reset({ data }, rng) {
      data.qpos[0] = rng.uniform(-Math.PI, Math.PI);
      data.qpos[1] = rng.uniform(-3, 3);
      const angle = rng.uniform(0, 2 * Math.PI);
      const radius = rng.uniform(0.05, 0.2);
      data.qpos[2] = radius * sin(angle);
      data.qpos[3] = radius * cos(angle);
    },
    observe({ data: { qpos, qvel, xpos } }, out) {
      for (let k = 0; k < 2; k++) {
        out[k] = qpos[k] as number;
        out[2 + k] = (xpos[3 * target + k] as number) - (xpos[3 * tip + k] as number);
        out[4 + k] = qvel[k] as number;
      }
    },
    evaluate(ctx) {
      const distance = pointDistance(ctx.data.xpos, tip, ctx.data.xpos, target);
      ctx.reward = distance <= o.target_size + tipSize ? 1 : 0;
      ctx.info['distance'] = distance;
    },
  };
}
