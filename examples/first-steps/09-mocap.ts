// A target that code moves (a mocap body) drags a ring along through a soft weld.
import { loadModel, makeData, step } from 'qpos';
import type { Scene } from '../scene.ts';

export function start(): Scene {
  const model = loadModel(`
    <mujoco>
      <worldbody>
        <light pos="0 -2 4" dir="0 .5 -1"/>
        <geom type="plane" size="2 2 .1" rgba=".75 .77 .8 1"/>
        <body name="target" mocap="true" pos="0 0 .6">
          <geom type="box" size=".04 .04 .04" contype="0" conaffinity="0" rgba=".9 .3 .25 .6"/>
        </body>
        <body name="box" pos="0 0 .6">
          <freejoint/>
          <geom type="box" size=".1 .1 .1" mass="1" rgba=".2 .6 .65 1"/>
        </body>
        <body pos=".5 0 .1"><freejoint/><geom type="box" size=".1 .1 .1" mass=".5" rgba=".9 .57 .28 1"/></body>
        <body pos="-.5 0 .1"><freejoint/><geom type="box" size=".1 .1 .1" mass=".5" rgba=".9 .57 .28 1"/></body>
      </worldbody>
      <equality><weld body1="target" body2="box" solref=".1 1"/></equality>
    </mujoco>`);
  const data = makeData(model);
  return {
    model,
    data,
    advance: () => {
      const t = data.time;
      data.mocap_pos.set([0.6 * Math.sin(t), 0.3 * Math.sin(2 * t), 0.3 + 0.2 * Math.cos(t)]);
      step(model, data);
    },
    report: () => {
      const box = data.body('box').xpos;
      return { 'behind (m)': Math.hypot(...box.map((x, k) => x - data.mocap_pos[k])) };
    },
  };
}
