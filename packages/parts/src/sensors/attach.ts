import {
  castRay,
  contactForce,
  type Data,
  enums,
  idToName,
  type Model,
  objectAcceleration,
  objectVelocity,
  rnePostConstraint,
} from '@qpos/core';
import { cross, mat2Quat, mulMatTVec3, mulMatVec3 } from '@qpos/core/math';
import { checkPair } from '../bodies/model-checks.ts';
import { PartsError } from '../errors.ts';
import { ForceTorqueSensor, type ForceTorqueTruth } from './force-torque.ts';
import { Imu, type ImuTruth } from './imu.ts';
import { Magnetometer } from './magnetometer.ts';
import { Rangefinder, type RayCaster } from './rangefinder.ts';
import type { Sensor, SensorReading } from './sensor.ts';
import { type TouchContact, TouchSensor } from './touch.ts';

/** A sensor at a site of a model. */
export interface AttachedSensor {
  /** The sensor. */
  readonly sensor: AnySensor;
  /** Index of the site. */
  readonly site: number;
  /**
   * What it says now. Needs `forward` or a step.
   *
   * @returns Name, time and values.
   */
  read(): SensorReading;
  /**
   * Writes what it says now into an observation.
   *
   * @param out Receives `sensor.size` numbers.
   * @param at Index of the first; 0 by default.
   */
  observe(out: Float64Array, at?: number): void;
}

/** A sensor that can be attached. */
export type AnySensor = Imu | ForceTorqueSensor | TouchSensor | Rangefinder | Magnetometer;

const { SITE } = enums.ObjType;

/**
 * Attaches a sensor to a site of a model: what there is to measure comes from the engine.
 *
 * @param model The model.
 * @param data Its Data.
 * @param sensor The sensor.
 * @param site Name or index of the site.
 * @returns The attached sensor.
 * @example
 * const imu = attach(model, data, new Imu(IMU_PRESETS.mpu6050), 'hand');
 * forward(model, data);
 * console.log(imu.read().values); // acceleration and angular velocity
 */
export function attach(model: Model, data: Data, sensor: AnySensor, site: string | number): AttachedSensor {
  checkPair(model, data);
  const s = model.site(site).id;
  const truth = truthOf(model, data, sensor, s);
  const any = sensor as Sensor<unknown>;
  return {
    sensor,
    site: s,
    read: () => any.read(truth(), data.time),
    observe: (out, at = 0) => any.observe(out, at, truth(), data.time),
  };
}

/** What a sensor at a site measures. */
function truthOf(model: Model, data: Data, sensor: AnySensor, site: number): () => unknown {
  if (sensor instanceof Imu) return () => motionAt(model, data, sensor, site);
  if (sensor instanceof ForceTorqueSensor) return () => wrenchAt(model, data, site);
  if (sensor instanceof TouchSensor) return () => contactsAt(model, data, site);
  if (sensor instanceof Rangefinder) return () => raysFrom(model, data, sensor, site);
  if (sensor instanceof Magnetometer) return () => mat2Quat(new Float64Array(4), frameOf(data, site).axes);
  throw new PartsError('bad-argument', 'sensor must be a sensor', { hint: 'make one by new Imu and the like' });
}

const frameOf = (data: Data, site: number): { origin: Float64Array; axes: Float64Array } => ({
  origin: data.site_xpos.subarray(3 * site, 3 * site + 3),
  axes: data.site_xmat.subarray(9 * site, 9 * site + 9),
});

function motionAt(model: Model, data: Data, imu: Imu, site: number): ImuTruth {
  const [velocity, acceleration] = [new Float64Array(6), new Float64Array(6)];
  rnePostConstraint(model, data);
  objectVelocity(model, data, SITE, site, velocity);
  objectAcceleration(model, data, SITE, site, acceleration);
  // the engine counts gravity as an upward acceleration, as an accelerometer feels it
  const gravity = imu.includeGravity ? imu.gravity : model.opt.gravity;
  return {
    quat: mat2Quat(new Float64Array(4), frameOf(data, site).axes),
    acceleration: acceleration.slice(3).map((a, k) => a + gravity[k]),
    angularVelocity: velocity.subarray(0, 3),
    angularAcceleration: acceleration.subarray(0, 3),
  };
}

/** Force and torque between the body of a site and its parent, at the site. */
function wrenchAt(model: Model, data: Data, site: number): ForceTorqueTruth {
  rnePostConstraint(model, data);
  const { origin, axes } = frameOf(data, site);
  const body = model.site_bodyid[site];
  const root = model.body_rootid[body];
  const [force, torque] = [
    data.cfrc_int.slice(6 * body + 3, 6 * body + 6),
    data.cfrc_int.slice(6 * body, 6 * body + 3),
  ];
  const arm = origin.map((x, k) => x - data.subtree_com[3 * root + k]);
  const moment = cross(arm, arm, force);
  for (let k = 0; k < 3; k++) torque[k] -= moment[k];
  return {
    force: mulMatTVec3(new Float64Array(3), axes, force),
    torque: mulMatTVec3(new Float64Array(3), axes, torque),
  };
}

/** Contacts of the body of a site, in the frame of the site. */
function contactsAt(model: Model, data: Data, site: number): TouchContact[] {
  const { origin, axes } = frameOf(data, site);
  const body = model.site_bodyid[site];
  const [contacts, wrench] = [[] as TouchContact[], new Float64Array(6)];
  for (let c = 0; c < data.ncon; c++) {
    const [g1, g2] = data.contact.geom.subarray(2 * c, 2 * c + 2);
    if (g1 < 0 || g2 < 0) continue; // of a flex
    const [b1, b2] = [model.geom_bodyid[g1], model.geom_bodyid[g2]];
    if ((b1 === body) === (b2 === body)) continue;
    contactForce(model, data, c, wrench);
    if (!(wrench[0] > 0)) continue;
    const sign = b2 === body ? 1 : -1;
    const normal = data.contact.frame.slice(9 * c, 9 * c + 3).map((x) => sign * x);
    const point = data.contact.pos.slice(3 * c, 3 * c + 3).map((x, k) => x - origin[k]);
    const other = b2 === body ? b1 : b2;
    contacts.push({
      point: mulMatTVec3(new Float64Array(3), axes, point),
      normal: mulMatTVec3(new Float64Array(3), axes, normal),
      force: wrench[0],
      body: other === 0 ? undefined : (idToName(model, 'body', other) ?? `body ${other}`),
    });
  }
  return contacts;
}

function raysFrom(model: Model, data: Data, sensor: Rangefinder, site: number): RayCaster {
  const { origin, axes } = frameOf(data, site);
  const bodyExclude = model.site_bodyid[site];
  const [start, ray] = [new Float64Array(3), new Float64Array(3)];
  return (point, along) => {
    mulMatVec3(start, axes, point);
    for (let k = 0; k < 3; k++) start[k] += origin[k];
    mulMatVec3(ray, axes, along);
    return castRay(model, data, start, ray, { bodyExclude, cutoff: sensor.maxRange }).distance;
  };
}
