import { collision } from '../collision/collision.ts';
import { integratesDiscretely } from '../constraint/end-of-step.ts';
import { island } from '../constraint/island.ts';
import { makeConstraint } from '../constraint/make.ts';
import { projectConstraint } from '../constraint/project.ts';
import { flex } from '../flex/flex.ts';
import { factorM } from '../inertia/factor.ts';
import { makeM } from '../inertia/mass-matrix.ts';
import { camlight } from '../kinematics/camlight.ts';
import { comPos } from '../kinematics/com.ts';
import { kinematics } from '../kinematics/kinematics.ts';
import { tendon } from '../kinematics/tendon.ts';
import { transmission } from '../kinematics/transmission.ts';
import { metricPosition } from '../metric/metric.ts';
import type { Data, Model } from '../model/classes.ts';
import {
  ENBL_DIAGEXACT,
  TIMER_POS_COLLISION,
  TIMER_POS_INERTIA,
  TIMER_POS_KINEMATICS,
  TIMER_POS_MAKE,
  TIMER_POS_PROJECT,
} from '../model/constants.ts';
import { beginTimer, endTimer } from '../model/timers.ts';
import { updateSleep } from '../sleep/lists.ts';
import { wakeByTendon, wakeTouched } from '../sleep/wake.ts';
import { wakeByEquality } from '../sleep/wake-equality.ts';

/**
 * Poses, centres of mass, cameras and lights, flexes, tendons.
 *
 * @see mj_fwdKinematics
 */
export function fwdKinematics(m: Model, d: Data): void {
  kinematics(m, d);
  comPos(m, d);
  camlight(m, d);
  flex(m, d);
  tendon(m, d);
  if (wakeByTendon(m, d) > 0) updateSleep(m, d, false);
}

/** Contacts, after which what they join is awake together, as is what equality constraints join. */
function collideAwake(m: Model, d: Data): void {
  collision(m, d);
  if (wakeTouched(m, d) > 0) {
    updateSleep(m, d, false);
    collision(m, d);
  }
  if (wakeByEquality(m, d) > 0) updateSleep(m, d, false);
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
  transmission(m, d);
  metricPosition(m, d);
  if ((m.opt_enableflags & ENBL_DIAGEXACT) !== 0 && !integratesDiscretely(m)) projectConstraint(m, d);
}

/**
 * What depends on the position only, up to the inertia matrix.
 *
 * @writes flg_energypos
 */
export function fwdConfiguration(m: Model, d: Data): void {
  d.flg_energypos = 0;
  beginTimer(m, d, TIMER_POS_KINEMATICS);
  fwdKinematics(m, d);
  endTimer(m, d, TIMER_POS_KINEMATICS);
  beginTimer(m, d, TIMER_POS_INERTIA);
  makeM(m, d);
  factorM(m, d);
  endTimer(m, d, TIMER_POS_INERTIA);
}

/**
 * Contacts and constraints. Transmission comes late: adhesion needs the contacts. It also joins islands under the discrete integrator, which
 * projects the constraints when its metric is known; the others do so in the metric of M, not in that of an earlier discrete step.
 */
export function fwdContacts(m: Model, d: Data): void {
  beginTimer(m, d, TIMER_POS_COLLISION);
  collideAwake(m, d);
  endTimer(m, d, TIMER_POS_COLLISION);
  beginTimer(m, d, TIMER_POS_MAKE);
  makeConstraint(m, d);
  endTimer(m, d, TIMER_POS_MAKE);
  transmission(m, d);
  island(m, d);
  metricPosition(m, d);
  beginTimer(m, d, TIMER_POS_PROJECT);
  if (!integratesDiscretely(m)) projectConstraint(m, d);
  endTimer(m, d, TIMER_POS_PROJECT);
}

/**
 * Everything that depends on the position only.
 *
 * @see mj_fwdPosition
 */
export function fwdPosition(m: Model, d: Data): void {
  fwdConfiguration(m, d);
  fwdContacts(m, d);
}
