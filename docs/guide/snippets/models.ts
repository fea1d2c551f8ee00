import {
  addActuator,
  addBody,
  addGeom,
  addJoint,
  type Body,
  compile,
  findElement,
  loadModel,
  ModelError,
  makeData,
  parseMjcf,
  recompile,
  step,
  type WorldBody,
  writeMjcf,
} from 'qpos';

// a table that is read, and an arm that code puts on it
const spec = parseMjcf('<mujoco><worldbody><geom name="table" type="box" size=".5 .5 .02"/></worldbody></mujoco>');
let parent: Body | WorldBody = spec.worldbody;
for (const [k, pos] of [
  [0, 0, 0.1],
  [0, 0, 0.3],
].entries()) {
  const link = addBody(parent, { name: `link${k}`, pos });
  addJoint(link, { name: `joint${k}`, axis: [0, 1, 0], damping: [0.5] });
  addGeom(link, { type: 'capsule', size: [0.02], fromto: [0, 0, 0, 0, 0, 0.3] });
  addActuator(spec, 'position', { name: `servo${k}`, joint: `joint${k}`, kp: 50 });
  parent = link;
}
const model = compile(spec);
const data = makeData(model);
data.actuator('servo0').ctrl = 0.5;
step(model, data, 1000);

// a load in its hand: the rest of the state is carried over
addGeom(findElement(spec, 'body', 'link1') as Body, { name: 'load', size: [0.03], pos: [0, 0, 0.3], mass: 1 });
const loaded = recompile(spec, model, data);
step(loaded.model, loaded.data, 1000);
console.log(data.joint('joint0').qpos[0], loaded.data.joint('joint0').qpos[0]);
console.log(writeMjcf(spec));

try {
  loadModel('<mujoco>\n  <worldbody><geom type="spere" size="1"/></worldbody></mujoco>', { file: 'ball.xml' });
} catch (error) {
  if (error instanceof ModelError) console.log(error.message, error.code, error.line, error.hint);
}
