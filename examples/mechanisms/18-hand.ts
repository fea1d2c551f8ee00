// A hand whose fingers are pulled by tendons closes around a ball, and opens again.
import { makeData, step } from 'qpos';
import type { Files, Scene } from '../scene.ts';

export async function start(files: Files): Promise<Scene> {
  const model = await files.model('hand.xml');
  const data = makeData(model);
  const flexor = data.tendon('index_flexor');
  return {
    model,
    data,
    advance: () => {
      data.ctrl.fill(-1 + Math.cos(data.time), 0, 5);
      step(model, data);
    },
    report: () => ({ 'flexor (m)': Number(flexor.length), contacts: data.ncon }),
  };
}
