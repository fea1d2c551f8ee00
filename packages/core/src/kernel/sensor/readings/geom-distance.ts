// @cold

import { type F64, type f64, type i32, scratchF64 } from '../../dialect.ts';
import { copy6, zero6 } from '../../math/spatial.ts';
import { copy3, normalize3, sub3 } from '../../math/vec3.ts';
import type { Data, Model } from '../../model/classes.ts';
import { OBJ_BODY } from '../../model/constants.ts';
import { geomDistance } from '../../query/geom-distance.ts';

const segment = scratchF64(6); // nearest points of the nearest pair
const candidate = scratchF64(6); // nearest points of the pair under test
const normal = scratchF64(3);

export function geomDist(m: Model, d: Data, s: i32, res: F64, r: i32): void {
  res[r] = nearest(m, d, s);
}

export function geomNormal(m: Model, d: Data, s: i32, res: F64, r: i32): void {
  nearest(m, d, s);
  sub3(normal, 0, segment, 3, segment, 0);
  if (normal[0] !== 0 || normal[1] !== 0 || normal[2] !== 0) normalize3(normal, 0);
  copy3(res, r, normal, 0);
}

export function geomFromTo(m: Model, d: Data, s: i32, res: F64, r: i32): void {
  nearest(m, d, s);
  copy6(res, r, segment, 0);
}

/**
 * Distance of the nearest geoms of two objects, each a geom or all geoms of a body, at most the cutoff; sets `segment`, to zero if all are
 * beyond it.
 */
function nearest(m: Model, d: Data, s: i32): f64 {
  const cutoff = m.sensor_cutoff[s];
  const id1 = m.sensor_objid[s];
  const id2 = m.sensor_refid[s];
  const whole1 = m.sensor_objtype[s] === OBJ_BODY;
  const whole2 = m.sensor_reftype[s] === OBJ_BODY;
  const first1: i32 = whole1 ? m.body_geomadr[id1] : id1;
  const first2: i32 = whole2 ? m.body_geomadr[id2] : id2;
  const end1: i32 = whole1 ? first1 + m.body_geomnum[id1] : id1 + 1;
  const end2: i32 = whole2 ? first2 + m.body_geomnum[id2] : id2 + 1;
  let least: f64 = cutoff;
  zero6(segment, 0);
  for (let g1 = first1; g1 < end1; g1++) {
    for (let g2 = first2; g2 < end2; g2++) {
      const dist = geomDistance(m, d, g1, g2, cutoff, candidate, 0);
      if (dist >= least) continue;
      least = dist;
      copy6(segment, 0, candidate, 0);
    }
  }
  return least;
}
