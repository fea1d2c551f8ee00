import { bitsMeet, bodyCollides } from '../../collision/filter.ts';
import { isUnbounded } from '../../collision/sweep.ts';
import type { i32 } from '../../dialect.ts';
import type { Data, Model } from '../../model/classes.ts';
import { DSBL_MIDPHASE, ENBL_SLEEP, GEOM_PLANE, GEOM_SDF, S_ASLEEP, S_AWAKE, S_STATIC } from '../../model/constants.ts';
import { areSheets, isSheet, sheetMeetsGeom } from '../ipc/sheets.ts';
import { collideElements } from './elements.ts';
import { listFound } from './found.ts';
import { collideGeomElement } from './geom-element.ts';
import { collideInternal } from './internal.ts';
import { collidePlaneFlex } from './plane.ts';
import { collideSdfFlex } from './sdf.ts';
import { collideSelf } from './self.ts';
import { collideBodyTree, collideFlexTrees } from './tree.ts';

/** Whether some bodies are asleep. @reads nbody_awake */
function someAsleep(m: Model, d: Data): boolean {
  return (m.opt_enableflags & ENBL_SLEEP) !== 0 && d.nbody_awake < m.nbody;
}

/** Whether a flex is awake, asleep or immovable: like the first of its bodies that moves, with which the others wake and sleep. @reads body_awake */
function flexState(m: Model, d: Data, f: i32): i32 {
  const interpolated = m.flex_interp[f] !== 0;
  const first = interpolated ? m.flex_nodeadr[f] : m.flex_vertadr[f];
  const n = interpolated ? m.flex_nodenum[f] : m.flex_vertnum[f];
  for (let k = first; k < first + n; k++) {
    const b = interpolated ? m.flex_nodebodyid[k] : m.flex_vertbodyid[k];
    if (m.body_treeid[b] >= 0) return d.body_awake[b];
  }
  return S_STATIC;
}

/** Whether a sleeping flex keeps its contacts with body b from being looked for. @reads body_awake */
function isAsleep(m: Model, d: Data, b: i32, f: i32): boolean {
  if (!someAsleep(m, d)) return false;
  const state = flexState(m, d, f);
  if (isUnbounded(m, b)) return state === S_ASLEEP;
  return state !== S_AWAKE && (d.body_awake[b] !== S_AWAKE || m.body_treeid[b] < 0);
}

function usesTrees(m: Model, tree1: i32, tree2: i32): boolean {
  return (m.opt_disableflags & DSBL_MIDPHASE) === 0 && tree1 >= 0 && tree2 >= 0;
}

/** Contacts of a body with a flex through their trees: planes of bodies that cannot move first, then signed distance fields, then the rest. */
function collideTrees(m: Model, d: Data, b: i32, f: i32): void {
  const first = m.body_geomadr[b];
  const end = first + m.body_geomnum[b];
  if (m.body_dofnum[m.body_weldid[b]] === 0)
    for (let g = first; g < end; g++)
      if (m.geom_type[g] === GEOM_PLANE && !sheetMeetsGeom(m, f, g)) collidePlaneFlex(m, d, g, f);
  for (let g = first; g < end; g++) if (m.geom_type[g] === GEOM_SDF) collideSdfFlex(m, d, g, f);
  collideBodyTree(m, d, b, f);
  listFound(m, d, true);
}

/** Contacts of each geom of a body with all elements of a flex. */
function collideGeoms(m: Model, d: Data, b: i32, f: i32): void {
  const first = m.body_geomadr[b];
  for (let g = first; g < first + m.body_geomnum[b]; g++) {
    if (!bitsMeet(m.geom_contype[g], m.geom_conaffinity[g], m.flex_contype[f], m.flex_conaffinity[f])) continue;
    if (sheetMeetsGeom(m, f, g)) continue;
    if (m.geom_type[g] === GEOM_PLANE) collidePlaneFlex(m, d, g, f);
    else if (m.geom_type[g] === GEOM_SDF) collideSdfFlex(m, d, g, f);
    else for (let e = 0; e < m.flex_elemnum[f]; e++) collideGeomElement(m, d, g, f, e);
    listFound(m, d, false);
  }
}

/**
 * Contacts of the geoms of body b with all flexes.
 *
 * @reads geom_xpos geom_xmat xipos ximat flexvert_xpos flexelem_aabb bvh_aabb_dyn body_awake
 * @writes nfound
 */
export function collideBody(m: Model, d: Data, b: i32): void {
  if (!bodyCollides(m, b)) return;
  d.nfound = 0;
  for (let f = 0; f < m.nflex; f++) {
    if (!bitsMeet(m.body_contype[b], m.body_conaffinity[b], m.flex_contype[f], m.flex_conaffinity[f])) continue;
    if (isAsleep(m, d, b, f)) continue;
    if (usesTrees(m, m.body_bvhadr[b], m.flex_bvhadr[f])) collideTrees(m, d, b, f);
    else collideGeoms(m, d, b, f);
  }
}

/** Contacts of the elements of two flexes. */
function collideFlexes(m: Model, d: Data, f1: i32, f2: i32): void {
  const trees = usesTrees(m, m.flex_bvhadr[f1], m.flex_bvhadr[f2]);
  if (trees) collideFlexTrees(m, d, f1, f2);
  else
    for (let e1 = 0; e1 < m.flex_elemnum[f1]; e1++)
      for (let e2 = 0; e2 < m.flex_elemnum[f2]; e2++) collideElements(m, d, f1, e1, f2, e2);
  listFound(m, d, trees);
}

/** Contacts of a flex with itself. */
function collideWithSelf(m: Model, d: Data, f: i32): void {
  if (isSheet(m, f) || m.flex_rigid[f] !== 0 || (m.flex_contype[f] & m.flex_conaffinity[f]) === 0) return;
  if (someAsleep(m, d) && flexState(m, d, f) === S_ASLEEP) return;
  if (m.flex_internal[f] !== 0) collideInternal(m, d, f);
  listFound(m, d, false);
  collideSelf(m, d, f);
  listFound(m, d, false);
}

/**
 * Contacts of the flexes with each other, then of each with itself.
 *
 * @reads flexvert_xpos flexelem_aabb bvh_aabb_dyn body_awake
 * @writes nfound
 */
export function collideAllFlexes(m: Model, d: Data): void {
  d.nfound = 0;
  for (let f1 = 0; f1 < m.nflex; f1++) {
    for (let f2 = f1 + 1; f2 < m.nflex; f2++) {
      if (!bitsMeet(m.flex_contype[f1], m.flex_conaffinity[f1], m.flex_contype[f2], m.flex_conaffinity[f2])) continue;
      if (areSheets(m, f1, f2)) continue;
      if (someAsleep(m, d) && flexState(m, d, f1) !== S_AWAKE && flexState(m, d, f2) !== S_AWAKE) continue;
      collideFlexes(m, d, f1, f2);
    }
  }
  for (let f = 0; f < m.nflex; f++) collideWithSelf(m, d, f);
}
