// Newton's cradle: the balls pass momentum on through contacts.
import { makeData, step } from 'qpos';
import type { Files, Scene } from '../scene.ts';

export async function start(files: Files): Promise<Scene> {
  const model = await files.model('newtons-cradle.xml');
  const data = makeData(model);
  data.joint('swing0').qpos[0] = 0.8;
  return {
    model,
    data,
    advance: () => step(model, data, 4),
    report: () => ({ 'energy (J)': data.energy[0] + data.energy[1], contacts: data.ncon }),
  };
}
