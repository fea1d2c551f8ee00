import type { i32 } from '../dialect.ts';
import { ENBL_SLEEP, EQ_CONNECT, EQ_JOINT, EQ_TENDON, EQ_WELD, OBJ_SITE, S_AWAKE } from '../model/constants.ts';
import type { Data, Model } from '../model/kernel.ts';

/** Whether some trees sleep, so that their constraints are left out. */
export function someAsleep(m: Model, d: Data): boolean {
  return (m.opt_enableflags & ENBL_SLEEP) !== 0 && d.ntree_awake < m.ntree;
}

/** Whether an equality constraint has no awake object. */
export function equalityAsleep(m: Model, d: Data, e: i32): boolean {
  return !awakeObject(m, d, e, m.eq_obj1id[e]) && !awakeObject(m, d, e, m.eq_obj2id[e]);
}

function awakeObject(m: Model, d: Data, e: i32, id: i32): boolean {
  if (id < 0) return false;
  switch (m.eq_type[e]) {
    case EQ_CONNECT:
    case EQ_WELD:
      return d.body_awake[m.eq_objtype[e] === OBJ_SITE ? m.site_bodyid[id] : id] === S_AWAKE;
    case EQ_JOINT:
      return d.body_awake[m.jnt_bodyid[id]] === S_AWAKE;
    case EQ_TENDON:
      return tendonAwake(m, d, id);
    default:
      return true;
  }
}

function tendonAwake(m: Model, d: Data, t: i32): boolean {
  const count = m.tendon_treenum[t];
  if (count > 2) return true;
  for (let k = 0; k < count; k++) if (d.tree_awake[m.tendon_treeid[2 * t + k]] !== 0) return true;
  return false;
}
