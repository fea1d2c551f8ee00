import type { F64, i32 } from '../dialect.ts';
import { STAGE_POS, STAGE_VEL } from '../model/constants.ts';
import type { Data, Model } from '../model/kernel.ts';
import { accelerationSensor } from './acceleration/compute.ts';
import { applyCutoff } from './cutoff.ts';
import { positionSensor } from './position/compute.ts';
import { velocitySensor } from './velocity/compute.ts';

/** res (sensor_dim) = what sensor `s` measures now, its cutoff applied. */
export function computeSensor(m: Model, d: Data, s: i32, res: F64, r: i32): void {
  const stage = m.sensor_needstage[s];
  if (stage === STAGE_POS) positionSensor(m, d, s, res, r);
  else if (stage === STAGE_VEL) velocitySensor(m, d, s, res, r);
  else accelerationSensor(m, d, s, res, r);
  applyCutoff(m, s, res, r);
}
