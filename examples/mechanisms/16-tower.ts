// A wrecking ball meets a tower of thirty bricks.
import { makeData, resetData, step } from 'qpos';
import type { Files, Scene } from '../scene.ts';

export async function start(files: Files): Promise<Scene> {
  const model = await files.model('tower.xml');
  const data = makeData(model);
  return {
    model,
    data,
    advance: () => (data.time < 6 ? step(model, data) : resetData(model, data)),
    report: () => ({ contacts: data.ncon, islands: data.nisland }),
  };
}
