import type { i32 } from '../dialect.ts';
import {
  CALLBACK_CONTACTFILTER,
  DSBL_CONSTRAINT,
  DSBL_CONTACT,
  ENBL_SLEEP,
  S_ASLEEP,
  S_AWAKE,
} from '../model/constants.ts';
import type { Data, Model } from '../model/kernel.ts';
import { addBodyPair, isSorted } from './body-pair.ts';
import { updateCandidates } from './candidates.ts';
import { isExcluded } from './filter.ts';
import { sweep } from './sweep.ts';
import { geomsMeet, testPair } from './test-pair.ts';
import { addTreePair } from './tree-pair.ts';

/** Body pairs with more geom pairs than this are searched by their bounding trees. */
const FEW_GEOM_PAIRS: i32 = 16;

/** Whether a sleeping body keeps a geom pair from being tested. */
function isAsleep(m: Model, d: Data, g1: i32, g2: i32, pair: i32): boolean {
  const b1 = m.geom_bodyid[g1];
  const b2 = m.geom_bodyid[g2];
  const state1 = d.body_awake[b1];
  const state2 = d.body_awake[b2];
  if (pair >= 0) return state1 !== S_AWAKE && state2 !== S_AWAKE;
  if (state1 === S_ASLEEP) return state2 === S_ASLEEP || m.body_weldid[b2] === 0;
  return state2 === S_ASLEEP && m.body_weldid[b1] === 0;
}

/** Tests two geoms in type order; `filtered` if their bits have not been looked at. */
function testGeoms(m: Model, d: Data, g1: i32, g2: i32, pair: i32, filtered: boolean): void {
  if ((m.opt_enableflags & ENBL_SLEEP) !== 0 && isAsleep(m, d, g1, g2, pair)) return;
  if (pair < 0 && filtered && !geomsMeet(m, d, g1, g2)) return;
  testPair(m, d, g1, g2, pair);
}

/** Tests the candidates from `first` on; `filtered` if their bits have not been looked at. */
function testCandidates(m: Model, d: Data, first: i32, filtered: boolean): void {
  for (let k = first; k < d.ncandidate; k++)
    testGeoms(m, d, d.candidateGeom1[k], d.candidateGeom2[k], d.candidatePair[k], filtered);
}

/** Tests two geoms in either order. */
function testInOrder(m: Model, d: Data, g1: i32, g2: i32, pair: i32): void {
  if (m.geom_type[g1] > m.geom_type[g2]) testGeoms(m, d, g2, g1, pair, true);
  else testGeoms(m, d, g1, g2, pair, true);
}

/** Tests explicit pair k. */
function testExplicit(m: Model, d: Data, k: i32): void {
  testInOrder(m, d, m.pair_geom1[k], m.pair_geom2[k], k);
}

/** Tests the geoms of two bodies, except the explicit pairs [first, end). */
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
  testCandidates(m, d, 0, true);
}

/** A large model: body pairs from the sweep, merged with the explicit pairs by signature. */
function collideSwept(m: Model, d: Data): void {
  const pair_signature = m.pair_signature;
  sweep(m, d);
  let next = 0;
  for (let k = 0; k < d.nbodypair; k++) {
    const b1 = d.bodyPair1[k];
    const b2 = d.bodyPair2[k];
    const signature = (b1 << 16) + b2;
    while (next < m.npair && pair_signature[next] < signature) testExplicit(m, d, next++);
    const first = next;
    while (next < m.npair && pair_signature[next] === signature) testExplicit(m, d, next++);
    if (m.nexclude > 0 && isExcluded(m, signature)) continue;
    testBodyPair(m, d, b1, b2, first, next);
  }
  while (next < m.npair) testExplicit(m, d, next++);
}

/**
 * Finds all contacts: from a list of the geom pairs that may touch in a small model, by sweep and prune over bodies in a
 * large one. Both list contacts in the same order: by bodies, then geoms, each body pair after its explicit pairs. The rows and islands of
 * the contacts before are gone.
 *
 * @reads geom_xpos geom_xmat xipos ximat body_awake
 * @writes contact_* ncon nefc nisland nidof
 * @see mj_collision
 */
export function collision(m: Model, d: Data): void {
  d.ncon = 0;
  d.nefc = 0;
  d.nisland = 0;
  d.nidof = 0;
  if ((m.opt_disableflags & (DSBL_CONSTRAINT | DSBL_CONTACT)) !== 0 || m.nbody < 2) return;
  if (updateCandidates(m, d)) testCandidates(m, d, 0, (m.callbackMask & CALLBACK_CONTACTFILTER) !== 0);
  else collideSwept(m, d);
}
