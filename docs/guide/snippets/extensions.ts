import { enums, loadModel, ModelError, makeData, step } from 'qpos';

// a ball on an elastic string: a constraint that MuJoCo does not have
const text = `
<mujoco>
  <option integrator="implicitspringdamper" default_eq_stiffness="400" default_eq_damping="40"/>
  <worldbody>
    <geom name="hook" size=".05" pos="0 0 2"/>
    <body name="ball" pos="0 0 1"><freejoint/><geom name="ball" size=".1"/></body>
  </worldbody>
  <equality><distance geom1="hook" geom2="ball" distance=".8"/></equality>
</mujoco>`;

// without the option, the model is refused as MuJoCo refuses it
try {
  loadModel(text);
} catch (error) {
  if (!(error instanceof ModelError)) throw error;
  console.log(error.code, error.hint);
}

const model = loadModel(text, { extensions: true });
const data = makeData(model);
step(model, data, 2000);
console.log((model.extensionFlags & enums.Extension.DISTANCE) !== 0, data.body('ball').xpos[2]);
