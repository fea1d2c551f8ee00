// @cold

import type { Data, Model } from '../model/classes.ts';
import { STAGE_VEL } from '../model/constants.ts';
import { sensorStage } from './stage.ts';

/**
 * Sensors that depend on position and velocity only.
 *
 * @see mj_sensorVel
 */
export function sensorVel(m: Model, d: Data): void {
  sensorStage(m, d, STAGE_VEL);
}
