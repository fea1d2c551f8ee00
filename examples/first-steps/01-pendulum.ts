// A pendulum swings without friction: RK4 keeps its energy.
import { loadModel, makeData, step } from 'qpos';
import type { Scene } from '../scene.ts';

export function start(): Scene {
  const model = loadModel(`
    <mujoco>
      <option integrator="RK4"><flag energy="enable"/></option>
      <worldbody>
        <light pos="0 -2 3" dir="0 .6 -1"/>
        <body pos="0 0 1">
          <joint axis="0 1 0"/>
          <geom type="capsule" size=".02" fromto="0 0 0 0 0 -.5"/>
          <geom size=".07" pos="0 0 -.55" rgba=".9 .5 .2 1"/>
        </body>
      </worldbody>
    </mujoco>`);
  const data = makeData(model);
  data.qpos[0] = 2;
  return {
    model,
    data,
    advance: () => step(model, data),
    report: () => ({ 'energy (J)': data.energy[0] + data.energy[1] }),
  };
}
