import { loadModel, type Model, makeData, nameToId, step } from 'qpos';
import loadMujoco from 'qpos/compat';

const xml = `
<mujoco>
  <worldbody>
    <geom name="floor" type="plane" size="2 2 .1"/>
    <body name="ball" pos="0 0 .5"><freejoint/><geom name="ball" size=".1"/></body>
  </worldbody>
</mujoco>`;

// first: change the import, keep the program
const mujoco = await loadMujoco(); // was: from '@mujoco/mujoco'
const official = mujoco.MjModel.from_xml_string(xml);
const before = new mujoco.MjData(official);
for (let k = 0; k < 300; k++) mujoco.mj_step(official, before);

// then: the same in the API of qpos, a function at a time
const model: Model = loadModel(xml);
const data = makeData(model);
step(model, data, 300); // one call, one crossing into WebAssembly

console.log(before.qpos[2] === data.qpos[2], nameToId(model, 'body', 'ball'));
const [first, second] = data.contact.geom; // the contacts as arrays, as long as there are contacts
console.log(data.ncon, model.geom(first ?? -1).name, model.geom(second ?? -1).name);
