import { definePlugin, loadModel, makeData, step } from 'qpos';

// a servo that holds its load without a lasting error: the integral of the error is its state
const pid = definePlugin({
  name: 'guide.pid',
  attributes: { kp: 20, ki: 40, kv: 2 },
  stateSize: () => 1,
  actuator(_model, data, { actuators: [a], config, state }) {
    const error = data.ctrl[a] - data.actuator_length[a];
    data.actuator_force[a] = config.kp * error + config.ki * state[0] - config.kv * data.actuator_velocity[a];
  },
  advance(model, data, { actuators: [a], state }) {
    state[0] += model.opt.timestep * (data.ctrl[a] - data.actuator_length[a]);
  },
});

// a shape that is known by its distance
const torus = definePlugin({
  name: 'guide.torus',
  attributes: { ring: 0.2, tube: 0.05 },
  sdf: {
    bounds: ({ ring, tube }) => [0, 0, 0, ring + tube, ring + tube, tube],
    distance: ([x, y, z], { config }) => Math.sqrt((Math.sqrt(x * x + y * y) - config.ring) ** 2 + z * z) - config.tube,
  },
});

const model = loadModel(
  `
<mujoco>
  <extension>
    <plugin plugin="guide.pid">
      <instance name="elbow">
        <config key="kp" value="30"/>
      </instance>
    </plugin>
    <plugin plugin="guide.torus">
      <instance name="ring"/>
    </plugin>
  </extension>
  <asset>
    <mesh name="ring">
      <plugin instance="ring"/>
    </mesh>
  </asset>
  <worldbody>
    <body pos="0 0 1">
      <joint name="elbow" axis="0 1 0"/>
      <geom type="capsule" fromto="0 0 0 .5 0 0" size=".03"/>
    </body>
    <geom name="pole" type="capsule" fromto="2 0 0 2 0 1" size=".05"/>
    <body name="ring" pos="2.1 0 1.2">
      <freejoint/>
      <geom type="sdf" mesh="ring">
        <plugin instance="ring"/>
      </geom>
    </body>
    <geom type="plane" size="3 3 .1"/>
  </worldbody>
  <actuator>
    <plugin joint="elbow" instance="elbow"/>
  </actuator>
</mujoco>`,
  { plugins: [pid, torus] },
);
const data = makeData(model);
data.ctrl[0] = 0.3;
step(model, data, 1500);

console.log(data.qpos[0], data.plugin_state[0]); // the angle asked for, and what holds it
console.log(data.body('ring').xpos); // around the pole, on the floor
