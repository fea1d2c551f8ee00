import { makeData, resetDataKeyframe, step } from 'qpos';
import { loadModelFile } from 'qpos/node';

const model = loadModelFile('models/humanoid.xml'); // MJCF or URDF, with includes and assets beside the file
const data = makeData(model);
resetDataKeyframe(model, data, model.key('squat').id);

const knee = data.joint('right_knee').qpos; // a view: it follows the state
const motor = model.actuator('right_knee').ctrladr;
for (let k = 0; k < 400; k++) {
  data.ctrl[motor] = -0.4 * ((knee[0] as number) + 1.2); // push towards an angle
  step(model, data);
}
console.log(data.time, data.sensor('com').data, data.ncon);
