import { Cost, fit, Ilqg, inverseKinematics, lqr, Planner } from '@qpos/control';
import { loadModel, makeData, step } from 'qpos';

const pendulum = loadModel(`<mujoco>
  <option timestep="0.02" integrator="implicitfast"/>
  <worldbody>
    <body name="cart"><joint name="slide" type="slide" axis="1 0 0"/><geom size="0.1" mass="1" contype="0"/>
      <body name="pole"><joint name="hinge" axis="0 1 0" damping="0.01"/>
        <geom type="capsule" fromto="0 0 0 0 0 0.6" size="0.02" mass="0.1" contype="0"/><site name="tip" pos="0 0 0.6"/></body></body>
  </worldbody>
  <actuator><motor joint="slide" gear="10" ctrlrange="-1 1"/></actuator>
</mujoco>`);

// inverse kinematics: where must the joints be for the tip to be there?
const data = makeData(pendulum);
const { converged } = inverseKinematics(pendulum, data, [{ site: 'tip', position: [0.5, 0, 0.3] }]);
console.log(converged, data.site('tip').xpos);

// LQR: hold a state without training
const balanced = makeData(pendulum); // upright, at rest
const regulator = lqr(pendulum, balanced, { Q: [1, 10, 0.1, 0.1], R: 1 });
balanced.qpos[1] = 0.2;
for (let k = 0; k < 250; k++) {
  regulator.control(balanced, balanced.ctrl);
  step(pendulum, balanced);
}
console.log(balanced.qpos);

// a cost is a weighted sum of norms of what should be small
const cost = new Cost(
  [
    { name: 'upright', weight: 5 },
    { name: 'centre', weight: 1 },
    { name: 'still', dim: 2, weight: 0.1 },
    { name: 'effort', weight: 0.05 },
  ],
  (_, d, residual) => {
    residual[0] = 2 * Math.sin((d.qpos[1] ?? 0) / 2);
    residual.set(d.qpos.subarray(0, 1), 1);
    residual.set(d.qvel, 2);
    residual.set(d.ctrl, 4);
  },
);

// iLQG: the best motion from here, here a swing-up of two and a half seconds
const hanging = makeData(pendulum);
hanging.qpos[1] = Math.PI;
const swing = Float64Array.from({ length: 125 }, (_, k) => Math.cos(k / 12) / 2);
const trajectory = new Ilqg(pendulum, hanging, cost, { steps: 125, ctrl: swing });
trajectory.solve();
console.log(Math.cos(trajectory.states[125]?.qpos[1] ?? 0));

// a planner looks ahead again and again while the simulation runs
const planner = new Planner(pendulum, cost, { method: 'cem', horizon: 0.6, samples: 16, seed: 1 });
const planned = makeData(pendulum);
planned.qpos[1] = 0.3;
for (let k = 0; k < 150; k++) {
  if (k % 2 === 0) planner.update(planned);
  planner.control(planned, planned.ctrl);
  step(pendulum, planned);
}
console.log(Math.cos(planned.qpos[1] ?? 0));

// system identification: which damping did the recorded pendulum have?
const recording = { qpos: [0, 1], qvel: [0, 0], ctrl: new Float64Array(100), observed: [] as number[] };
const real = makeData(pendulum);
real.qpos[1] = 1;
for (let k = 0; k < 100; k++) {
  step(pendulum, real);
  recording.observed.push(...real.qpos);
}
const damping = {
  name: 'damping',
  initial: 0.1,
  min: 0,
  apply: (m: typeof pendulum, x: number) => m.dof_damping.fill(x, 1),
};
const { values } = fit(pendulum, [damping], [recording], { observe: (_, d, out) => out.set(d.qpos), observations: 2 });
console.log(values['damping']);
