// A drone with a load on a rope flies from place to place by a small hand-written controller.
import { makeData, resetDataKeyframe, step } from 'qpos';
import { rotVecQuat } from 'qpos/math';
import type { Files, Scene } from '../scene.ts';

const PLACES = [
  [0.6, 0, 1.1],
  [0, 0.6, 1.4],
  [-0.6, 0, 1],
  [0, -0.6, 1.2],
] as const;
const SIDES = [
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
] as const; // of the rotors: forward, left
const HOVER = 1.84; // N each

export async function start(files: Files): Promise<Scene> {
  const model = await files.model('drone.xml');
  const data = makeData(model);
  resetDataKeyframe(model, data, model.key('hover').id);
  const { qpos, qvel } = data;
  const up = new Float64Array(3);
  const place = (): (typeof PLACES)[number] => PLACES[Math.floor(data.time / 3) % 4] as (typeof PLACES)[number];
  return {
    model,
    data,
    follow: 'drone',
    advance: () => {
      rotVecQuat(up, [0, 0, 1], qpos.subarray(3, 7));
      const [ax, ay, az] = place().map((x, k) => 1.2 * (x - qpos[k]) - 1.6 * qvel[k]) as [number, number, number];
      const limit = (x: number): number => Math.max(-0.3, Math.min(0.3, x / 4));
      const pitch = 3 * (limit(ax) - up[0]) - 0.5 * qvel[4];
      const roll = 3 * (limit(ay) - up[1]) + 0.5 * qvel[3];
      SIDES.forEach(([front, left], k) => {
        data.ctrl[k] = HOVER + 0.5 * az - front * pitch - left * roll;
      });
      step(model, data);
    },
    report: () => ({ 'height (m)': qpos[2], 'to go (m)': Math.hypot(...place().map((x, k) => x - qpos[k])) }),
  };
}
