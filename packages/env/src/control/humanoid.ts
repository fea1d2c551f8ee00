import { loadModel } from '@qpos/spec';
import type { Task } from '../env/task.ts';
import { appendLocal, uprightness } from '../measures/body-frame.ts';
import { atLeast, type ToleranceOptions, tolerance } from '../measures/tolerance.ts';
import { append } from '../measures/vectors.ts';
import { humanoid } from '../models/generated/texts.ts';

/** Options of the humanoid: the speed that earns the full reward, in m/s; 0 is standing still. */
export const humanoidControlOptions = (speed: number) => ({ frame_skip: 5, speed, reset_noise_scale: 0.02 });

/** Height of the head above which the humanoid stands: its own when upright, less a bent knee. */
const HEAD_HEIGHT = 1.4;
const ROOT_POSITIONS = 7;
const EXTREMITIES = ['right_lower_arm', 'left_lower_arm', 'right_foot', 'left_foot'];

const UPRIGHT = atLeast(0.9, 1.9);
const STILL: ToleranceOptions = { margin: 2 };
const GENTLE: ToleranceOptions = { margin: 1, valueAtMargin: 0, falloff: 'quadratic' };

/** Stand, walk or run on two legs. */
export function humanoidTask(o: ReturnType<typeof humanoidControlOptions>): Task {
  const limbs = new Int32Array(EXTREMITIES.length);
  let torso = 0;
  let head = 0;
  const standing: ToleranceOptions = { lower: HEAD_HEIGHT, upper: Infinity, margin: HEAD_HEIGHT / 4 };
  const moving = atLeast(o.speed, o.speed);
  const offset = new Float64Array(3);
  return {
    frameSkip: o.frame_skip,
    reads: ['xpos', 'xmat', 'geom_xpos'],
    // joints, head height, limbs, vertical, velocity of the root in its own frame, velocities
    observation(model) {
      torso = model.body('torso').id;
      head = model.geom('head').id;
      for (const [k, name] of EXTREMITIES.entries()) limbs[k] = model.body(name).id;
      return model.nq - ROOT_POSITIONS + 1 + 3 * limbs.length + 3 + 3 + model.nv;
    },
    model: () => loadModel(humanoid),
    reset({ data }, rng) {
      for (let k = ROOT_POSITIONS; k < data.qpos.length; k++) data.qpos[k] = rng.uniform(-1, 1) * o.reset_noise_scale;
      for (let k = 0; k < data.qvel.length; k++) data.qvel[k] = rng.uniform(-1, 1) * o.reset_noise_scale;
    },
    observe({ data }, out) {
      let at = append(out, 0, data.qpos, ROOT_POSITIONS);
      out[at++] = data.geom_xpos[3 * head + 2] as number;
      for (let limb = 0; limb < limbs.length; limb++) {
        const b = limbs[limb] as number;
        for (let k = 0; k < 3; k++) offset[k] = (data.xpos[3 * b + k] as number) - (data.xpos[3 * torso + k] as number);
        at = appendLocal(out, at, data, torso, offset, 0);
      }
      for (let k = 6; k < 9; k++) out[at++] = data.xmat[9 * torso + k] as number;
      at = appendLocal(out, at, data, torso, data.qvel, 0);
      append(out, at, data.qvel);
    },
    evaluate(ctx, action) {
      const { data, info } = ctx;
      const height = data.geom_xpos[3 * head + 2] as number;
      const stand = tolerance(height, standing) * tolerance(uprightness(data, torso), UPRIGHT);
      let effort = 0;
      for (let k = 0; k < action.length; k++) effort += tolerance(action[k] as number, GENTLE);
      const gentle = (4 + effort / action.length) / 5;
      const vx = data.qvel[0] as number;
      const vy = data.qvel[1] as number;
      const speed = Math.sqrt(vx * vx + vy * vy);
      const move =
        o.speed === 0 ? (tolerance(vx, STILL) + tolerance(vy, STILL)) / 2 : (5 * tolerance(speed, moving) + 1) / 6;
      ctx.reward = gentle * stand * move;
      info['head_height'] = height;
      info['speed'] = speed;
    },
  };
}
