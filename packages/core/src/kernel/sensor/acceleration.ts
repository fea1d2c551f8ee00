// @cold

import type { Data, Model } from '../model/classes.ts';
import { STAGE_ACC } from '../model/constants.ts';
import { sensorStage } from './stage.ts';

/**
 * Sensors that need accelerations or forces.
 *
 * @see mj_sensorAcc
 */
export function sensorAcc(m: Model, d: Data): void {
  sensorStage(m, d, STAGE_ACC);
}
