// A chain in a viscous medium swims by a wave that runs along its joints.
import { makeData, step } from 'qpos';
import type { Files, Scene } from '../scene.ts';

export async function start(files: Files): Promise<Scene> {
  const model = await files.model('swimmer.xml');
  const data = makeData(model);
  return {
    model,
    data,
    advance: () => {
      for (let a = 0; a < model.nu; a++) data.ctrl[a] = Math.sin(6 * data.time - 1.1 * a);
      step(model, data);
    },
    report: () => ({ 'way (m)': Math.hypot(data.qpos[0], data.qpos[1]) }),
  };
}
