// @cold

/** The pairs that come close while vertices move from one place to another, along straight lines. */
import { bitsMeet } from '../../collision/filter.ts';
import { EMPTY_F64, type F64, type f64, type i32, scratchF64 } from '../../dialect.ts';
import { fill, zeroI } from '../../math/linear/dense.ts';
import { max, min } from '../../math/scalar.ts';
import { copy3, dist3, norm3, sub3 } from '../../math/vec3.ts';
import type { Data, Model } from '../../model/classes.ts';
import { DSBL_CONSTRAINT, DSBL_CONTACT, FLEXSELF_NONE } from '../../model/constants.ts';
import { coreRadius } from './features.ts';
import {
  BAND,
  CORNER_TRIANGLE,
  EDGE_EDGE,
  GEOM_EDGE_EDGE,
  isOfSheets,
  measure,
  setPair,
  thickness,
  VERTEX_GEOM,
  VERTEX_TRIANGLE,
  vertexCount,
  vertexOf,
} from './pairs.ts';
import { isFixedShape, isSheet } from './sheets.ts';
import { nextElement, setQueryBox, startQuery, TreeQuery } from './tree-query.ts';

/** How many bands away features are looked for, beside the ways of their vertices. */
const REACH: f64 = 3;

/** A sweep of all vertices. */
class Sweep {
  from: F64 = EMPTY_F64;
  to: F64 = EMPTY_F64;
  /** Farthest that a vertex of the flex at hand moves. */
  travel: f64 = 0;
  /** Farthest that one is from where the bounding tree of the flex has it. */
  drift: f64 = 0;
  /** Numbers the queries for edges. */
  query: i32 = 0;
}

const sweep = new Sweep();
const tree = new TreeQuery();
const ends = scratchF64(6); // of an edge of a sheet
const ways = scratchF64(12); // of the vertices of a pair
const relative = scratchF64(3);

/** How far a pair of features of sheets may come closer: the longest way of a vertex of one, seen from a vertex of the other. @reads ipcKind */
function relativeTravel(d: Data, p: i32): f64 {
  const first = d.ipcKind[p] === EDGE_EDGE ? 2 : 1;
  for (let q = 0; q < 4; q++) {
    const v = 3 * vertexOf(d, p, q);
    sub3(ways, 3 * q, sweep.to, v, sweep.from, v);
  }
  let longest: f64 = 0;
  for (let q = 0; q < first; q++) {
    for (let r = first; r < 4; r++) {
      sub3(relative, 0, ways, 3 * r, ways, 3 * q);
      longest = max(longest, norm3(relative, 0));
    }
  }
  return longest;
}

/** How far a pair may come closer. @reads ipcTravel */
function approach(d: Data, p: i32): f64 {
  if (isOfSheets(d, p)) return relativeTravel(d, p);
  let longest: f64 = 0;
  for (let q = 0; q < vertexCount(d.ipcKind[p]); q++) longest = max(longest, d.ipcTravel[vertexOf(d, p, q)]);
  return longest;
}

/**
 * Lists the pair, which is the next after those listed, if it is within reach and may come close. Features of sheets in the same place
 * have no direction that would part them.
 *
 * @reads nipcpair ipcBand
 * @writes nipcpair
 */
function offer(m: Model, d: Data, reach: f64): void {
  const p = d.nipcpair;
  const dist = measure(m, d, p, sweep.from, reach + thickness(m, d, p));
  const apart = dist - thickness(m, d, p);
  if (apart >= reach || (isOfSheets(d, p) && dist <= 0)) return;
  if (apart < d.ipcBand[p] + approach(d, p)) d.nipcpair = p + 1;
}

/** Whether the bits of a flex and a geom meet. */
function meets(m: Model, f: i32, g: i32): boolean {
  return bitsMeet(m.geom_contype[g], m.geom_conaffinity[g], m.flex_contype[f], m.flex_conaffinity[f]);
}

/** Whether a vertex may be within `reach` of a geom, by its bounding sphere. @reads geom_xpos */
function isNear(m: Model, d: Data, g: i32, v: i32, reach: f64): boolean {
  const bound = m.geom_rbound[g];
  return bound <= 0 || dist3(sweep.from, 3 * v, d.geom_xpos, 3 * g) <= bound + reach;
}

/** Vertices of flex `f` with fixed geoms. @reads ipcDof ipcTravel */
function verticesWithGeoms(m: Model, d: Data, f: i32): void {
  const first = m.flex_vertadr[f];
  for (let g = 0; g < m.ngeom; g++) {
    if (!meets(m, f, g) || !isFixedShape(m, g)) continue;
    for (let v = first; v < first + m.flex_vertnum[f]; v++) {
      const reach = REACH * BAND + d.ipcTravel[v];
      if (d.ipcDof[v] < 0 || !isNear(m, d, g, v, reach + m.flex_radius[f])) continue;
      setPair(m, d, d.nipcpair, VERTEX_GEOM, g, v, 0, 0, 0);
      offer(m, d, reach);
    }
  }
}

/** Corner `k` of element `e` of flex `f`, among all vertices. */
function cornerOf(m: Model, f: i32, e: i32, k: i32): i32 {
  return m.flex_vertadr[f] + m.flex_elem[m.flex_elemdataadr[f] + 3 * e + k];
}

/** Edge `k` of element `e` of flex `f`, among all edges. */
function edgeOf(m: Model, f: i32, e: i32, k: i32): i32 {
  return m.flex_edgeadr[f] + m.flex_elemedge[m.flex_elemedgeadr[f] + 3 * e + k];
}

/** Whether the query meets an edge for the first time. @reads ipcEdgeSeen @writes ipcEdgeSeen */
function isNew(d: Data, edge: i32): boolean {
  if (d.ipcEdgeSeen[edge] === sweep.query) return false;
  d.ipcEdgeSeen[edge] = sweep.query;
  return true;
}

/** Starts a query for the elements of flex `f` within `reach` of the box of `tree`, whose surface is `radius` around. */
function startNear(m: Model, d: Data, f: i32, reach: f64, radius: f64): void {
  sweep.query++;
  startQuery(tree, m, d, f, reach + sweep.drift + radius + m.flex_radius[f]);
}

/** Corners of geoms with the triangles of flex `f`. @reads nipccorner ipcCorner ipcCornerGeom */
function cornersWithTriangles(m: Model, d: Data, f: i32, reach: f64): void {
  for (let c = 0; c < d.nipccorner; c++) {
    const g = d.ipcCornerGeom[c];
    if (!meets(m, f, g)) continue;
    setQueryBox(tree, d.ipcCorner, 3 * c, 1);
    startNear(m, d, f, reach, coreRadius(m, g));
    for (let e = nextElement(tree, m, d); e >= 0; e = nextElement(tree, m, d)) {
      const p = d.nipcpair;
      setPair(m, d, p, CORNER_TRIANGLE, g, c, cornerOf(m, f, e, 0), cornerOf(m, f, e, 1), cornerOf(m, f, e, 2));
      offer(m, d, reach);
    }
  }
}

/** Edges of geoms with the edges of flex `f`. @reads nipcedge ipcEdge ipcEdgeGeom */
function geomEdgesWithEdges(m: Model, d: Data, f: i32, reach: f64): void {
  const first = m.flex_vertadr[f];
  for (let c = 0; c < d.nipcedge; c++) {
    const g = d.ipcEdgeGeom[c];
    if (!meets(m, f, g)) continue;
    setQueryBox(tree, d.ipcEdge, 6 * c, 2);
    startNear(m, d, f, reach, coreRadius(m, g));
    for (let e = nextElement(tree, m, d); e >= 0; e = nextElement(tree, m, d)) {
      for (let k = 0; k < 3; k++) {
        const edge = edgeOf(m, f, e, k);
        if (!isNew(d, edge)) continue;
        const a = first + m.flex_edge[2 * edge];
        const b = first + m.flex_edge[2 * edge + 1];
        setPair(m, d, d.nipcpair, GEOM_EDGE_EDGE, g, c, a, b, 0);
        offer(m, d, reach);
      }
    }
  }
}

/** Whether features of two flexes may touch: of one with itself if it asks for that. */
function flexesMeet(m: Model, f1: i32, f2: i32): boolean {
  if (f1 === f2) return m.flex_selfcollide[f1] !== FLEXSELF_NONE && (m.flex_contype[f1] & m.flex_conaffinity[f1]) !== 0;
  return bitsMeet(m.flex_contype[f1], m.flex_conaffinity[f1], m.flex_contype[f2], m.flex_conaffinity[f2]);
}

/** The band of features of two flexes. */
function bandOf(m: Model, f1: i32, f2: i32): f64 {
  return min(BAND, min(m.flex_radius[f1], m.flex_radius[f2]));
}

/** Vertices of flex `f1` with triangles of flex `f2` that they are not corners of. @reads ipcTravel */
function verticesWithTriangles(m: Model, d: Data, f1: i32, f2: i32): void {
  const first = m.flex_vertadr[f1];
  for (let v = first; v < first + m.flex_vertnum[f1]; v++) {
    const reach = REACH * bandOf(m, f1, f2) + d.ipcTravel[v] + sweep.travel;
    setQueryBox(tree, sweep.from, 3 * v, 1);
    startNear(m, d, f2, reach, m.flex_radius[f1]);
    for (let e = nextElement(tree, m, d); e >= 0; e = nextElement(tree, m, d)) {
      const a = cornerOf(m, f2, e, 0),
        b = cornerOf(m, f2, e, 1),
        c = cornerOf(m, f2, e, 2);
      if (v === a || v === b || v === c) continue;
      setPair(m, d, d.nipcpair, VERTEX_TRIANGLE, -1, v, a, b, c);
      offer(m, d, reach);
    }
  }
}

/** Edge `edge1` of flex `f1` with edges of flex `f2` that it has no corner in common with; of one flex only with later ones. */
function edgeWithEdges(m: Model, d: Data, f1: i32, edge1: i32, f2: i32): void {
  const a1 = m.flex_vertadr[f1] + m.flex_edge[2 * edge1],
    b1 = m.flex_vertadr[f1] + m.flex_edge[2 * edge1 + 1],
    reach = REACH * bandOf(m, f1, f2) + max(d.ipcTravel[a1], d.ipcTravel[b1]) + sweep.travel;
  copy3(ends, 0, sweep.from, 3 * a1);
  copy3(ends, 3, sweep.from, 3 * b1);
  setQueryBox(tree, ends, 0, 2);
  startNear(m, d, f2, reach, m.flex_radius[f1]);
  for (let e = nextElement(tree, m, d); e >= 0; e = nextElement(tree, m, d)) {
    for (let k = 0; k < 3; k++) {
      const edge2 = edgeOf(m, f2, e, k);
      if ((f1 === f2 && edge2 <= edge1) || !isNew(d, edge2)) continue;
      const a2 = m.flex_vertadr[f2] + m.flex_edge[2 * edge2],
        b2 = m.flex_vertadr[f2] + m.flex_edge[2 * edge2 + 1];
      if (a1 === a2 || a1 === b2 || b1 === a2 || b1 === b2) continue;
      setPair(m, d, d.nipcpair, EDGE_EDGE, -1, a1, b1, a2, b2);
      offer(m, d, reach);
    }
  }
}

/** All pairs of features of other flexes, or its own, with the elements of flex `f`. */
function withElements(m: Model, d: Data, f: i32): void {
  for (let other = 0; other < m.nflex; other++)
    if (isSheet(m, other) && flexesMeet(m, other, f)) verticesWithTriangles(m, d, other, f);
  for (let other = 0; other <= f; other++) {
    if (!isSheet(m, other) || !flexesMeet(m, other, f)) continue;
    for (let k = 0; k < m.flex_edgenum[other]; k++) edgeWithEdges(m, d, other, m.flex_edgeadr[other] + k, f);
  }
}

/** How far the vertices of flex `f` move, and are from the boxes of its tree. @reads flexvert_xpos @writes ipcTravel */
function measureTravel(m: Model, d: Data, f: i32): void {
  const first = m.flex_vertadr[f];
  for (let v = first; v < first + m.flex_vertnum[f]; v++) d.ipcTravel[v] = dist3(sweep.to, 3 * v, sweep.from, 3 * v);
}

/** Sets the travel and drift of flex `f`. @reads flexvert_xpos ipcTravel */
function takeFlex(m: Model, d: Data, f: i32): void {
  const first = m.flex_vertadr[f];
  sweep.travel = 0;
  sweep.drift = 0;
  for (let v = first; v < first + m.flex_vertnum[f]; v++) {
    sweep.travel = max(sweep.travel, d.ipcTravel[v]);
    sweep.drift = max(sweep.drift, dist3(sweep.from, 3 * v, d.flexvert_xpos, 3 * v));
  }
}

/**
 * Lists the pairs that come close while vertices move from `from` to `to`, after those that are listed. Corners and edges of geoms are looked for
 * within `geomReach` and the way of the sheet.
 *
 * @writes nipcpair
 * @see mjc_candidates
 */
export function listCandidates(m: Model, d: Data, from: F64, to: F64, geomReach: f64): void {
  if ((m.opt_disableflags & (DSBL_CONTACT | DSBL_CONSTRAINT)) !== 0) return;
  sweep.from = from;
  sweep.to = to;
  sweep.query = 0;
  zeroI(d.ipcEdgeSeen, 0, m.nflexedge);
  fill(d.ipcTravel, 0, 0, m.nflexvert);
  for (let f = 0; f < m.nflex; f++) if (isSheet(m, f)) measureTravel(m, d, f);
  for (let f = 0; f < m.nflex; f++) if (isSheet(m, f)) verticesWithGeoms(m, d, f);
  for (let f = 0; f < m.nflex; f++) {
    if (!isSheet(m, f)) continue;
    takeFlex(m, d, f);
    cornersWithTriangles(m, d, f, geomReach + sweep.travel);
    geomEdgesWithEdges(m, d, f, geomReach + sweep.travel);
    withElements(m, d, f);
  }
}
