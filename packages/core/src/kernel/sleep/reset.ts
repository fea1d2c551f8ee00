// @cold

import type { i32 } from '../dialect.ts';
import { camlight } from '../kinematics/camlight.ts';
import { comPos } from '../kinematics/com.ts';
import { kinematics } from '../kinematics/kinematics.ts';
import { tendon } from '../kinematics/tendon.ts';
import { zero } from '../math/linear/dense.ts';
import type { Data, Model } from '../model/classes.ts';
import { ENBL_SLEEP, SLEEP_INIT } from '../model/constants.ts';
import { forward } from '../pipeline/forward.ts';
import { fallAsleep } from './fall-asleep.ts';
import { updateSleep } from './lists.ts';
import { FULLY_AWAKE } from './wake.ts';

/**
 * The sleep state after a reset: everything awake but the trees that start asleep. With sleep enabled, what is static is
 * computed here, once. Returns the number of trees that should start asleep and cannot.
 *
 * @writes tree_asleep
 * @see mj_resetData
 */
export function resetSleep(m: Model, d: Data): i32 {
  for (let t = 0; t < m.ntree; t++) d.tree_asleep[t] = FULLY_AWAKE;
  let restless: i32 = 0;
  if ((m.opt_enableflags & ENBL_SLEEP) !== 0) {
    updateSleep(m, d, true);
    const sleepers = countSleepers(m);
    if (sleepers > 0) restless = sleepers - startAsleep(m, d);
    else staticPoses(m, d);
  }
  updateSleep(m, d, false);
  return restless;
}

function countSleepers(m: Model): i32 {
  let count: i32 = 0;
  for (let t = 0; t < m.ntree; t++) if (m.tree_sleep_policy[t] === SLEEP_INIT) count++;
  return count;
}

/** The parts of `fwdKinematics` that write numbers of static bodies. */
function staticPoses(m: Model, d: Data): void {
  kinematics(m, d);
  comPos(m, d);
  camlight(m, d);
  tendon(m, d);
}

/**
 * Puts the trees that start asleep to sleep, in the islands of the initial state. Returns how many fell asleep.
 *
 * @writes tree_asleep qacc_smooth qfrc_smooth ncon nefc nisland ne nf nl nidof
 */
function startAsleep(m: Model, d: Data): i32 {
  forward(m, d);
  for (let t = 0; t < m.ntree; t++) d.tree_asleep[t] = m.tree_sleep_policy[t] === SLEEP_INIT ? -1 : FULLY_AWAKE;
  const count = fallAsleep(m, d);
  zero(d.qacc_smooth, 0, m.nv);
  zero(d.qfrc_smooth, 0, m.nv);
  d.ncon = 0;
  d.nefc = 0;
  d.ne = 0;
  d.nf = 0;
  d.nl = 0;
  d.nisland = 0;
  d.nidof = 0;
  return count;
}
