import { forward, makeData } from '@qpos/core';
import { loadModel } from '@qpos/spec';
import * as sensors from '../../sensors/index.ts';
import type { Random } from '../random.ts';
import { type Calls, call, pick, quaternion, size, vector } from './call.ts';

const model = loadModel(`<mujoco><worldbody><geom type="plane" size="1 1 1"/>
  <body name="box" pos="0 0 0.1"><freejoint/><geom type="box" size="0.1 0.1 0.1"/><site name="mount"/></body></worldbody></mujoco>`);
const data = makeData(model);
forward(model, data);

const imuTruth = (r: Random): sensors.ImuTruth => ({
  quat: quaternion(r),
  acceleration: vector(r),
  angularVelocity: vector(r),
  angularAcceleration: vector(r),
});
const wrench = (r: Random): sensors.ForceTorqueTruth => ({ force: vector(r), torque: vector(r) });
const contact = (r: Random): sensors.TouchContact => ({
  point: vector(r),
  normal: quaternion(r).subarray(1),
  force: size(r),
});
const caster =
  (r: Random): sensors.RayCaster =>
  () =>
    pick(r, [size(r), Infinity, -1]);
const device = <T>(r: Random, presets: Readonly<Record<string, T>>): T => pick(r, Object.values(presets));

/** Calls of `@qpos/parts/sensors`. */
export const sensorsCalls: Calls = {
  allanDeviation: (r) => call(sensors.allanDeviation, r.numbers(50), 1 + Math.floor(r.number(0, 10))),
  attach: () =>
    call(
      (m, d, s, site) => sensors.attach(m, d, s, site).read(),
      model,
      data,
      new sensors.Imu(),
      'mount' as string | number,
    ),
  ForceTorqueSensor: (r) =>
    call((o) => new sensors.ForceTorqueSensor(o), device<sensors.ForceTorqueOptions>(r, sensors.FORCE_TORQUE_PRESETS)),
  'ForceTorqueSensor.ideal': (r) => call((t) => new sensors.ForceTorqueSensor().ideal(t), wrench(r)),
  'ForceTorqueSensor.read': (r) => {
    const sensor = new sensors.ForceTorqueSensor(device<sensors.ForceTorqueOptions>(r, sensors.FORCE_TORQUE_PRESETS));
    return call((t, time) => sensor.read(t, time), wrench(r), size(r));
  },
  Imu: (r) => call((o) => new sensors.Imu(o), device<sensors.ImuOptions>(r, sensors.IMU_PRESETS)),
  'Imu.ideal': (r) => call((t) => new sensors.Imu().ideal(t), imuTruth(r)),
  'Imu.read': (r) => {
    const sensor = new sensors.Imu(device<sensors.ImuOptions>(r, sensors.IMU_PRESETS));
    return call((t, time) => sensor.read(t, time), imuTruth(r), size(r));
  },
  'Imu.observe': (r) => {
    const [sensor, out] = [new sensors.Imu(), new Float64Array(9)];
    return call((o, at, t, time) => [sensor.observe(o, at, t, time), o], out, 2, imuTruth(r), size(r));
  },
  'Imu.reset': (r) => call((seed) => new sensors.Imu(sensors.IMU_PRESETS.bmi270).reset(seed), Math.floor(size(r))),
  'Imu.useRandom': (r) =>
    call((seed) => new sensors.Imu(sensors.IMU_PRESETS.bmi270).useRandom(seed), Math.floor(size(r))),
  Magnetometer: (r) =>
    call((o) => new sensors.Magnetometer(o), device<sensors.MagnetometerOptions>(r, sensors.MAGNETOMETER_PRESETS)),
  'Magnetometer.fieldAt': (r) => call(sensors.Magnetometer.fieldAt, r.number(-3, 3), r.number(-1.5, 1.5), size(r)),
  'Magnetometer.heading': (r) => call(sensors.Magnetometer.heading, vector(r)),
  'Magnetometer.ideal': (r) => call((t) => new sensors.Magnetometer().ideal(t), quaternion(r)),
  'Magnetometer.read': (r) => {
    const sensor = new sensors.Magnetometer(device<sensors.MagnetometerOptions>(r, sensors.MAGNETOMETER_PRESETS));
    return call((t, time) => sensor.read(t, time), quaternion(r), size(r));
  },
  SensorObservation: () =>
    call((p) => new sensors.SensorObservation(p), [{ sensor: new sensors.Imu(), site: 'mount' }]),
  'SensorObservation.reset': (r) => {
    const senses = new sensors.SensorObservation([
      { sensor: new sensors.Imu(sensors.IMU_PRESETS.bmi270), site: 'mount' },
    ]);
    return call((seed) => senses.reset(seed), Math.floor(size(r)));
  },
  'SensorObservation.observe': () => {
    const senses = new sensors.SensorObservation([{ sensor: new sensors.Imu(), site: 'mount' }]);
    return call((scene, out, at) => [senses.observe(scene, out, at), out], { model, data }, new Float64Array(8), 1);
  },
  Rangefinder: (r) =>
    call((o) => new sensors.Rangefinder(o), device<sensors.RangefinderOptions>(r, sensors.RANGEFINDER_PRESETS)),
  'Rangefinder.ideal': (r) => call((t) => new sensors.Rangefinder().ideal(t), caster(r)),
  'Rangefinder.read': (r) => {
    const sensor = new sensors.Rangefinder(device<sensors.RangefinderOptions>(r, sensors.RANGEFINDER_PRESETS));
    return call((t, time) => sensor.read(t, time), caster(r), size(r));
  },
  TouchSensor: (r) => call((o) => new sensors.TouchSensor(o), device<sensors.TouchOptions>(r, sensors.TOUCH_PRESETS)),
  'TouchSensor.ideal': (r) => call((t) => new sensors.TouchSensor().ideal(t), [contact(r), contact(r)]),
  'TouchSensor.read': (r) => {
    const sensor = new sensors.TouchSensor(device<sensors.TouchOptions>(r, sensors.TOUCH_PRESETS));
    return call((t, time) => sensor.read(t, time), [contact(r), contact(r)], size(r));
  },
};
