// Five balls that differ in one number: the damping ratio of their contacts, from a bounce to a thud.
import { loadModel, makeData, resetData, step } from 'qpos';
import type { Scene } from '../scene.ts';

export function start(): Scene {
  const balls = [0.05, 0.1, 0.2, 0.5, 1].map(
    (ratio, k) => `
        <body name="ball${k}" pos="${0.35 * (k - 2)} 0 1">
          <freejoint/>
          <geom size=".1" solref=".02 ${ratio}" priority="1" rgba="${0.2 + 0.17 * k} .55 ${0.9 - 0.17 * k} 1"/>
        </body>`,
  );
  const model = loadModel(`
    <mujoco>
      <option timestep=".001"/>
      <worldbody>
        <light pos="0 -2 4" dir="0 .5 -1"/>
        <geom type="plane" size="3 3 .1" rgba=".75 .77 .8 1"/>${balls.join('')}
      </worldbody>
    </mujoco>`);
  const data = makeData(model);
  return {
    model,
    data,
    advance: () => (data.time < 4 ? step(model, data) : resetData(model, data)),
    report: () => ({ 'first (m)': data.body('ball0').xpos[2], 'last (m)': data.body('ball4').xpos[2] }),
  };
}
