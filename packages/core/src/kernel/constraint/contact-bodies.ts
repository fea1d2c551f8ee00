// @cold

import { type F64, type f64, type I32, type i32, idiv, scratchF64, scratchI32, toF64 } from '../dialect.ts';
import { cellAt, FlexGrid, loadGrid, nodeAt } from '../flex/grid.ts';
import { MINVAL, max } from '../math/scalar.ts';
import { addToScl3, dist3, zero3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';

/** Most bodies of one side: each of the 27 nodes of a quadratic cell may follow up to 26 others on the boundary of a shell. */
const MOST_BODIES: i32 = 27 * 27;

/** Nodes that move a point less than this are left out. */
const LEAST_WEIGHT: f64 = 1e-5;

/** The bodies that carry a contact: its point moves with their weighted mean. Those of the first side have negative weights. */
export class ContactBodies {
  count: i32 = 0;
  /** How many of them are on the first side. */
  first: i32 = 0;
  readonly body: I32 = scratchI32(2 * MOST_BODIES);
  readonly weight: F64 = scratchF64(2 * MOST_BODIES);
}

/** Whether one body alone carries one side (0 or 1) of contact `c`: of a geom, or of a vertex that is not interpolated. @reads contact_geom contact_vert contact_flex */
export function isOneBody(m: Model, d: Data, c: i32, side: i32): boolean {
  if (d.contact_geom[2 * c + side] >= 0) return true;
  return d.contact_vert[2 * c + side] >= 0 && m.flex_interp[d.contact_flex[2 * c + side]] === 0;
}

const vertex = scratchI32(4); // of the element, among those of all flexes
const share = scratchF64(4); // of each in the contact

/**
 * The vertices of an element and their shares in the contact point, by inverse distance; vertex `other` of the flex is left out. Returns how many there are.
 *
 * @reads flexvert_xpos contact_pos
 */
function shareElement(m: Model, d: Data, c: i32, f: i32, e: i32, other: i32): i32 {
  const dim = m.flex_dim[f];
  let n = 0;
  let sum: f64 = 0;
  for (let k = 0; k <= dim; k++) {
    const v = m.flex_elem[m.flex_elemdataadr[f] + e * (dim + 1) + k];
    if (v === other) continue;
    vertex[n] = m.flex_vertadr[f] + v;
    share[n] = 1 / max(MINVAL, dist3(d.contact_pos, 3 * c, d.flexvert_xpos, 3 * vertex[n]));
    sum += share[n++];
  }
  const inv = 1 / sum;
  for (let k = 0; k < n; k++) share[k] *= inv;
  return n;
}

/** Adds weight to a body of the side that begins at `begin`. */
function addBody(bodies: ContactBodies, begin: i32, body: i32, weight: f64): void {
  for (let k = begin; k < bodies.count; k++) {
    if (bodies.body[k] !== body) continue;
    bodies.weight[k] += weight;
    return;
  }
  bodies.body[bodies.count] = body;
  bodies.weight[bodies.count++] = weight;
}

const grid = new FlexGrid();
const coord = scratchF64(3); // of the contact in the unit cube of the grid

/** Adds the nodes that carry a mean of `n` vertices of an interpolated flex. */
function addNodes(m: Model, bodies: ContactBodies, f: i32, n: i32, sign: f64): void {
  const begin = bodies.count;
  const first = m.flex_nodeadr[f];
  zero3(coord, 0);
  for (let k = 0; k < n; k++) addToScl3(coord, 0, m.flex_vert0, 3 * vertex[k], share[k]);
  loadGrid(grid, m, f);
  cellAt(grid, coord, 0);
  const along = grid.order + 1;
  for (let k = 0; k < along * along * along; k++) {
    const weight = grid.weight[k];
    if (weight < LEAST_WEIGHT) continue;
    if (grid.shell && isInner(grid.node[k])) addBoundary(m, bodies, begin, first, grid.node[k], sign * weight);
    else addBody(bodies, begin, m.flex_nodebodyid[first + grid.node[k]], sign * weight);
  }
}

/** Place of a node along an axis of the grid. */
function placeOf(node: i32, axis: i32): i32 {
  const row = idiv(node, grid.nodes[2]);
  if (axis === 2) return node - row * grid.nodes[2];
  const plane = idiv(row, grid.nodes[1]);
  return axis === 0 ? plane : row - plane * grid.nodes[1];
}

/** Whether a node is inside the grid, not on its boundary. */
function isInner(node: i32): boolean {
  for (let a = 0; a < 3; a++) {
    const at = placeOf(node, a);
    if (at === 0 || at === grid.nodes[a] - 1) return false;
  }
  return true;
}

/** Where a step of -1, 0 or 1 along an axis leads from a place: to the lower end, nowhere, to the upper end. */
function stepTo(place: i32, step: i32, axis: i32): i32 {
  if (step === 0) return place;
  return step < 0 ? 0 : grid.nodes[axis] - 1;
}

/** The part of that step: the nearer the end, the larger. */
function stepWeight(place: i32, step: i32, axis: i32): f64 {
  if (step === 0) return 1;
  const s = toF64(place) / toF64(grid.nodes[axis] - 1);
  return step < 0 ? 1 - s : s;
}

/** Adds the boundary nodes that an inner node of a shell follows, by transfinite interpolation: faces, less edges, plus corners. */
function addBoundary(m: Model, bodies: ContactBodies, begin: i32, first: i32, node: i32, weight: f64): void {
  const i = placeOf(node, 0);
  const j = placeOf(node, 1);
  const k = placeOf(node, 2);
  for (let steps = 1; steps <= 3; steps++) {
    for (let a = -1; a <= 1; a++) {
      for (let b = -1; b <= 1; b++) {
        for (let c = -1; c <= 1; c++) {
          if (a * a + b * b + c * c !== steps) continue;
          const part = stepWeight(i, a, 0) * stepWeight(j, b, 1) * stepWeight(k, c, 2);
          const at = nodeAt(grid, stepTo(i, a, 0), stepTo(j, b, 1), stepTo(k, c, 2));
          addBody(bodies, begin, m.flex_nodebodyid[first + at], steps === 2 ? -weight * part : weight * part);
        }
      }
    }
  }
}

/** Adds the bodies of one side of a contact, all weights times `sign`. @reads contact_geom contact_flex contact_elem contact_vert */
function addSide(m: Model, d: Data, c: i32, side: i32, sign: f64, bodies: ContactBodies): void {
  const geom = d.contact_geom[2 * c + side];
  if (geom >= 0) {
    bodies.body[bodies.count] = m.geom_bodyid[geom];
    bodies.weight[bodies.count++] = sign;
    return;
  }
  const f = d.contact_flex[2 * c + side];
  const v = d.contact_vert[2 * c + side];
  let n: i32 = 1;
  if (v >= 0) {
    vertex[0] = m.flex_vertadr[f] + v;
    share[0] = 1;
  } else n = shareElement(m, d, c, f, d.contact_elem[2 * c + side], d.contact_vert[2 * c + 1 - side]);
  if (m.flex_interp[f] !== 0) {
    addNodes(m, bodies, f, n, sign);
    return;
  }
  for (let k = 0; k < n; k++) {
    bodies.body[bodies.count] = m.flex_vertbodyid[vertex[k]];
    bodies.weight[bodies.count++] = sign * share[k];
  }
}

/**
 * The bodies that carry both sides of contact `c`.
 *
 * @reads contact_pos flexvert_xpos
 */
export function contactBodies(m: Model, d: Data, c: i32, bodies: ContactBodies): void {
  bodies.count = 0;
  addSide(m, d, c, 0, -1, bodies);
  bodies.first = bodies.count;
  addSide(m, d, c, 1, 1, bodies);
}

/** Mean of `body_invweight0` (component 0: translation, 1: rotation) over the bodies of both sides. */
export function meanInverseWeight(m: Model, bodies: ContactBodies, component: i32): f64 {
  let sum: f64 = 0;
  for (let k = 0; k < bodies.count; k++) {
    const weight = k < bodies.first ? -bodies.weight[k] : bodies.weight[k];
    sum += m.body_invweight0[2 * bodies.body[k] + component] * weight;
  }
  return sum;
}
