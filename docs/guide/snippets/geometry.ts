import { loadModel, makeData, step } from 'qpos';
import {
  boxShape,
  castRay,
  cylinderShape,
  heightField,
  moveField,
  sampleField,
  shapeContacts,
  shapeDistance,
  shapeField,
  sphereShape,
  subtractFields,
  terrainHeight,
  timeOfImpact,
} from 'qpos/geometry';
import { fieldPlugin } from 'qpos/plugins';

// distances and contacts of two shapes, wherever they are
const brick = boxShape([0.1, 0.05, 0.03]);
const ball = sphereShape(0.04);
const apart = shapeDistance(brick, {}, ball, { pos: [0.3, 0, 0] });
console.log(apart?.distance, apart?.normal); // 0.16, along x
console.log(shapeContacts(brick, {}, brick, { pos: [0, 0, 0.059] }).length); // 4: two faces

// will a thrown ball hit a turning bar within the next second, and when?
const bar = boxShape([0.5, 0.02, 0.02]);
const hit = timeOfImpact(ball, { pos: [0.3, 2, 0], linear: [0, -4, 0] }, bar, { angular: [0, 0, 1] });
console.log(hit?.time);

// terrain without a model
const hill = heightField({ heights: [0, 0, 0, 0, 1, 0, 0, 0, 0], rows: 3, columns: 3, half: [2, 2], base: 0.1 });
console.log(terrainHeight(hill, 0, 0), castRay(hill, {}, [0, 0, 5], [0, 0, -1])?.distance); // 1 and 4

// a solid made of others, which a geom can have as its shape
const hole = moveField(shapeField(cylinderShape(0.03, 1)), { pos: [0.02, 0, 0] });
const washer = subtractFields(shapeField(cylinderShape(0.1, 0.02)), hole);
console.log(washer.distance([0.02, 0, 0])); // 0.03: in the hole
const model = loadModel(
  `<mujoco>
    <extension><plugin plugin="guide.washer"><instance name="washer"/></plugin></extension>
    <asset><mesh name="washer"><plugin instance="washer"/></mesh></asset>
    <worldbody>
      <geom type="plane" size="2 2 .1"/>
      <body pos="0 0 .2"><freejoint/><geom type="sdf" mesh="washer"><plugin instance="washer"/></geom></body>
    </worldbody>
  </mujoco>`,
  { plugins: [fieldPlugin('guide.washer', sampleField(washer, 0.005))] },
);
const data = makeData(model);
step(model, data, 500);
console.log(data.qpos[2]); // half its height
