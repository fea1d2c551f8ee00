import { collision } from '../collision/collision.ts';
import { isDiscrete } from '../constraint/end-of-step.ts';
import { island } from '../constraint/island.ts';
import { makeConstraint } from '../constraint/make.ts';
import { projectConstraint } from '../constraint/project.ts';
import { factorM } from '../inertia/factor.ts';
import { makeM } from '../inertia/mass-matrix.ts';
import { camlight } from '../kinematics/camlight.ts';
import { comPos } from '../kinematics/com.ts';
import { kinematics } from '../kinematics/kinematics.ts';
import { tendon } from '../kinematics/tendon.ts';
import { transmission } from '../kinematics/transmission.ts';
import { metricPosition } from '../metric/metric.ts';
import { ENBL_DIAGEXACT } from '../model/constants.ts';
import type { Data, Model } from '../model/kernel.ts';

/**
 * Poses, centres of mass, cameras and lights, tendons.
 *
 * @see mj_fwdKinematics
 */
export function fwdKinematics(m: Model, d: Data): void {
  kinematics(m, d);
  comPos(m, d);
  camlight(m, d);
  tendon(m, d);
}

/**
 * What inverse dynamics needs of the position: no islands, and the dual of the constraints only for their exact diagonal.
 *
 * @writes flg_energypos
 * @see mj_invPosition
 */
export function invPosition(m: Model, d: Data): void {
  d.flg_energypos = 0;
  fwdKinematics(m, d);
  makeM(m, d);
  factorM(m, d);
  collision(m, d);
  makeConstraint(m, d);
  if ((m.opt_enableflags & ENBL_DIAGEXACT) !== 0 && !isDiscrete(m)) projectConstraint(m, d);
  transmission(m, d);
  metricPosition(m, d);
}

/**
 * Everything that depends on the position only. Transmission comes late: adhesion needs the contacts. It also joins islands under the
 * discrete integrator, which projects the constraints when its metric is known.
 *
 * @writes flg_energypos
 * @see mj_fwdPosition
 */
export function fwdPosition(m: Model, d: Data): void {
  d.flg_energypos = 0;
  fwdKinematics(m, d);
  makeM(m, d);
  factorM(m, d);
  collision(m, d);
  makeConstraint(m, d);
  transmission(m, d);
  island(m, d);
  if (!isDiscrete(m)) projectConstraint(m, d);
  metricPosition(m, d);
}
