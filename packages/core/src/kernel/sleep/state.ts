// @cold

import type { i32 } from '../dialect.ts';
import type { Data, Model } from '../model/classes.ts';
import {
  ENBL_SLEEP,
  EQ_CONNECT,
  EQ_DISTANCE,
  EQ_JOINT,
  EQ_TENDON,
  EQ_WELD,
  OBJ_ACTUATOR,
  OBJ_BODY,
  OBJ_CAMERA,
  OBJ_FLEX,
  OBJ_GEOM,
  OBJ_JOINT,
  OBJ_SITE,
  OBJ_TENDON,
  OBJ_XBODY,
  S_ASLEEP,
  S_AWAKE,
  S_STATIC,
  TRN_BODY,
  TRN_JOINT,
  TRN_JOINTINPARENT,
  TRN_SITE,
  TRN_SLIDERCRANK,
  TRN_SO3,
  TRN_TENDON,
} from '../model/constants.ts';

/**
 * Whether some trees sleep. Stages then work on the lists of what is awake, and leave the numbers of the rest as they are:
 * `const b = filter ? body_awake_ind[k] : k`.
 *
 * @reads ntree_awake
 */
export function someAsleep(m: Model, d: Data): boolean {
  return (m.opt_enableflags & ENBL_SLEEP) !== 0 && d.ntree_awake < m.ntree;
}

/**
 * Sleep state (S_*) of the object `id` of a type (OBJ_*); types that cannot sleep are awake.
 *
 * @reads body_awake
 * @see mj_sleepState
 */
export function sleepState(m: Model, d: Data, type: i32, id: i32): i32 {
  switch (type) {
    case OBJ_BODY:
    case OBJ_XBODY:
      return d.body_awake[id];
    case OBJ_JOINT:
      return d.body_awake[m.jnt_bodyid[id]];
    case OBJ_GEOM:
      return d.body_awake[m.geom_bodyid[id]];
    case OBJ_SITE:
      return d.body_awake[m.site_bodyid[id]];
    case OBJ_CAMERA:
      return d.body_awake[m.cam_bodyid[id]];
    case OBJ_TENDON:
      return tendonState(m, d, id);
    case OBJ_ACTUATOR:
      return actuatorState(m, d, id);
    case OBJ_FLEX:
      return flexState(m, d, id);
    default:
      return S_AWAKE;
  }
}

/** A tendon sleeps if all its trees do; one that joins more than two trees is never put to sleep. @reads tree_awake */
export function tendonState(m: Model, d: Data, t: i32): i32 {
  const count = m.tendon_treenum[t];
  if (count === 0) return S_STATIC;
  if (count > 2) return S_AWAKE;
  for (let k = 0; k < count; k++) if (d.tree_awake[m.tendon_treeid[2 * t + k]] !== 0) return S_AWAKE;
  return S_ASLEEP;
}

/** Whether all trees that the tendon spans are asleep; a tendon of static bodies never is. */
export function tendonAsleep(m: Model, d: Data, t: i32): boolean {
  return tendonState(m, d, t) === S_ASLEEP;
}

function actuatorState(m: Model, d: Data, a: i32): i32 {
  const first = m.actuator_trnid[2 * a];
  const second = m.actuator_trnid[2 * a + 1];
  switch (m.actuator_trntype[a]) {
    case TRN_JOINT:
    case TRN_JOINTINPARENT:
      return d.body_awake[m.jnt_bodyid[first]];
    case TRN_TENDON:
      return tendonState(m, d, first);
    case TRN_SITE:
      return d.body_awake[m.site_bodyid[first]];
    case TRN_BODY:
      return d.body_awake[first];
    case TRN_SLIDERCRANK:
      return sitesState(m, d, first, second);
    case TRN_SO3:
      return second < 0 ? d.body_awake[m.jnt_bodyid[first]] : sitesState(m, d, first, second);
    default:
      return S_AWAKE;
  }
}

/** Whether what the actuator drives is asleep. */
export function actuatorAsleep(m: Model, d: Data, a: i32): boolean {
  return actuatorState(m, d, a) === S_ASLEEP;
}

function sitesState(m: Model, d: Data, first: i32, second: i32): i32 {
  const awake = d.body_awake[m.site_bodyid[first]] === S_AWAKE || d.body_awake[m.site_bodyid[second]] === S_AWAKE;
  return awake ? S_AWAKE : S_ASLEEP;
}

/** The bodies of a flex sleep and wake together: the first that moves speaks for all. */
function flexState(m: Model, d: Data, f: i32): i32 {
  const nodes = m.flex_interp[f] !== 0;
  const first: i32 = nodes ? m.flex_nodeadr[f] : m.flex_vertadr[f];
  const count: i32 = nodes ? m.flex_nodenum[f] : m.flex_vertnum[f];
  for (let k = first; k < first + count; k++) {
    const b: i32 = nodes ? m.flex_nodebodyid[k] : m.flex_vertbodyid[k];
    if (m.body_treeid[b] >= 0) return d.body_awake[b];
  }
  return S_STATIC;
}

/** Type (OBJ_*) of the objects of an equality constraint. */
function equalityObject(m: Model, e: i32): i32 {
  switch (m.eq_type[e]) {
    case EQ_CONNECT:
    case EQ_WELD:
      return m.eq_objtype[e];
    case EQ_JOINT:
      return OBJ_JOINT;
    case EQ_TENDON:
      return OBJ_TENDON;
    case EQ_DISTANCE:
      return OBJ_GEOM;
    default:
      return OBJ_FLEX;
  }
}

/** Whether an equality constraint has no awake object. */
export function equalityAsleep(m: Model, d: Data, e: i32): boolean {
  const type = equalityObject(m, e);
  const first = m.eq_obj1id[e];
  const second = m.eq_obj2id[e];
  if (first >= 0 && sleepState(m, d, type, first) === S_AWAKE) return false;
  return second < 0 || sleepState(m, d, type, second) !== S_AWAKE;
}
