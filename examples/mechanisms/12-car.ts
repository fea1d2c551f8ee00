// A car with suspension and a differential drives a figure of eight.
import { makeData, resetDataKeyframe, step } from 'qpos';
import type { Files, Scene } from '../scene.ts';

export async function start(files: Files): Promise<Scene> {
  const model = await files.model('car.xml');
  const data = makeData(model);
  resetDataKeyframe(model, data, model.key('start').id);
  return {
    model,
    data,
    follow: 'chassis',
    advance: () => {
      data.ctrl[1] = 0.45 * Math.sign(Math.sin(data.time / 2));
      step(model, data);
    },
    report: () => ({ 'speed (m/s)': Math.hypot(data.qvel[0], data.qvel[1]) }),
  };
}
