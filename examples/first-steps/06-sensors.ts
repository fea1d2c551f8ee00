// An accelerometer and a gyroscope at the tip of a whirling arm, read by name.
import { loadModel, makeData, step } from 'qpos';
import type { Scene } from '../scene.ts';

export function start(): Scene {
  const model = loadModel(`
    <mujoco>
      <worldbody>
        <light pos="0 -2 4" dir="0 .5 -1"/>
        <geom type="plane" size="2 2 .1" rgba=".75 .77 .8 1"/>
        <geom type="cylinder" size=".05 .25" pos="0 0 .25" rgba=".3 .35 .42 1"/>
        <body pos="0 0 .55">
          <joint name="turn" axis="0 0 1" damping=".05"/>
          <geom type="capsule" size=".03" fromto="-.1 0 0 .6 0 0" rgba=".2 .6 .65 1"/>
          <site name="tip" pos=".6 0 0" size=".05" rgba=".9 .5 .2 1"/>
        </body>
      </worldbody>
      <actuator><velocity name="motor" joint="turn" kv="1"/></actuator>
      <sensor><accelerometer name="acceleration" site="tip"/><gyro name="rate" site="tip"/></sensor>
    </mujoco>`);
  const data = makeData(model);
  const acceleration = data.sensor('acceleration').data; // views: they follow the simulation
  const rate = data.sensor('rate').data;
  return {
    model,
    data,
    advance: () => {
      data.ctrl[0] = 4 * Math.sin(data.time);
      step(model, data);
    },
    report: () => ({ 'inwards (m/s²)': -acceleration[0], 'rate (rad/s)': rate[2] }),
  };
}
