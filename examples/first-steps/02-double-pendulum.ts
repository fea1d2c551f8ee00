// A double pendulum is chaotic: two starts a millionth of a radian apart soon have nothing in common.
import { makeData, step } from 'qpos';
import type { Files, Scene } from '../scene.ts';

export async function start(files: Files): Promise<Scene> {
  const model = await files.model('double-pendulum.xml');
  const [data, twin] = [makeData(model), makeData(model)];
  data.qpos.set([2, 2]);
  twin.qpos.set([2, 2 + 1e-6]);
  return {
    model,
    data,
    advance: () => {
      step(model, data);
      step(model, twin);
    },
    report: () => ({ 'apart (rad)': Math.abs(data.qpos[0] - twin.qpos[0]) }),
  };
}
