// @cold

import type { Data, Model } from '../model/classes.ts';
import { STAGE_POS } from '../model/constants.ts';
import { sensorStage } from './stage.ts';

/**
 * Sensors that depend on the position only.
 *
 * @see mj_sensorPos
 */
export function sensorPos(m: Model, d: Data): void {
  sensorStage(m, d, STAGE_POS);
}
