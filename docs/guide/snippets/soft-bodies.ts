import {
  CapsuleChain,
  Cloth,
  Material,
  materials,
  SoftBody,
  SoftScene,
  xpbdPlugin,
  xpbdPresets,
} from '@qpos/parts/soft';
import { loadModel, makeData, step } from 'qpos';

const model = loadModel(`<mujoco>
  <option timestep="0.004"/>
  <worldbody>
    <geom type="plane" size="2 2 .1"/>
    <geom name="post" type="sphere" size=".15" pos="0 0 .5"/>
    <body name="ball" pos=".6 0 .5"><freejoint/><geom size=".08" mass=".5"/></body>
  </worldbody>
</mujoco>`);
const data = makeData(model);

// a cloth over the post, a block of jelly under the ball, a rope that hangs
const cloth = Cloth.grid({ count: [12, 12], spacing: 0.06, centre: [0, 0, 0.75], preset: 'silk', radius: 0.006 });
const jelly = SoftBody.box({
  size: [0.3, 0.3, 0.2],
  count: [7, 7, 5],
  centre: [0.6, 0, 0.11],
  material: new Material(materials.softTissue),
});
const rope = CapsuleChain.line({ from: [-0.6, 0, 1], to: [-0.6, 0.5, 1], count: 16 });
rope.pin(0);

// rigid and soft bodies move each other
const scene = new SoftScene(model, data, [cloth, jelly, rope], xpbdPresets.soft);
for (let k = 0; k < 250; k++) scene.step();
console.log(cloth.speed, data.body('ball').xpos[2], rope.positionAt(1)); // m/s, on the jelly, below the pin

// or in a model, where a flex gives the shape and is drawn
const draped = loadModel(
  `<mujoco>
  <extension>
    <plugin plugin="qpos.xpbd">
      <instance name="sheet">
        <config key="flex" value="sheet"/>
        <config key="vertices" value="81"/>
        <config key="preset" value="cotton"/>
        <config key="pin" value="0 8"/>
      </instance>
    </plugin>
  </extension>
  <worldbody>
    <flexcomp name="sheet" type="grid" dim="2" count="9 9 1" spacing=".05 .05 .05" pos="0 0 1" radius=".005" rigid="true">
      <contact contype="0" conaffinity="0"/>
    </flexcomp>
  </worldbody>
</mujoco>`,
  { plugins: [xpbdPlugin] },
);
const hanging = makeData(draped);
step(draped, hanging, 250);
console.log(hanging.flexvert_xpos[3 * 80 + 2]); // the height of the last corner
