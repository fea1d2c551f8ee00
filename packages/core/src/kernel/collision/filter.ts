import type { f64, i32 } from '../dialect.ts';
import { squaredDist3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';
import { DSBL_FILTERPARENT, ENBL_OVERRIDE, GEOM_PLANE } from '../model/constants.ts';

/** Whether one side's type meets the other's affinity. */
export function bitsMeet(contype1: i32, conaffinity1: i32, contype2: i32, conaffinity2: i32): boolean {
  return (contype1 & conaffinity2) !== 0 || (contype2 & conaffinity1) !== 0;
}

/** Whether any geom of body `b` takes part in collisions. */
export function bodyCollides(m: Model, b: i32): boolean {
  return m.body_geomnum[b] > 0 && (m.body_contype[b] !== 0 || m.body_conaffinity[b] !== 0);
}

/**
 * Whether geoms of two bodies may touch at all: not welded to each other, not both immovable, and not parent and child
 * (unless one of them is the world, or the parent filter is off).
 *
 * @noinline
 */
export function bodiesMeet(m: Model, b1: i32, b2: i32): boolean {
  const body_weldid = m.body_weldid;
  const weld1 = body_weldid[b1];
  const weld2 = body_weldid[b2];
  if (weld1 === weld2) return false;
  if (m.body_dofnum[weld1] === 0 && m.body_dofnum[weld2] === 0) return false;
  if (!bitsMeet(m.body_contype[b1], m.body_conaffinity[b1], m.body_contype[b2], m.body_conaffinity[b2])) return false;
  if (weld1 === 0 || weld2 === 0 || (m.opt_disableflags & DSBL_FILTERPARENT) !== 0) return true;
  const parent1 = body_weldid[m.body_parentid[weld1]];
  const parent2 = body_weldid[m.body_parentid[weld2]];
  return weld1 !== parent2 && weld2 !== parent1;
}

/** Whether `signature` (lower body · 2¹⁶ + higher body) is among the excluded pairs, which are sorted. */
export function isExcluded(m: Model, signature: i32): boolean {
  const exclude_signature = m.exclude_signature;
  let low = 0;
  let high = m.nexclude;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (exclude_signature[middle] < signature) low = middle + 1;
    else high = middle;
  }
  return low < m.nexclude && exclude_signature[low] === signature;
}

/** Margin of a pair: of the explicit pair, or the sum of both geoms', or the override. */
export function pairMargin(m: Model, g1: i32, g2: i32, pair: i32): f64 {
  if ((m.opt_enableflags & ENBL_OVERRIDE) !== 0) return m.opt_o_margin;
  return pair >= 0 ? m.pair_margin[pair] : m.geom_margin[g1] + m.geom_margin[g2];
}

/** Gap of a pair: contacts within margin + gap are listed, those within the margin push. */
export function pairGap(m: Model, g1: i32, g2: i32, pair: i32): f64 {
  return pair >= 0 ? m.pair_gap[pair] : m.geom_gap[g1] + m.geom_gap[g2];
}

/**
 * Signed height of the centre of geom g above the plane.
 *
 * @reads geom_xpos geom_xmat
 */
function heightAbove(d: Data, plane: i32, g: i32): f64 {
  const { geom_xpos: xpos, geom_xmat: xmat } = d;
  const dx = xpos[3 * g] - xpos[3 * plane];
  const dy = xpos[3 * g + 1] - xpos[3 * plane + 1];
  const dz = xpos[3 * g + 2] - xpos[3 * plane + 2];
  return dx * xmat[9 * plane + 2] + dy * xmat[9 * plane + 5] + dz * xmat[9 * plane + 8];
}

/**
 * Whether the bounding spheres of two geoms are within `reach` of each other; a plane has none; its test is by height.
 *
 * @reads geom_xpos
 */
export function spheresMeet(m: Model, d: Data, g1: i32, g2: i32, reach: f64): boolean {
  const r1 = m.geom_rbound[g1];
  const r2 = m.geom_rbound[g2];
  if (r1 > 0 && r2 > 0) {
    const bound = r1 + r2 + reach;
    return !(squaredDist3(d.geom_xpos, 3 * g1, d.geom_xpos, 3 * g2) > bound * bound);
  }
  if (m.geom_type[g1] === GEOM_PLANE && r2 > 0 && heightAbove(d, g1, g2) > reach + r2) return false;
  if (m.geom_type[g2] === GEOM_PLANE && r1 > 0 && heightAbove(d, g2, g1) > reach + r1) return false;
  return true;
}
