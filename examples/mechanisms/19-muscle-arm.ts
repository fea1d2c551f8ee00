// Six muscles that wrap around two joints bend an arm in turns.
import { makeData, step } from 'qpos';
import type { Files, Scene } from '../scene.ts';

const FLEXORS = ['deltoid_front', 'brachialis', 'biceps'];

export async function start(files: Files): Promise<Scene> {
  const model = await files.model('muscle-arm.xml');
  const data = makeData(model);
  return {
    model,
    data,
    advance: () => {
      const bend = 0.5 + 0.5 * Math.sin(2 * data.time);
      for (let a = 0; a < model.nu; a++) data.ctrl[a] = 0.1 + 0.4 * (1 - bend);
      for (const name of FLEXORS) data.actuator(name).ctrl = 0.1 + 0.4 * bend;
      step(model, data);
    },
    report: () => ({ 'elbow (rad)': data.qpos[1], 'activation of biceps': data.act[4] }),
  };
}
