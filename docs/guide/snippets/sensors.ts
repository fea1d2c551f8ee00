import { loadModel, makeData, readSensor, step } from 'qpos';

const model = loadModel(`
<mujoco>
  <worldbody>
    <geom name="floor" type="plane" size="2 2 .1"/>
    <body name="crate" pos="0 0 .3">
      <freejoint/>
      <geom type="box" size=".1 .1 .1" mass="2"/>
      <site name="imu"/>
      <site name="beam" euler="180 0 0"/>
    </body>
  </worldbody>
  <sensor>
    <accelerometer name="acc" site="imu"/>
    <rangefinder name="height" site="beam" data="dist normal"/>
    <contact name="load" body1="crate" data="found force" reduce="netforce"/>
    <framepos name="late" objtype="body" objname="crate" nsample="20" delay=".03" interp="linear"/>
  </sensor>
</mujoco>`);
const data = makeData(model);
step(model, data, 500);

console.log(data.sensor('acc').data); // gravity's reaction, in the frame of the site
console.log(data.sensor('height').data); // distance to the floor, then its normal
console.log(data.sensor('load').data); // number of contacts, then their sum of forces

const past = new Float64Array(3);
readSensor(model, data, model.sensor('late').id, data.time, past);
console.log(past); // where the crate was 0.03 s ago
