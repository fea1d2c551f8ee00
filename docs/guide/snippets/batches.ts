import { BatchSim, logNormal, randomise, rollout, uniform } from '@qpos/batch';
import { enums, getState, loadModel, makeData, stateSize } from 'qpos';

const model = loadModel(`
<mujoco>
  <worldbody>
    <geom name="floor" type="plane" size="5 5 .1"/>
    <body name="cart" pos="0 0 .3">
      <freejoint/>
      <geom name="box" type="box" size=".2 .2 .1"/>
      <body name="arm" pos="0 0 .1">
        <joint name="hinge" axis="0 1 0" damping=".1"/>
        <geom name="rod" type="capsule" fromto="0 0 0 0 0 .5" size=".03"/>
      </body>
    </body>
  </worldbody>
  <actuator><motor joint="hinge" ctrlrange="-1 1"/></actuator>
</mujoco>`);

// 64 environments on all cores: write controls, step, read states
const sim = await BatchSim.create(model, { n: 64 });
const height = sim.bind('xpos'); // any field of Data, a row for each environment
for (let k = 0; k < 20; k++) {
  for (let e = 0; e < sim.n; e++) sim.ctrl[e] = Math.sin(0.1 * k + e);
  sim.stepAll(5);
}
console.log(sim.states.length / sim.stateSize, height.length);

// environments that differ: friction and masses, the same for the same seed on any machine
randomise(
  sim,
  { geom_friction: uniform(0.6, 1.2), body_mass: { distribution: logNormal(0, 0.1), mode: 'scale', of: 'arm' } },
  { seed: 1 },
);
sim.resetWhere(new Uint8Array(sim.n).fill(1));
sim.ctrl.fill(0.5);
sim.stepAll(50);
const [first, second] = [sim.states[7], sim.states[sim.stateSize + 7]]; // angles of the arm
console.log(first === second);

// one that fails is reported, and starts over in the next call; the others never notice
sim.states[3 * sim.stateSize] = Number.NaN;
const { errors, failed } = sim.stepAll();
console.log(failed, errors[3]?.code, sim.stepAll().failed);
await sim.close();

// trajectories from given states with given controls: mujoco.rollout
const { FULLPHYSICS } = enums.StateBit;
const initialState = new Float64Array(stateSize(model, FULLPHYSICS));
getState(model, makeData(model), initialState, FULLPHYSICS);
const control = Array.from({ length: 10 }, (_, row) => [[0.1 * row]]); // 10 rows of one step, repeated
const { state, nbatch, nstep } = await rollout(model, { initialState, control, nstep: 100 });
console.log(nbatch, nstep, state.length);
