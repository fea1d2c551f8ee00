// A rubber sheet of position-based dynamics throws balls and a crate into the air.
import { makeData, resetData, step } from 'qpos';
import type { Files, Scene } from '../scene.ts';

export async function start(files: Files): Promise<Scene> {
  const model = await files.model('soft/trampoline.xml');
  const data = makeData(model);
  return {
    model,
    data,
    advance: () => (data.time < 6 ? step(model, data) : resetData(model, data)),
    report: () => ({ vertices: model.nflexvert, contacts: data.ncon }),
  };
}
