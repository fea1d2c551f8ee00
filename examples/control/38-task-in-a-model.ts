// A model states its own task, in the words of MuJoCo MPC: what counts how much, and how to plan; only the residual is code.
import { ModelTask, Planner } from '@qpos/control';
import { loadModel, makeData, step } from 'qpos';
import type { Scene } from '../scene.ts';

const model = loadModel(`<mujoco model="crane">
  <option timestep="0.005" integrator="implicitfast"/>
  <custom>
    <numeric name="agent_planner" data="2"/> <!-- iLQG -->
    <numeric name="agent_horizon" data="1"/>
    <numeric name="agent_timestep" data="0.02"/> <!-- plans take longer steps than the simulation -->
    <numeric name="residual_place" data="0.8 -1 1"/> <!-- value, bounds of its slider -->
  </custom>
  <worldbody>
    <light pos="0 -2 3" dir="0 0.6 -1"/>
    <geom type="capsule" fromto="-1.5 0 1 1.5 0 1" size="0.02" contype="0" conaffinity="0"/>
    <body name="trolley" pos="0 0 1">
      <joint name="slide" type="slide" axis="1 0 0" damping="0.2" range="-1.4 1.4" limited="true"/>
      <geom type="box" size="0.08 0.05 0.04" mass="1" contype="0" rgba="0.3 0.4 0.8 1"/>
      <body name="load">
        <joint name="swing" axis="0 1 0" damping="0.01"/>
        <geom type="capsule" fromto="0 0 0 0 0 -0.5" size="0.01" mass="0.05" contype="0"/>
        <geom name="weight" pos="0 0 -0.55" size="0.07" mass="1" contype="0" rgba="0.8 0.3 0.2 1"/>
      </body>
    </body>
  </worldbody>
  <actuator><motor joint="slide" gear="10" ctrlrange="-1 1"/></actuator>
  <sensor> <!-- norm, weight, bounds of its slider, parameters of the norm -->
    <user name="place" dim="1" user="6 4 0 10 0.1"/>
    <user name="swing" dim="2" user="0 1 0 10"/>
    <user name="speed" dim="1" user="0 0.5 0 10"/>
    <user name="effort" dim="1" user="0 0.05 0 1"/>
    <framepos name="trace" objtype="geom" objname="weight"/>
  </sensor>
</mujoco>`);

export function start(): Scene {
  const data = makeData(model);
  const task = new ModelTask(model, (_, d, residual, [place = 0]) => {
    const [x = 0, angle = 0] = d.qpos;
    residual.set([x - place, Math.sin(angle), d.qvel[1], d.qvel[0], d.ctrl[0]]);
  });
  const planner = new Planner(model, task.cost, task.planner);
  const advance = (): void => {
    if (data.time > 4) task.setParameter('place', -0.8); // as a slider would
    planner.update(data);
    for (let k = 0; k < 8; k++) {
      planner.control(data, data.ctrl);
      step(model, data);
    }
  };
  return { model, data, advance, report: () => ({ 'place (m)': data.qpos[0], 'swing (rad)': data.qpos[1] }) };
}
