import fs from 'node:fs';
import path from 'node:path';
import type { Model } from '@qpos/core';
import { loadModel } from '@qpos/spec';

/** A bundled model. */
export const bundledModel = (name: string): Model =>
  loadModel(fs.readFileSync(path.join(import.meta.dirname, '../../../models', `${name}.xml`), 'utf8'));

/** A mass on rails, pushed by a motor. */
export const massOnRails = (): Model =>
  loadModel(`<mujoco><option timestep="0.01" gravity="0 0 0"/><worldbody>
    <body><joint name="rail" type="slide" axis="1 0 0"/><geom size=".1" mass="2"/></body></worldbody>
    <actuator><motor joint="rail" gear="1" ctrlrange="-5 5" ctrllimited="true"/></actuator></mujoco>`);

/** A pendulum of two links, driven at the second joint, hanging down at 0. */
export const acrobot = (): Model =>
  loadModel(`<mujoco><option timestep="0.02" integrator="implicitfast"/><worldbody>
    <body pos="0 0 2"><joint name="shoulder" axis="0 1 0" damping="0.05"/><geom type="capsule" fromto="0 0 0 0 0 -1" size=".04" mass="1" contype="0"/>
      <body pos="0 0 -1"><joint name="elbow" axis="0 1 0" damping="0.05"/><geom type="capsule" fromto="0 0 0 0 0 -1" size=".04" mass="1" contype="0"/>
        <site name="tip" pos="0 0 -1"/></body></body></worldbody>
    <actuator><motor joint="elbow" gear="12" ctrlrange="-1 1" ctrllimited="true"/></actuator></mujoco>`);
