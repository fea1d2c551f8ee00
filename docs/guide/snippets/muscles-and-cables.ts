import { applyTension, Cable, cableOf, capstan, followModel, PulleySystem, Route } from '@qpos/parts/cables';
import {
  antagonists,
  constantArm,
  HillMuscle,
  hillPlugin,
  JointMuscle,
  MuscleGroup,
  musclePresets,
} from '@qpos/parts/muscles';
import { forward, loadModel, makeData, step } from 'qpos';

// a muscle alone, at a fixed length: its tendon stretches while the fibres shorten
const biceps = new HillMuscle({ ...musclePresets.biceps, elastic: true });
const length = biceps.slackLength + 1.2 * biceps.optimalLength;
biceps.reset(length);
for (let k = 0; k < 500; k++) biceps.step(1, length, 0, 0.001);
console.log(biceps.force, biceps.fiberLength); // newtons, metres

// antagonists at an elbow
const elbow = new MuscleGroup(
  [
    new JointMuscle(new HillMuscle(musclePresets.biceps), [constantArm(0.04)], 0.38),
    new JointMuscle(new HillMuscle(musclePresets.triceps), [constantArm(-0.022)], 0.23),
  ],
  1,
);
elbow.reset([0]);
for (let k = 0; k < 100; k++) elbow.step(antagonists([0, 0], 0.5, 0.1), [0], [0], 0.002);
console.log(elbow.torques[0]); // newton metres, flexing

// a muscle as an actuator of a model
const arm = loadModel(
  `<mujoco>
  <extension><plugin plugin="qpos.hill"/></extension>
  <worldbody>
    <body name="forearm" pos="0 0 1"><joint name="elbow" axis="0 -1 0" damping=".2"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/></body>
  </worldbody>
  <tendon><fixed name="biceps"><joint joint="elbow" coef="-.04"/></fixed></tendon>
  <actuator>
    <plugin tendon="biceps" plugin="qpos.hill" actdim="1" lengthrange="0 1">
      <config key="preset" value="biceps"/>
      <config key="optimallength" value=".1"/>
      <config key="slacklength" value=".0001"/>
    </plugin>
  </actuator>
</mujoco>`,
  { plugins: [hillPlugin] },
);
const state = makeData(arm);
state.qpos[0] = -1.2;
state.ctrl[0] = 1;
step(arm, state, 200);
console.log(state.act[0], state.actuator_force[0]); // activation, and the pull

// a cable around a pulley of the forearm, with friction
const route = new Route([
  { point: [-0.2, 0, 1.2] },
  { cylinder: 0.04, quat: [1, 1, 0, 0], pos: [0, 0, 1] },
  { point: [0.2, 0, 0.05], frame: arm.body('forearm').id },
]);
forward(arm, state);
const wire = new Cable(cableOf('steel', 0.001, 0.3));
const pull = wire.tension(followModel(arm, state, route), 0);
applyTension(arm, state, route, pull, state.qfrc_applied);
console.log(route.length, pull, capstan(pull, 0.1, route.angle)); // metres, newtons, newtons at the other end
console.log(PulleySystem.blockAndTackle(4).lift(100)); // 390 N
