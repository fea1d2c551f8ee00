import { type I32, type i32, imul } from '../dialect.ts';
import type { Data, Model } from '../model/classes.ts';
import { CALLBACK_CONTACTFILTER, DSBL_FILTERPARENT, DSBL_MIDPHASE } from '../model/constants.ts';
import { addBodyPair, addCandidate } from './body-pair.ts';
import { bodiesMeet, bodyCollides, isExcluded } from './filter.ts';

/** With more candidates than this the sweep is cheaper than the list. */
const MOST_CANDIDATES: i32 = 1500;

// How candidates are found: `candidateMode`.
const UNKNOWN: i32 = 0;
const BY_LIST: i32 = 1;
const BY_SWEEP: i32 = 2;

function hashInts(hash: i32, values: I32, n: i32): i32 {
  let h = hash;
  for (let k = 0; k < n; k++) h = imul(h ^ values[k], 16777619);
  return h;
}

/** A number that changes whenever anything the list depends on does. */
function fingerprint(m: Model): i32 {
  let h = hashInts(-2128831035, m.geom_contype, m.ngeom);
  h = hashInts(h, m.geom_conaffinity, m.ngeom);
  h = hashInts(h, m.exclude_signature, m.nexclude);
  h = hashInts(h, m.pair_geom1, m.npair);
  h = hashInts(h, m.pair_geom2, m.npair);
  const flags =
    (m.opt_disableflags & (DSBL_FILTERPARENT | DSBL_MIDPHASE)) ^ ((m.callbackMask & CALLBACK_CONTACTFILTER) << 24);
  return imul(h ^ flags, 16777619);
}

/** An upper bound of the number of candidates, or more than MOST_CANDIDATES. */
function countCandidates(m: Model): i32 {
  let count = m.npair;
  for (let b1 = 0; b1 < m.nbody; b1++) {
    if (!bodyCollides(m, b1)) continue;
    for (let b2 = b1 + 1; b2 < m.nbody; b2++) {
      if (!bodyCollides(m, b2) || !bodiesMeet(m, b1, b2)) continue;
      count += m.body_geomnum[b1] * m.body_geomnum[b2];
      if (count > MOST_CANDIDATES) return count;
    }
  }
  return count;
}

/**
 * Writes the list: body pairs in the order of their numbers, each after the explicit pairs of the same bodies.
 *
 * @writes ncandidate
 */
function buildList(m: Model, d: Data): void {
  const pair_signature = m.pair_signature;
  const filterBits = (m.callbackMask & CALLBACK_CONTACTFILTER) === 0;
  d.ncandidate = 0;
  let next = 0;
  for (let b1 = 0; b1 < m.nbody; b1++) {
    if (!bodyCollides(m, b1)) continue;
    for (let b2 = b1 + 1; b2 < m.nbody; b2++) {
      if (!bodyCollides(m, b2) || !bodiesMeet(m, b1, b2)) continue;
      const signature = (b1 << 16) + b2;
      while (next < m.npair && pair_signature[next] < signature)
        addCandidate(m, d, m.pair_geom1[next], m.pair_geom2[next], next++);
      const first = next;
      while (next < m.npair && pair_signature[next] === signature)
        addCandidate(m, d, m.pair_geom1[next], m.pair_geom2[next], next++);
      if (m.nexclude > 0 && isExcluded(m, signature)) continue;
      addBodyPair(m, d, b1, b2, first, next, filterBits);
    }
  }
  while (next < m.npair) addCandidate(m, d, m.pair_geom1[next], m.pair_geom2[next], next++);
}

/**
 * Makes sure that the candidate list fits the model as it is now, and tells whether the model is small enough for one.
 * The list holds every geom pair that may ever touch, in the order in which contacts are listed.
 *
 * @reads ncandidate
 * @writes ncandidate candidateMode candidateHash candidateCount
 */
export function updateCandidates(m: Model, d: Data): boolean {
  const hash = fingerprint(m);
  if (d.candidateMode[0] === UNKNOWN || d.candidateHash[0] !== hash) {
    const isSmall = countCandidates(m) <= MOST_CANDIDATES;
    if (isSmall) buildList(m, d);
    d.candidateMode[0] = isSmall ? BY_LIST : BY_SWEEP;
    d.candidateHash[0] = hash;
    d.candidateCount[0] = d.ncandidate;
  }
  d.ncandidate = d.candidateCount[0];
  return d.candidateMode[0] === BY_LIST;
}
