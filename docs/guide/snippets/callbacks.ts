import { CallbackError, enums, loadModel, makeData, step } from 'qpos';

const model = loadModel(`
<mujoco>
  <worldbody>
    <body>
      <joint name="hinge" axis="0 1 0"/>
      <geom type="capsule" fromto="0 0 0 0 0 -.5" size=".02"/>
    </body>
  </worldbody>
  <actuator>
    <motor joint="hinge"/>
  </actuator>
  <sensor>
    <user name="power" dim="1" needstage="acc"/>
  </sensor>
</mujoco>`);
const data = makeData(model);

model.callbacks = {
  control: (_model, d) => {
    d.ctrl[0] = 2 * (0.5 - d.qpos[0]) - 0.5 * d.qvel[0];
  },
  passive: (_model, d) => {
    d.qfrc_passive[0] -= 0.1 * d.qvel[0] * Math.abs(d.qvel[0]);
  },
  sensor: (m, d, stage) => {
    if (stage === enums.Stage.ACC) d.sensordata[m.sensor_adr[m.sensor('power').id]] = d.qfrc_actuator[0] * d.qvel[0];
  },
};
step(model, data, 1000);
console.log(data.qpos[0], data.sensor('power').data[0]);

// one that throws ends the step, and the state is what it was when the step began
model.callbacks = {
  ...model.callbacks,
  control: () => {
    throw new Error('the network is gone');
  },
};
const before = data.time;
try {
  step(model, data);
} catch (error) {
  if (!(error instanceof CallbackError)) throw error;
  console.log(error.code, error.callback, error.stage, error.cause, data.time === before);
}
