// A climber clings to a wall by adhesive pads and lets go of one after the other.
import { makeData, resetData, step } from 'qpos';
import type { Files, Scene } from '../scene.ts';

const PADS = 4;

export async function start(files: Files): Promise<Scene> {
  const model = await files.model('adhesion-wall.xml');
  const data = makeData(model);
  const holding = (): number => PADS - Math.floor(data.time);
  return {
    model,
    data,
    advance: () => {
      if (data.time > PADS + 1.5) resetData(model, data);
      for (let k = 0; k < PADS; k++) data.actuator(`pad${k}`).ctrl = k < holding() ? 1 : 0;
      step(model, data);
    },
    report: () => ({ pads: Math.max(0, holding()), contacts: data.ncon }),
  };
}
