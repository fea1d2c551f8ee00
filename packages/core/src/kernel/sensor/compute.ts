// @cold

import type { F64, i32 } from '../dialect.ts';
import type { Data, Model } from '../model/classes.ts';
import { applyCutoff } from './cutoff.ts';
import { takeReading } from './generated/readings.ts';

/** res (sensor_dim) = what sensor `s` measures now, its cutoff applied. */
export function computeSensor(m: Model, d: Data, s: i32, res: F64, r: i32): void {
  takeReading(m, d, s, res, r);
  applyCutoff(m, s, res, r);
}
