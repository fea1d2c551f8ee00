// An engine: a piston drives a flywheel through a connecting rod.
import { makeData, resetDataKeyframe, step } from 'qpos';
import type { Files, Scene } from '../scene.ts';

export async function start(files: Files): Promise<Scene> {
  const model = await files.model('slider-crank.xml');
  const data = makeData(model);
  resetDataKeyframe(model, data, model.key('idle').id);
  const crank = data.joint('crank').qvel;
  return { model, data, advance: () => step(model, data), report: () => ({ 'speed (rad/s)': crank[0] }) };
}
