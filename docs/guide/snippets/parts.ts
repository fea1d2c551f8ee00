import * as parts from '@qpos/parts';
import { addGeom, addSite, compile, createSpec, forward, makeData, step } from 'qpos';

// a pendulum on a universal joint, with a servo on its first axis
const spec = createSpec();
const motor = parts.JointMotor.of('dynamixelMx28', { mode: 'position', kp: 30, kd: 1 });
const joint = parts.universalJoint({
  child: 'arm',
  parentAnchor: { pos: [0, 0, 1] },
  limits: [parts.JointLimits.symmetric(1.2), undefined],
  motor,
});
const arm = parts.addJoint(spec, joint);
addGeom(arm, { type: 'capsule', size: [0.02], fromto: [0, 0, 0, 0, 0, -0.5] });
addSite(arm, { name: 'tip', pos: [0, 0, -0.5] });

// a sensor at its tip with the errors of a data sheet
const model = compile(spec);
const data = makeData(model);
const imu = parts.attach(model, data, new parts.Imu({ ...parts.IMU_PRESETS.mpu6050, random: 1 }), 'tip');
data.ctrl[0] = 0.4;
step(model, data, 1500);
forward(model, data);
console.log(joint.transform(data.qpos).quat, data.body('arm').xquat); // the same
console.log(imu.read().values); // acceleration and angular velocity

// the same body without a Model
const ball = parts.makeBodyState({ pos: [0, 0, 10] });
new parts.BodyIntegrator(parts.sphereMass(1, 0.1), { method: 'rk4' }).step(ball, 0.01, 100);
console.log(ball.pose.pos[2]); // 10 − 9.81 / 2

// a thousand points at once
const cloud = parts.SimdVectors.from(Array.from({ length: 3000 }, (_, k) => Math.sin(k)));
console.log(cloud.get(parts.findMaxDot(cloud, [0, 0, 1]))[2]); // the highest
