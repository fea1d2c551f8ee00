// A block of jelly keeps its volume while things fall onto it.
import { makeData, resetData, step } from 'qpos';
import type { Files, Scene } from '../scene.ts';

export async function start(files: Files): Promise<Scene> {
  const model = await files.model('soft/jelly.xml');
  const data = makeData(model);
  return {
    model,
    data,
    advance: () => (data.time < 4 ? step(model, data) : resetData(model, data)),
    report: () => ({ vertices: model.nflexvert, contacts: data.ncon }),
  };
}
