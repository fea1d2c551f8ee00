// LQR keeps a pole upright on its cart, against a push every three seconds.
import { lqr } from '@qpos/control';
import { forward, makeData, step } from 'qpos';
import type { Files, Scene } from '../scene.ts';

export async function start(files: Files): Promise<Scene> {
  const model = await files.model('cartpole.xml');
  const data = makeData(model); // upright, at rest
  forward(model, data);
  const feedback = lqr(model, data, { Q: [1, 10, 0.1, 0.1], R: 1 });
  return {
    model,
    data,
    advance: () => {
      feedback.control(data, data.ctrl);
      data.qfrc_applied[0] = data.time % 3 < 0.05 ? 40 : 0;
      step(model, data);
    },
    report: () => ({ 'cart (m)': data.qpos[0], 'pole (rad)': data.qpos[1] }),
  };
}
