// Marbles and cut gems roll down troughs made of convex meshes.
import { makeData, resetData, step } from 'qpos';
import type { Files, Scene } from '../scene.ts';

export async function start(files: Files): Promise<Scene> {
  const model = await files.model('marble-run.xml');
  const data = makeData(model);
  return {
    model,
    data,
    advance: () => (data.time < 9 ? step(model, data) : resetData(model, data)),
    report: () => ({ contacts: data.ncon }),
  };
}
