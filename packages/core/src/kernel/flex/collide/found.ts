import { appendFound } from '../../collision/append-found.ts';
import type { f64, I32, i32 } from '../../dialect.ts';
import { type Contacts, MAX_PAIR_CONTACTS } from '../../geometry/contact.ts';
import { copy3, squaredDist3 } from '../../math/vec3.ts';
import { COUNT_NFOUND, type Data, type Model } from '../../model/classes.ts';
import { reserve } from '../../model/reserve.ts';

// The contacts of a flex with one body, with another flex or with itself are collected first: where there are more than MAX_PAIR_CONTACTS of them, those
// that are spread best are listed.

const FAR: f64 = 1e10;
const CLOSED: f64 = -1;

/** The two sides of a contact of a flex. */
export class FlexSides {
  /** The geom of the first side, or -1. */
  geom: i32 = 0;
  flex1: i32 = 0;
  elem1: i32 = 0;
  vert1: i32 = 0;
  flex2: i32 = 0;
  elem2: i32 = 0;
  vert2: i32 = 0;
  /** Distance from which they push each other. */
  margin: f64 = 0;
  /** Dimension of their contacts, 0 for that which their parameters give. */
  dim: i32 = 0;
}

/** Makes `sides` a geom (-1 for a flex) and a flex, without elements and vertices. */
export function setSides(sides: FlexSides, geom: i32, flex1: i32, flex2: i32, margin: f64): void {
  sides.geom = geom;
  sides.flex1 = flex1;
  sides.elem1 = -1;
  sides.vert1 = -1;
  sides.flex2 = flex2;
  sides.elem2 = -1;
  sides.vert2 = -1;
  sides.margin = margin;
  sides.dim = 0;
}

/**
 * Adds the contacts of two sides to those found.
 *
 * @reads nfound
 * @writes nfound foundDist foundPos foundNormal foundTangent foundMargin foundDim foundGeom foundFlex foundElem foundVert
 */
export function keepFound(m: Model, d: Data, contacts: Contacts, sides: FlexSides): void {
  const first = d.nfound;
  reserve(m, d, COUNT_NFOUND, first + contacts.count);
  d.nfound = first + contacts.count;
  for (let k = 0; k < contacts.count; k++) {
    const c = first + k;
    d.foundDist[c] = contacts.dist[k];
    copy3(d.foundPos, 3 * c, contacts.pos, 3 * k);
    copy3(d.foundNormal, 3 * c, contacts.normal, 3 * k);
    copy3(d.foundTangent, 3 * c, contacts.tangent, 3 * k);
    d.foundMargin[c] = sides.margin;
    d.foundDim[c] = sides.dim;
    d.foundGeom[c] = sides.geom;
    d.foundFlex[2 * c] = sides.flex1;
    d.foundFlex[2 * c + 1] = sides.flex2;
    d.foundElem[2 * c] = sides.elem1;
    d.foundElem[2 * c + 1] = sides.elem2;
    d.foundVert[2 * c] = sides.vert1;
    d.foundVert[2 * c + 1] = sides.vert2;
  }
}

/** The deepest contact found; the first of equally deep ones. @reads nfound foundDist */
function deepest(d: Data): i32 {
  let best = 0;
  for (let k = 1; k < d.nfound; k++) if (d.foundDist[k] < d.foundDist[best]) best = k;
  return best;
}

/**
 * Closes a place of the order to further choice, and returns the open one whose contact is farthest from all that were in closed places
 * when these were closed; the first of equally far ones.
 *
 * @reads nfound foundPos foundOrder
 * @writes foundReach
 */
function closePlace(d: Data, place: i32): i32 {
  const n = d.nfound;
  const order = d.foundOrder;
  const reach = d.foundReach;
  const at = 3 * order[place];
  let farthest: i32 = -1;
  reach[place] = CLOSED;
  for (let k = 0; k < n; k++) {
    if (reach[k] === CLOSED) continue;
    const away = squaredDist3(d.foundPos, 3 * order[k], d.foundPos, at);
    if (away < reach[k]) reach[k] = away;
    if (farthest < 0 || reach[k] > reach[farthest]) farthest = k;
  }
  return farthest;
}

/**
 * Brings contacts that are spread well to the front of the order: the deepest, then always the one farthest from those before. As in MuJoCo it is
 * the place of a chosen contact that is closed, so that the contact which moves there is passed over later, and the last of the front stays what it is.
 *
 * @writes foundOrder foundReach
 */
function spreadChoice(d: Data): void {
  for (let k = 0; k < d.nfound; k++) d.foundReach[k] = FAR;
  let place = deepest(d);
  for (let rank = 0; rank < MAX_PAIR_CONTACTS - 1; rank++) {
    const next = closePlace(d, place);
    swap(d.foundOrder, rank, place);
    if (next !== rank) place = next; // else the next choice has just moved to `place`
  }
}

function swap(list: I32, i: i32, j: i32): void {
  const value = list[i];
  list[i] = list[j];
  list[j] = value;
}

/** What a side of a found contact is sorted by: its geom, element or vertex. */
function sortKey(d: Data, c: i32, side: i32): i32 {
  if (side === 0 && d.foundGeom[c] >= 0) return d.foundGeom[c];
  const elem = d.foundElem[2 * c + side];
  return elem >= 0 ? elem : d.foundVert[2 * c + side];
}

function comesAfter(d: Data, i: i32, j: i32): boolean {
  const first = sortKey(d, i, 0) - sortKey(d, j, 0);
  return first > 0 || (first === 0 && sortKey(d, i, 1) > sortKey(d, j, 1));
}

/** Sorts the first n of the order by geoms, elements and vertices, those of the same ones as they were found. @reads foundOrder @writes foundOrder */
function sortFound(d: Data, n: i32): void {
  const order = d.foundOrder;
  for (let k = 1; k < n; k++) {
    const c = order[k];
    let i = k - 1;
    while (i >= 0 && comesAfter(d, order[i], c)) {
      order[i + 1] = order[i];
      i--;
    }
    order[i + 1] = c;
  }
}

/**
 * Lists the contacts found, or those of them that are spread best, and forgets them.
 *
 * @reads nfound
 * @writes nfound foundOrder
 */
export function listFound(m: Model, d: Data, sorted: boolean): void {
  let n = d.nfound;
  if (n === 0) return;
  for (let k = 0; k < n; k++) d.foundOrder[k] = k;
  if (n > MAX_PAIR_CONTACTS) {
    spreadChoice(d);
    n = MAX_PAIR_CONTACTS;
  }
  if (sorted) sortFound(d, n);
  appendFound(m, d, n);
  d.nfound = 0;
}
