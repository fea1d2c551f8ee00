// @cold

/**
 * The pairs that take part in a step: those that came close at first, and those that the motion then meets, until they have been
 * idle for long. From step to step only vertices remember: the greatest multiplier of their pairs, and how long they have been idle.
 */
import { type f64, type I32, type i32, imul, scratchI32 } from '../../dialect.ts';
import { fill, zeroI } from '../../math/linear/dense.ts';
import { max, min } from '../../math/scalar.ts';
import { COUNT_NIPCSLOT, type Data, type Model } from '../../model/classes.ts';
import { reserve } from '../../model/reserve.ts';
import { NEVER } from './impact.ts';
import { clearance, movePair, vertexCount, vertexOf } from './pairs.ts';
import { isSheet } from './sheets.ts';

/** Updates after which an idle pair goes: one that was never loaded, and one that was. */
const FRESH_LIFE: i32 = 25;
const LOADED_LIFE: i32 = 44;

/** Updates after which a load does not count as recent any more. */
const RECENT: i32 = 5;

/** Stiffness that an idle pair keeps from update to update. */
const DECAY: f64 = 0.9;

/** Times that are equal. */
const SAME_TIME: f64 = 1e-12;

const corners1 = scratchI32(4); // of a pair, increasing
const corners2 = scratchI32(4);

/** An age, one update later: what is loaded starts over, from below zero if it was loaded just before. */
function nextAge(age: i32, loaded: boolean): i32 {
  if (loaded) return age === 0 || age > RECENT ? 0 : -1;
  return age >= 0 ? age + 1 : age - 1;
}

/** Stiffness of pair `p`, less while it is idle. @reads ipcStiffness ipcAge */
export function presentStiffness(d: Data, p: i32): f64 {
  const age = d.ipcAge[p];
  const idle = age >= 0 ? age : -age - RECENT - 1;
  let s = d.ipcStiffness[p];
  for (let k = 0; k < idle; k++) s *= DECAY;
  return s;
}

/** Multiplier and age of pair `p`, by those of its vertices. @reads flexvert_lambda flexvert_conage @writes ipcLambda ipcAge */
function recall(d: Data, p: i32): void {
  let lambda: f64 = 0;
  let age = d.flexvert_conage[vertexOf(d, p, 0)];
  for (let q = 0; q < vertexCount(d.ipcKind[p]); q++) {
    const v = vertexOf(d, p, q);
    lambda = max(lambda, d.flexvert_lambda[v]);
    if (d.flexvert_conage[v] < age) age = d.flexvert_conage[v];
  }
  d.ipcLambda[p] = lambda;
  d.ipcAge[p] = age;
}

/** Starts the set with all pairs listed. @reads nipcpair */
export function startSet(d: Data): void {
  for (let p = 0; p < d.nipcpair; p++) recall(d, p);
}

/**
 * Moves the multipliers of the pairs by what the iterate leaves of their forces, and lets pairs and vertices age.
 *
 * @reads nipcpair ipcStiffness ipcPos
 * @writes ipcLambda ipcAge flexvert_lambda flexvert_conage
 */
export function updateMultipliers(m: Model, d: Data): void {
  for (let p = 0; p < d.nipcpair; p++) {
    const above = clearance(d, p, d.ipcPos);
    const idle = above - d.ipcLambda[p] / d.ipcStiffness[p] > 0;
    d.ipcLambda[p] = idle ? 0.0 : d.ipcLambda[p] - above * d.ipcStiffness[p];
    d.ipcAge[p] = nextAge(d.ipcAge[p], !idle);
  }
  for (let f = 0; f < m.nflex; f++) if (isSheet(m, f)) fill(d.flexvert_lambda, m.flex_vertadr[f], 0, m.flex_vertnum[f]);
  for (let p = 0; p < d.nipcpair; p++) {
    for (let q = 0; q < vertexCount(d.ipcKind[p]); q++) {
      const v = vertexOf(d, p, q);
      d.flexvert_lambda[v] = max(d.flexvert_lambda[v], d.ipcLambda[p]);
    }
  }
  for (let f = 0; f < m.nflex; f++) {
    if (!isSheet(m, f)) continue;
    const first = m.flex_vertadr[f];
    for (let v = first; v < first + m.flex_vertnum[f]; v++)
      d.flexvert_conage[v] = nextAge(d.flexvert_conage[v], d.flexvert_lambda[v] > 0);
  }
}

/**
 * Marks the pairs from `first` on that join the set: those that touch, and of those that will meet each that is the first for one of its vertices.
 * What sweeps over several layers meets the nearest.
 *
 * @reads nipcpair ipcMeets ipcGap
 * @writes ipcTaken ipcEarliest
 */
export function chooseJoining(m: Model, d: Data, first: i32): void {
  const earliest = d.ipcEarliest;
  fill(earliest, 0, NEVER, m.nflexvert);
  for (let p = first; p < d.nipcpair; p++) {
    for (let q = 0; q < vertexCount(d.ipcKind[p]); q++) {
      const v = vertexOf(d, p, q);
      earliest[v] = min(earliest[v], d.ipcMeets[p]);
    }
  }
  for (let p = first; p < d.nipcpair; p++) {
    let joins: i32 = d.ipcGap[p] <= 0 ? 1 : 0;
    if (d.ipcMeets[p] < NEVER)
      for (let q = 0; q < vertexCount(d.ipcKind[p]); q++)
        if (d.ipcMeets[p] <= earliest[vertexOf(d, p, q)] + SAME_TIME) joins = 1;
    d.ipcTaken[p] = joins;
  }
}

/** res = the corners of pair `p`, increasing @reads ipcIndex */
function sortedCorners(res: I32, d: Data, p: i32): void {
  for (let k = 0; k < 4; k++) {
    const corner = d.ipcIndex[4 * p + k];
    let at = k;
    for (; at > 0 && res[at - 1] > corner; at--) res[at] = res[at - 1];
    res[at] = corner;
  }
}

/** Whether pairs `p` and `q` are of the same corners, in any order; those of `p` are in `corners1`. @reads ipcKind ipcGeom */
function isSame(d: Data, p: i32, q: i32): boolean {
  if (d.ipcKind[p] !== d.ipcKind[q] || d.ipcGeom[p] !== d.ipcGeom[q]) return false;
  sortedCorners(corners2, d, q);
  for (let k = 0; k < 4; k++) if (corners1[k] !== corners2[k]) return false;
  return true;
}

/** Enters pair `p` in the hash table of `size` slots; false if its like is there. @reads ipcSlot ipcKind ipcGeom @writes ipcSlot */
function enter(d: Data, p: i32, size: i32, as: i32): boolean {
  sortedCorners(corners1, d, p);
  let hash: i32 = imul(d.ipcKind[p], 1000003) + d.ipcGeom[p];
  for (let k = 0; k < 4; k++) hash = imul(hash, 1000003) + corners1[k];
  let at = (hash ^ (hash >>> 15)) & (size - 1);
  for (; d.ipcSlot[at] !== 0; at = (at + 1) & (size - 1)) if (isSame(d, p, d.ipcSlot[at] - 1)) return false;
  d.ipcSlot[at] = as + 1;
  return true;
}

/** Makes the hash table large enough for n pairs, and empties it; returns how many slots it has. @writes ipcSlot */
function clearTable(m: Model, d: Data, n: i32): i32 {
  let size = 16;
  while (size < 2 * n) size *= 2;
  reserve(m, d, COUNT_NIPCSLOT, size);
  zeroI(d.ipcSlot, 0, size);
  return size;
}

/** Whether pair `p` has been idle for too long. @reads ipcAge ipcLambda */
function isWorn(d: Data, p: i32): boolean {
  return d.ipcAge[p] > FRESH_LIFE || (d.ipcLambda[p] <= 0 && d.ipcAge[p] < -LOADED_LIFE);
}

/**
 * Makes the set of the next iteration: pairs before `first` that are not worn, then those after that join; no two of them alike.
 *
 * @reads nipcpair ipcTaken
 * @writes nipcpair
 */
export function mergeSet(m: Model, d: Data, first: i32): void {
  const end = d.nipcpair;
  const size = clearTable(m, d, end);
  let n = 0;
  for (let p = 0; p < end; p++) {
    const joins = p >= first;
    if (joins ? d.ipcTaken[p] === 0 : isWorn(d, p)) continue;
    if (!enter(d, p, size, n)) continue;
    movePair(d, n, p);
    if (joins) recall(d, n);
    n++;
  }
  d.nipcpair = n;
}
