import { type i32, scratchI32 } from '../dialect.ts';
import { collideAllFlexes, collideBody } from '../flex/collide/collide.ts';
import { minI } from '../math/scalar.ts';
import { squaredDist3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';
import {
  CALLBACK_CONTACTFILTER,
  DSBL_CONSTRAINT,
  DSBL_CONTACT,
  ENBL_OVERRIDE,
  ENBL_SLEEP,
  S_ASLEEP,
  S_AWAKE,
  TIMER_COL_BROAD,
  TIMER_COL_NARROW,
} from '../model/constants.ts';
import { beginTimer, endTimer } from '../model/timers.ts';
import { addBodyPair, isSorted } from './body-pair.ts';
import { updateCandidates } from './candidates.ts';
import { bitsMeet, isExcluded } from './filter.ts';
import { sweep } from './sweep.ts';
import { collidePair, geomsMeet, testPair } from './test-pair.ts';
import { addTreePair } from './tree-pair.ts';

/** Body pairs with more geom pairs than this are searched by their bounding trees. */
const FEW_GEOM_PAIRS: i32 = 16;

/**
 * Whether a sleeping body keeps a geom pair from being tested.
 *
 * @reads body_awake
 */
function isAsleep(m: Model, d: Data, g1: i32, g2: i32, pair: i32): boolean {
  const b1 = m.geom_bodyid[g1];
  const b2 = m.geom_bodyid[g2];
  const state1 = d.body_awake[b1];
  const state2 = d.body_awake[b2];
  if (pair >= 0) return state1 !== S_AWAKE && state2 !== S_AWAKE;
  if (state1 === S_ASLEEP) return state2 === S_ASLEEP || m.body_weldid[b2] === 0;
  return state2 === S_ASLEEP && m.body_weldid[b1] === 0;
}

/** Tests two geoms in type order; `mustFilter` if their bits or the user's filter have not been checked. */
function testGeoms(m: Model, d: Data, g1: i32, g2: i32, pair: i32, mustFilter: boolean): void {
  if ((m.opt_enableflags & ENBL_SLEEP) !== 0 && isAsleep(m, d, g1, g2, pair)) return;
  if (pair < 0 && mustFilter && !geomsMeet(m, d, g1, g2)) return;
  testPair(m, d, g1, g2, pair);
}

/** Whether geoms need no special treatment: no user filter, nothing asleep, no parameters overridden. */
function isPlain(m: Model): boolean {
  if ((m.callbackMask & CALLBACK_CONTACTFILTER) !== 0) return false;
  return (m.opt_enableflags & (ENBL_SLEEP | ENBL_OVERRIDE)) === 0;
}

/**
 * Tests candidates of a plain model. Most end with their bounding spheres, so that this is `testGeoms` with all fields in locals: collision takes 0.8 of
 * the time on a humanoid.
 *
 * @reads ncandidate geom_xpos
 */
function testPlainCandidates(m: Model, d: Data, mustFilter: boolean): void {
  const { candidateGeom1: geom1, candidateGeom2: geom2, candidatePair: pair, geom_xpos: xpos, ncandidate: n } = d;
  const { geom_rbound: rbound, geom_contype: contype, geom_conaffinity: conaffinity, geom_margin, geom_gap: gap } = m;
  for (let k = 0; k < n; k++) {
    const g1 = geom1[k];
    const g2 = geom2[k];
    if (pair[k] >= 0 || !(rbound[g1] > 0 && rbound[g2] > 0)) {
      testGeoms(m, d, g1, g2, pair[k], mustFilter);
      continue;
    }
    if (mustFilter && !bitsMeet(contype[g1], conaffinity[g1], contype[g2], conaffinity[g2])) continue;
    const margin = geom_margin[g1] + geom_margin[g2];
    const reach = margin + (gap[g1] + gap[g2]);
    const bound = rbound[g1] + rbound[g2] + reach;
    if (!(squaredDist3(xpos, 3 * g1, xpos, 3 * g2) > bound * bound)) collidePair(m, d, g1, g2, -1, margin, reach);
  }
}

/**
 * Tests the candidates; `mustFilter` if their bits have not been checked.
 *
 * @reads ncandidate
 */
function testCandidates(m: Model, d: Data, mustFilter: boolean): void {
  if (isPlain(m)) {
    testPlainCandidates(m, d, mustFilter);
    return;
  }
  for (let k = 0; k < d.ncandidate; k++)
    testGeoms(m, d, d.candidateGeom1[k], d.candidateGeom2[k], d.candidatePair[k], mustFilter);
}

/** The body of lower number of candidate k. */
function lowerBody(m: Model, d: Data, k: i32): i32 {
  return minI(m.geom_bodyid[d.candidateGeom1[k]], m.geom_bodyid[d.candidateGeom2[k]]);
}

/** Tests the candidates of a model with flexes: those of a body come before its contacts with flexes. @reads ncandidate */
function testWithFlexes(m: Model, d: Data, mustFilter: boolean): void {
  for (let k = 0; k < d.ncandidate; k++) {
    collideFlexesBefore(m, d, lowerBody(m, d, k));
    testGeoms(m, d, d.candidateGeom1[k], d.candidateGeom2[k], d.candidatePair[k], mustFilter);
  }
}

const nextBody = scratchI32(1); // the first body whose flexes are still to be collided

/** Collides the bodies before b with the flexes, those of which that was done already excepted. */
function collideFlexesBefore(m: Model, d: Data, b: i32): void {
  while (nextBody[0] < b) collideBody(m, d, nextBody[0]++);
}

/** Tests two geoms in either order. */
function testInOrder(m: Model, d: Data, g1: i32, g2: i32, pair: i32): void {
  if (m.geom_type[g1] > m.geom_type[g2]) testGeoms(m, d, g2, g1, pair, true);
  else testGeoms(m, d, g1, g2, pair, true);
}

/** Tests explicit pair k. */
function testExplicit(m: Model, d: Data, k: i32): void {
  if (m.nflex > 0) collideFlexesBefore(m, d, m.pair_signature[k] >> 16);
  testInOrder(m, d, m.pair_geom1[k], m.pair_geom2[k], k);
}

/**
 * Tests the geoms of two bodies, except the explicit pairs [first, end).
 *
 * @writes ncandidate
 */
function testBodyPair(m: Model, d: Data, b1: i32, b2: i32, first: i32, end: i32): void {
  const pairs = m.body_geomnum[b1] * m.body_geomnum[b2];
  if (pairs === 1 && first === end) {
    testInOrder(m, d, m.body_geomadr[b1], m.body_geomadr[b2], -1);
    return;
  }
  d.ncandidate = 0;
  const byTree = pairs > FEW_GEOM_PAIRS && first === end && isSorted(m, b1, b2);
  if (byTree) addTreePair(m, d, b1, b2);
  else addBodyPair(m, d, b1, b2, first, end, false);
  testCandidates(m, d, true);
}

/**
 * A large model: body pairs from the sweep, merged with the explicit pairs by signature.
 *
 * @reads nbodypair
 */
function collideSwept(m: Model, d: Data): void {
  const pair_signature = m.pair_signature;
  let next = 0;
  for (let k = 0; k < d.nbodypair; k++) {
    const b1 = d.bodyPair1[k];
    const b2 = d.bodyPair2[k];
    const signature = (b1 << 16) + b2;
    while (next < m.npair && pair_signature[next] < signature) testExplicit(m, d, next++);
    const first = next;
    while (next < m.npair && pair_signature[next] === signature) testExplicit(m, d, next++);
    if (m.nexclude > 0 && isExcluded(m, signature)) continue;
    if (m.nflex > 0) collideFlexesBefore(m, d, b1);
    testBodyPair(m, d, b1, b2, first, next);
  }
  while (next < m.npair) testExplicit(m, d, next++);
}

/** Contacts of geoms with each other, and in between of bodies with flexes. */
function collideBodies(m: Model, d: Data): void {
  const mustFilter = (m.callbackMask & CALLBACK_CONTACTFILTER) !== 0;
  nextBody[0] = 0;
  beginTimer(m, d, TIMER_COL_BROAD);
  const isListed = updateCandidates(m, d);
  if (!isListed) sweep(m, d);
  endTimer(m, d, TIMER_COL_BROAD);
  beginTimer(m, d, TIMER_COL_NARROW);
  if (!isListed) collideSwept(m, d);
  else if (m.nflex > 0) testWithFlexes(m, d, mustFilter);
  else testCandidates(m, d, mustFilter);
  endTimer(m, d, TIMER_COL_NARROW);
}

/**
 * Finds all contacts: from a list of the geom pairs that may touch in a small model, by sweep and prune over bodies in a
 * large one. Both list contacts in the same order: by bodies, then geoms, each body pair after its explicit pairs, each body with the flexes after its pairs with
 * bodies; then of flexes with each other, then with themselves. The rows and islands of the contacts before are gone.
 *
 * @reads geom_xpos geom_xmat xipos ximat body_awake flexvert_xpos flexelem_aabb bvh_aabb_dyn
 * @writes ncon nefc nisland nidof, and the contacts (append.ts)
 * @see mj_collision
 */
export function collision(m: Model, d: Data): void {
  d.ncon = 0;
  d.nefc = 0;
  d.nisland = 0;
  d.nidof = 0;
  if ((m.opt_disableflags & (DSBL_CONSTRAINT | DSBL_CONTACT)) !== 0 || m.nbody + m.nflex < 2) return;
  collideBodies(m, d);
  if (m.nflex === 0) return;
  collideFlexesBefore(m, d, m.nbody);
  collideAllFlexes(m, d);
}
