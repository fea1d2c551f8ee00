import { checkSettings } from '../../host/arguments.ts';
import { ArgumentError } from '../../host/errors/argument-error.ts';
import type { F64 } from '../../kernel/dialect.ts';
import { quat2Mat } from '../../kernel/math/quat.ts';
import { checkFinite, type Numbers } from './arguments.ts';

/** Where a shape is: at the origin and unturned by default. */
export interface Pose {
  /** Position of its origin. */
  readonly pos?: Numbers;
  /** Orientation as a quaternion (w, x, y, z) of any length. */
  readonly quat?: Numbers;
}

/** What of a geometry record has a pose. */
interface Placed {
  readonly pos: F64;
  readonly mat: F64;
}

const ORIGIN = [0, 0, 0];
const UNTURNED = [1, 0, 0, 0];
const unit = new Float64Array(4);

/** Puts a record where `pose` says. */
export function place(record: Placed, pose: Pose): void {
  checkSettings('a pose', pose);
  const { pos = ORIGIN, quat = UNTURNED } = pose;
  checkFinite('pos', pos, 3);
  checkFinite('quat', quat, 4);
  let square = 0;
  for (let k = 0; k < 4; k++) square += quat[k] * quat[k];
  const norm = Math.sqrt(square);
  if (!(norm > 0 && norm < Number.POSITIVE_INFINITY)) throw new ArgumentError('quat has no direction');
  for (let k = 0; k < 4; k++) unit[k] = quat[k] / norm;
  for (let k = 0; k < 3; k++) record.pos[k] = pos[k];
  quat2Mat(record.mat, 0, unit, 0);
}
