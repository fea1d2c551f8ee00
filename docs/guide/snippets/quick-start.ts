import { loadModel, makeData, step } from 'qpos';

const model = loadModel(`
<mujoco>
  <worldbody>
    <body name="pole" pos="0 0 1">
      <joint name="hinge" axis="0 1 0"/>
      <geom type="capsule" size=".02" fromto="0 0 0 0 0 -.5"/>
    </body>
  </worldbody>
</mujoco>`);
const data = makeData(model);
data.qpos[0] = 1; // every field is a typed array with MuJoCo's name
step(model, data, 500); // one second
console.log(data.time, data.joint('hinge').qpos, data.body('pole').xpos);
