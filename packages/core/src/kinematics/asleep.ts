import type { i32 } from '../dialect.ts';
import { ENBL_SLEEP, S_ASLEEP, S_AWAKE, TRN_BODY, TRN_SITE, TRN_SLIDERCRANK, TRN_TENDON } from '../model/constants.ts';
import type { Data, Model } from '../model/kernel.ts';

/** Whether some trees sleep, so that their tendons and actuators are left as they are. @reads ntree_awake */
export function someAsleep(m: Model, d: Data): boolean {
  return (m.opt_enableflags & ENBL_SLEEP) !== 0 && d.ntree_awake < m.ntree;
}

/** Whether all trees that the tendon spans are asleep; a tendon of static bodies never is. */
export function tendonAsleep(m: Model, d: Data, t: i32): boolean {
  const count = m.tendon_treenum[t];
  if (count === 0 || count > 2) return false;
  for (let k = 0; k < count; k++) if (d.tree_awake[m.tendon_treeid[2 * t + k]] !== 0) return false;
  return true;
}

/**
 * Whether what the actuator drives is asleep.
 *
 * @reads body_awake tree_awake
 */
export function actuatorAsleep(m: Model, d: Data, a: i32): boolean {
  const id = m.actuator_trnid[2 * a];
  const other = m.actuator_trnid[2 * a + 1];
  switch (m.actuator_trntype[a]) {
    case TRN_TENDON:
      return tendonAsleep(m, d, id);
    case TRN_SITE:
      return d.body_awake[m.site_bodyid[id]] === S_ASLEEP;
    case TRN_BODY:
      return d.body_awake[id] === S_ASLEEP;
    case TRN_SLIDERCRANK:
      return sitesAsleep(m, d, id, other);
    default:
      if (other >= 0) return sitesAsleep(m, d, id, other);
      return d.body_awake[m.jnt_bodyid[id]] === S_ASLEEP;
  }
}

/** Whether neither of two sites is on an awake body. */
function sitesAsleep(m: Model, d: Data, s1: i32, s2: i32): boolean {
  return d.body_awake[m.site_bodyid[s1]] !== S_AWAKE && d.body_awake[m.site_bodyid[s2]] !== S_AWAKE;
}
