// @cold

import { type F64, type f64, type I32, type i32, scratchF64 } from '../dialect.ts';
import { elementData, setSegment } from '../flex/collide/element.ts';
import { Geom } from '../geometry/geom.ts';
import { rayPrimitive } from '../geometry/ray/primitive.ts';
import { keepNearer, miss, Ray, RayHit } from '../geometry/ray/ray.ts';
import { RayBasis, rayTriangle, setBasis } from '../geometry/ray/triangle.ts';
import { unit9 } from '../math/mat3.ts';
import { MINVAL, max, min } from '../math/scalar.ts';
import { addScl3, copy3, dist3, dot3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';
import { GEOM_BOX, GEOM_SPHERE } from '../model/constants.ts';

// What of a flex a ray sees, as bits.
const SEES_VERTICES: i32 = 1;
const SEES_EDGES: i32 = 2;
const SEES_FACES: i32 = 4;
const SEES_SKIN: i32 = 8;

const ray = new Ray();
const basis = new RayBasis();
const nearest = new RayHit();
const hit = new RayHit();
const geom = new Geom();
const corners = scratchF64(9);
const point = scratchF64(3);

/** Makes `geom` the box around a flex. @reads flexvert_xpos */
function setBox(m: Model, d: Data, f: i32): void {
  const first = m.flex_vertadr[f];
  geom.type = GEOM_BOX;
  unit9(geom.mat, 0);
  for (let k = 0; k < 3; k++) {
    let low = d.flexvert_xpos[3 * first + k];
    let high = low;
    for (let v = first + 1; v < first + m.flex_vertnum[f]; v++) {
      low = min(low, d.flexvert_xpos[3 * v + k]);
      high = max(high, d.flexvert_xpos[3 * v + k]);
    }
    low -= m.flex_radius[f];
    high += m.flex_radius[f];
    geom.pos[k] = 0.5 * (low + high);
    geom.size[k] = 0.5 * (high - low);
  }
}

/** Distance of a vertex, of all flexes, from where the ray hit. @reads flexvert_xpos */
function awayFrom(d: Data, v: i32): f64 {
  return dist3(d.flexvert_xpos, 3 * v, point, 0);
}

/** Takes a hit over if it is the nearest so far, and the point where it is. */
function isNearer(): boolean {
  if (!keepNearer(nearest, hit)) return false;
  addScl3(point, 0, ray.pnt, 0, ray.vec, 0, nearest.dist);
  return true;
}

/** The edges as capsules; returns the vertex next to the hit, or -1. */
function rayEdges(m: Model, d: Data, f: i32): i32 {
  const first = m.flex_edgeadr[f];
  let vertex: i32 = -1;
  for (let e = first; e < first + m.flex_edgenum[f]; e++) {
    const a = m.flex_vertadr[f] + m.flex_edge[2 * e];
    const b = m.flex_vertadr[f] + m.flex_edge[2 * e + 1];
    setSegment(d, geom, b, a, m.flex_radius[f]);
    rayPrimitive(geom, ray, hit);
    if (isNearer()) vertex = m.flex_edge[awayFrom(d, a) < awayFrom(d, b) ? 2 * e : 2 * e + 1];
  }
  return vertex;
}

/** The vertices as balls; returns the one that is hit, or -1. @reads flexvert_xpos */
function rayVertices(m: Model, d: Data, f: i32): i32 {
  let vertex: i32 = -1;
  geom.type = GEOM_SPHERE;
  unit9(geom.mat, 0);
  geom.size[0] = m.flex_radius[f];
  for (let v = 0; v < m.flex_vertnum[f]; v++) {
    copy3(geom.pos, 0, d.flexvert_xpos, 3 * (m.flex_vertadr[f] + v));
    rayPrimitive(geom, ray, hit);
    if (isNearer()) vertex = v;
  }
  return vertex;
}

/** The face of an element that leaves out corner `out` (3 for a triangle); returns the vertex next to a nearer hit, or -1. @reads flexvert_xpos */
function rayFace(m: Model, d: Data, f: i32, e: i32, out: i32): i32 {
  const data = elementData(m, f, e);
  const first = m.flex_vertadr[f];
  const a = m.flex_elem[data + (out === 0 ? 1 : 0)];
  const b = m.flex_elem[data + (out < 2 ? 2 : 1)];
  const c = m.flex_elem[data + (out < 3 ? 3 : 2)];
  copy3(corners, 0, d.flexvert_xpos, 3 * (first + a));
  copy3(corners, 3, d.flexvert_xpos, 3 * (first + b));
  copy3(corners, 6, d.flexvert_xpos, 3 * (first + c));
  rayTriangle(corners, ray, basis, hit);
  if (!isNearer()) return -1;
  const fromA = awayFrom(d, first + a);
  const fromB = awayFrom(d, first + b);
  const fromC = awayFrom(d, first + c);
  if (fromA <= fromB && fromA <= fromC) return a;
  return fromB <= fromC ? b : c;
}

/** The faces of triangles, and of the tetrahedra of one layer; returns the vertex next to a nearer hit, or `known`. */
function rayFaces(m: Model, d: Data, f: i32, layer: i32, known: i32): i32 {
  const solid = m.flex_dim[f] === 3;
  let vertex = known;
  for (let e = 0; e < m.flex_elemnum[f]; e++) {
    if (solid && m.flex_elemlayer[m.flex_elemadr[f] + e] !== layer) continue;
    for (let out = 3; out >= (solid ? 0 : 3); out--) {
      const next = rayFace(m, d, f, e, out);
      if (next >= 0) vertex = next;
    }
  }
  return vertex;
}

/** The vertex of flex f next to where the ray first meets what it sees, or -1. */
function castAtFlex(m: Model, d: Data, f: i32, layer: i32, sees: i32): i32 {
  const skin = m.flex_dim[f] > 1 && (sees & SEES_SKIN) !== 0;
  let vertex: i32 = -1;
  miss(nearest);
  if (dot3(ray.vec, 0, ray.vec, 0) < MINVAL * MINVAL) return -1;
  setBox(m, d, f);
  rayPrimitive(geom, ray, hit);
  if (hit.dist < 0) return -1;
  setBasis(basis, ray.vec);
  if ((sees & SEES_EDGES) !== 0 || skin) vertex = rayEdges(m, d, f);
  else if ((sees & SEES_VERTICES) !== 0) vertex = rayVertices(m, d, f);
  if (m.flex_dim[f] > 1 && ((sees & SEES_FACES) !== 0 || skin)) vertex = rayFaces(m, d, f, skin ? 0 : layer, vertex);
  return vertex;
}

/**
 * Where rays from one point first meet flex f, as it is drawn: `sees` tells which of vertices (1), edges (2), faces (4) and skin (8) there are, `layer` which
 * tetrahedra have faces. For each of `nray` directions in `vec`: its distance in units of the direction or -1, the vertex next to it or -1, and the normal. It is
 * called from outside, where there are no records: hence its parameters.
 *
 * @reads flexvert_xpos
 * @see mj_rayFlex
 */
export function rayFlex(
  m: Model,
  d: Data,
  f: i32,
  layer: i32,
  sees: i32,
  pnt: F64,
  vec: F64,
  nray: i32,
  vertex: I32,
  dist: F64,
  normal: F64,
): void {
  copy3(ray.pnt, 0, pnt, 0);
  for (let k = 0; k < nray; k++) {
    copy3(ray.vec, 0, vec, 3 * k);
    vertex[k] = castAtFlex(m, d, f, layer, sees);
    dist[k] = nearest.dist;
    copy3(normal, 3 * k, nearest.normal, 0);
  }
}
