// A rope hangs over two pegs, with a ball and a crate at its ends.
import { makeData, resetData, step } from 'qpos';
import type { Files, Scene } from '../scene.ts';

export async function start(files: Files): Promise<Scene> {
  const model = await files.model('deformable/rope.xml');
  const data = makeData(model);
  return {
    model,
    data,
    advance: () => (data.time < 8 ? step(model, data) : resetData(model, data)),
    report: () => ({ vertices: model.nflexvert, contacts: data.ncon }),
  };
}
