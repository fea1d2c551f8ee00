import { enums, loadModel, type Model, makeData, step } from 'qpos';

// World, RigidBodyDesc, ColliderDesc: one text describes the whole scene
const model: Model = loadModel(`
<mujoco>
  <option timestep="0.005" gravity="0 0 -9.81"/>
  <worldbody>
    <geom name="ground" type="plane" size="10 10 .1"/>
    <body name="crate" pos="0 0 2">
      <freejoint/>
      <geom type="box" size=".5 .5 .5" density="500" friction=".8 .005 .0001"/>
    </body>
    <body name="door" pos="3 0 1.1">
      <joint name="hinge" axis="0 0 1" range="-90 90" damping="1"/>
      <geom type="box" size=".5 .05 1" pos=".5 0 0" mass="10"/>
    </body>
  </worldbody>
  <actuator><position name="opener" joint="hinge" kp="200" kv="40"/></actuator>
</mujoco>`);
const data = makeData(model);

// RevoluteImpulseJoint.configureMotorPosition
data.actuator('opener').ctrl = 1;
// RigidBody.addForce, addTorque: at the centre of mass, in the world frame
data.body('crate').xfrc_applied.set([50, 0, 0, 0, 0, 0]);
step(model, data, 20); // world.step(), twenty times
data.body('crate').xfrc_applied.fill(0);
step(model, data, 380);

// RigidBody.translation(), rotation(), linvel()
const { xpos, xquat } = data.body('crate');
console.log(xpos, xquat, data.qvel.subarray(0, 3));
// ImpulseJoint angle, World.contactPairsWith
console.log(data.joint('hinge').qpos[0], data.ncon, model.jnt_type[0] === enums.JointType.FREE);
