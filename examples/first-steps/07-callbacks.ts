// A force that no model file knows: balls attract each other, by a callback in every step.
import { loadModel, makeData, step } from 'qpos';
import type { Scene } from '../scene.ts';

const STRENGTH = 0.02; // N m²

export function start(): Scene {
  const bodies = Array.from({ length: 12 }, (_, k) => {
    const [x, y, z] = [Math.cos(k * 2.4), Math.sin(k * 2.4), 1 + 0.4 * Math.sin(k * 1.7)];
    return `<body pos="${x} ${y} ${z}"><freejoint/><geom size=".08" mass=".3" rgba="${0.3 + 0.05 * k} .55 .6 1"/></body>`;
  });
  const model = loadModel(`
    <mujoco>
      <option gravity="0 0 0"/>
      <worldbody><light pos="0 -2 4" dir="0 .5 -1"/>${bodies.join('')}</worldbody>
    </mujoco>`);
  const data = makeData(model);
  model.callbacks = {
    passive: (m, d) => {
      for (let a = 1; a < m.nbody; a++)
        for (let b = 1; b < m.nbody; b++) {
          const [dx, dy, dz] = [0, 1, 2].map((k) => d.xpos[3 * b + k] - d.xpos[3 * a + k]) as [number, number, number];
          const scale = a === b ? 0 : STRENGTH / Math.max(0.01, Math.hypot(dx, dy, dz) ** 3);
          const dof = m.body_dofadr[a];
          d.qfrc_passive[dof] += scale * dx;
          d.qfrc_passive[dof + 1] += scale * dy;
          d.qfrc_passive[dof + 2] += scale * dz;
        }
    },
  };
  return { model, data, advance: () => step(model, data), report: () => ({ contacts: data.ncon }) };
}
