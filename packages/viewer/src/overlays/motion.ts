import { enums } from '@qpos/core';
import type { Overlay } from './frame.ts';

const SECONDS = 0.1; // of motion that the arrow of a velocity shows
const rgba = [0.2, 0.75, 0.95];
const velocity = new Float64Array(3);

/** Velocities of the centres of mass of bodies: how far each goes in a tenth of a second. */
export function drawVelocities({ model: m, data: d, draw, scale }: Overlay): void {
  for (let b = 1; b < m.nbody; b++) {
    if (!(m.body_mass[b] > 0)) continue;
    const [w, r] = [6 * b, 3 * m.body_rootid[b]];
    const [x, y, z] = [0, 1, 2].map((k) => d.xipos[3 * b + k] - d.subtree_com[r + k]) as [number, number, number];
    velocity[0] = d.cvel[w + 3] + d.cvel[w + 1] * z - d.cvel[w + 2] * y;
    velocity[1] = d.cvel[w + 4] + d.cvel[w + 2] * x - d.cvel[w] * z;
    velocity[2] = d.cvel[w + 5] + d.cvel[w] * y - d.cvel[w + 1] * x;
    draw.arrow(d.xipos, 3 * b, velocity, 0, SECONDS, scale * m.vis.scale.forcewidth, rgba);
  }
}

const { SensorType, ObjType } = enums;
/** Sensors at sites whose three numbers are a vector of the site's frame. */
const vectors: readonly number[] = [
  SensorType.ACCELEROMETER,
  SensorType.VELOCIMETER,
  SensorType.GYRO,
  SensorType.FORCE,
  SensorType.TORQUE,
  SensorType.MAGNETOMETER,
];
const sensorColor = [0.95, 0.6, 0.15];
const reading = new Float64Array(3);

/** Sensors at sites: a ball where they are, and what they read, if that is a vector, as an arrow. */
export function drawSensors({ model: m, data: d, draw, scale }: Overlay): void {
  for (let s = 0; s < m.nsensor; s++) {
    if (m.sensor_objtype[s] !== ObjType.SITE) continue;
    const site = m.sensor_objid[s];
    draw.sphere(d.site_xpos, 3 * site, 0.3 * scale * m.vis.scale.com, sensorColor);
    if (!vectors.includes(m.sensor_type[s])) continue;
    const value = d.sensordata.subarray(m.sensor_adr[s], m.sensor_adr[s] + 3);
    const size = Math.hypot(value[0], value[1], value[2]);
    if (!(size > 0)) continue;
    for (let k = 0; k < 3; k++) {
      reading[k] = 0;
      for (let a = 0; a < 3; a++) reading[k] += (d.site_xmat[9 * site + 3 * k + a] * value[a]) / size;
    }
    // the length grows slowly with the reading, whose unit depends on the sensor
    const length = scale * m.vis.scale.framelength * Math.log1p(size);
    draw.arrow(d.site_xpos, 3 * site, reading, 0, length, scale * m.vis.scale.framewidth, sensorColor);
  }
}
