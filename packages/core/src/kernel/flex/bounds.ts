import type { i32 } from '../dialect.ts';
import { max, min } from '../math/scalar.ts';
import { copy6 } from '../math/spatial.ts';
import type { Data, Model } from '../model/classes.ts';
import { DSBL_MIDPHASE } from '../model/constants.ts';

/**
 * Boxes around the elements, and the hierarchy of boxes over them: centre and half sizes along the world's axes.
 *
 * @writes flexelem_aabb
 */
export function flexBounds(m: Model, d: Data): void {
  for (let f = 0; f < m.nflex; f++) elementBoxes(m, d, f);
  if ((m.opt_disableflags & DSBL_MIDPHASE) !== 0) return;
  for (let f = 0; f < m.nflex; f++) if (m.flex_bvhadr[f] >= 0) refit(m, d, f);
}

/** @reads flexvert_xpos */
function elementBoxes(m: Model, d: Data, f: i32): void {
  const corners = m.flex_dim[f] + 1;
  const radius = m.flex_radius[f];
  const flex_elem = m.flex_elem;
  const flexvert_xpos = d.flexvert_xpos;
  const flexelem_aabb = d.flexelem_aabb;
  const vertadr = m.flex_vertadr[f];
  let corner = m.flex_elemdataadr[f];
  const end = m.flex_elemadr[f] + m.flex_elemnum[f];
  for (let e = m.flex_elemadr[f]; e < end; e++) {
    for (let a = 0; a < 3; a++) {
      let low = flexvert_xpos[3 * (vertadr + flex_elem[corner]) + a];
      let high = low;
      for (let k = 1; k < corners; k++) {
        const x = flexvert_xpos[3 * (vertadr + flex_elem[corner + k]) + a];
        low = min(low, x);
        high = max(high, x);
      }
      flexelem_aabb[6 * e + a] = 0.5 * (high + low);
      flexelem_aabb[6 * e + 3 + a] = 0.5 * (high - low) + radius;
    }
    corner += corners;
  }
}

/**
 * Boxes of the hierarchy from the leaves up: children come after their parents.
 *
 * @reads flexelem_aabb bvh_aabb_dyn
 * @writes bvh_aabb_dyn
 */
function refit(m: Model, d: Data, f: i32): void {
  const first = m.flex_bvhadr[f];
  const base = first - m.nbvhstatic;
  const box = d.bvh_aabb_dyn;
  for (let n = m.flex_bvhnum[f] - 1; n >= 0; n--) {
    const element = m.bvh_nodeid[first + n];
    if (element >= 0) {
      copy6(box, 6 * (base + n), d.flexelem_aabb, 6 * (m.flex_elemadr[f] + element));
      continue;
    }
    const one = 6 * (base + m.bvh_child[2 * (first + n)]);
    const other = 6 * (base + m.bvh_child[2 * (first + n) + 1]);
    for (let a = 0; a < 3; a++) {
      const low = min(box[one + a] - box[one + 3 + a], box[other + a] - box[other + 3 + a]);
      const high = max(box[one + a] + box[one + 3 + a], box[other + a] + box[other + 3 + a]);
      box[6 * (base + n) + a] = 0.5 * (high + low);
      box[6 * (base + n) + 3 + a] = 0.5 * (high - low);
    }
  }
}
