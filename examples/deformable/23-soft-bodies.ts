// Jelly blocks and a jelly ball bounce down a staircase: elastic solids on control grids.
import { makeData, resetData, step } from 'qpos';
import type { Files, Scene } from '../scene.ts';

export async function start(files: Files): Promise<Scene> {
  const model = await files.model('deformable/soft-bodies.xml');
  const data = makeData(model);
  return {
    model,
    data,
    advance: () => (data.time < 5 ? step(model, data) : resetData(model, data)),
    report: () => ({ vertices: model.nflexvert, contacts: data.ncon }),
  };
}
