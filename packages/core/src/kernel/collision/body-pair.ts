import type { i32 } from '../dialect.ts';
import { COUNT_NCANDIDATE, type Data, type Model } from '../model/classes.ts';
import { DSBL_MIDPHASE } from '../model/constants.ts';
import { reserve } from '../model/reserve.ts';

/** Whether geoms g1 and g2 are one of the explicit pairs [first, end). */
function isExplicit(m: Model, g1: i32, g2: i32, first: i32, end: i32): boolean {
  const { pair_geom1, pair_geom2 } = m;
  for (let k = first; k < end; k++) {
    if (pair_geom1[k] === g1 && pair_geom2[k] === g2) return true;
    if (pair_geom1[k] === g2 && pair_geom2[k] === g1) return true;
  }
  return false;
}

/**
 * Adds geoms g1 and g2 to the candidates, in type order.
 *
 * @reads ncandidate
 * @writes ncandidate candidateGeom1 candidateGeom2 candidatePair
 */
export function addCandidate(m: Model, d: Data, g1: i32, g2: i32, pair: i32): void {
  const k = d.ncandidate;
  reserve(m, d, COUNT_NCANDIDATE, k + 1);
  if (k >= d.capacity[COUNT_NCANDIDATE]) return; // on a GPU
  const swapped = m.geom_type[g1] > m.geom_type[g2];
  d.candidateGeom1[k] = swapped ? g2 : g1;
  d.candidateGeom2[k] = swapped ? g1 : g2;
  d.candidatePair[k] = pair;
  d.ncandidate = k + 1;
}

/** Whether candidate i comes after candidate k in the order of (geom1, geom2). */
function comesAfter(d: Data, i: i32, k1: i32, k2: i32): boolean {
  const g1 = d.candidateGeom1[i];
  return g1 > k1 || (g1 === k1 && d.candidateGeom2[i] > k2);
}

/** Sorts the candidates from `first` on by (geom1, geom2); they are few, or nearly sorted. */
export function sortCandidates(d: Data, first: i32): void {
  const { candidateGeom1: geom1, candidateGeom2: geom2 } = d;
  for (let k = first + 1; k < d.ncandidate; k++) {
    const k1 = geom1[k];
    const k2 = geom2[k];
    let i = k - 1;
    while (i >= first && comesAfter(d, i, k1, k2)) {
      geom1[i + 1] = geom1[i];
      geom2[i + 1] = geom2[i];
      i--;
    }
    geom1[i + 1] = k1;
    geom2[i + 1] = k2;
  }
}

/** Whether the contacts of a body pair are listed by geom number, as they are where bounding trees would be searched. */
export function isSorted(m: Model, b1: i32, b2: i32): boolean {
  if (m.body_geomnum[b1] === 1 && m.body_geomnum[b2] === 1) return false;
  return (m.opt_disableflags & DSBL_MIDPHASE) === 0 && m.body_bvhadr[b1] >= 0 && m.body_bvhadr[b2] >= 0;
}

/** Adds every geom pair of two bodies whose bits meet, except the explicit pairs [first, end); `filterBits` false leaves the bits to the user's filter. */
export function addBodyPair(m: Model, d: Data, b1: i32, b2: i32, first: i32, end: i32, filterBits: boolean): void {
  const { geom_contype: contype, geom_conaffinity: conaffinity } = m;
  const start = d.ncandidate;
  const end1 = m.body_geomadr[b1] + m.body_geomnum[b1];
  const end2 = m.body_geomadr[b2] + m.body_geomnum[b2];
  for (let g1 = m.body_geomadr[b1]; g1 < end1; g1++) {
    for (let g2 = m.body_geomadr[b2]; g2 < end2; g2++) {
      if (filterBits && (contype[g1] & conaffinity[g2]) === 0 && (contype[g2] & conaffinity[g1]) === 0) continue;
      if (first < end && isExplicit(m, g1, g2, first, end)) continue;
      addCandidate(m, d, g1, g2, -1);
    }
  }
  if (isSorted(m, b1, b2)) sortCandidates(d, start);
}
