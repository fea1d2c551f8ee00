import { referenceConstraint } from '../constraint/reference.ts';
import { bias } from '../inertia/bias.ts';
import { comVel } from '../kinematics/com-velocity.ts';
import { lengthVelocity } from '../kinematics/length-velocity.ts';
import { metricVelocity } from '../metric/metric.ts';
import type { Data, Model } from '../model/classes.ts';
import { passive } from '../passive/passive.ts';

/**
 * Everything that depends on position and velocity only.
 *
 * @writes flg_subtreevel flg_energyvel
 * @see mj_fwdVelocity
 */
export function fwdVelocity(m: Model, d: Data): void {
  d.flg_subtreevel = 0;
  d.flg_energyvel = 0;
  lengthVelocity(m, d);
  comVel(m, d);
  passive(m, d);
  referenceConstraint(m, d);
  bias(m, d);
  metricVelocity(m, d);
}
