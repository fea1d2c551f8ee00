import { loadModel, makeData, step } from 'qpos';

const model = loadModel(`
<mujoco>
  <worldbody>
    <site name="hook" pos="-.2 0 .1"/>
    <body pos="0 0 0">
      <joint name="hinge" axis="0 1 0" damping=".1" range="-60 60" limited="true"/>
      <geom name="drum" type="cylinder" size=".08 .05" euler="90 0 0"/>
      <geom type="capsule" fromto="0 0 0 .4 0 0" size=".03"/>
      <site name="end" pos=".2 0 .05"/>
    </body>
  </worldbody>
  <tendon>
    <spatial name="cord">
      <site site="hook"/>
      <geom geom="drum"/>
      <site site="end"/>
    </spatial>
  </tendon>
  <actuator>
    <muscle name="pull" tendon="cord" force="100"/>
    <position name="servo" joint="hinge" kp="20" delay=".01" nsample="8" interp="linear"/>
  </actuator>
</mujoco>`);
const data = makeData(model);

data.ctrl.set([0.5, 0.2]);
step(model, data, 100);
console.log(data.ten_length[0], data.actuator_force[0], data.act[0]);
