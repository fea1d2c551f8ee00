import { type F64, type f64, type i32, idiv, scratchF64 } from '../../dialect.ts';
import { copy9, mulMatTMat3, mulMatTVec3, mulMatVec3, transpose3 } from '../../math/mat3.ts';
import { clip, MINVAL } from '../../math/scalar.ts';
import { addScl3, addTo3, copy3, dot3, normalize3, scl3, sub3 } from '../../math/vec3.ts';
import { addContact, type Contacts } from '../contact.ts';
import { type Geom, toWorld } from '../geom.ts';

const SLACK: f64 = 1e-13; // rounding error of a support distance, relative to the summed half sizes
const PARALLEL2: f64 = 1e-16; // sin² of the angle below which two edges have no common normal
const EDGE_BIAS: f64 = 1e-6; // an edge axis must beat the best face axis by this fraction
const EDGE_SLACK: f64 = 1e-9; // of the bound that saves the root of an edge axis, relative to the sizes
const ALIGNED: f64 = 0.99; // cosine above which an edge axis repeats a face axis
const FACE_PREFERENCE: f64 = 0.05; // fraction of the depth that a face contact may cost against such an edge
const SIGN_NOISE: f64 = 1e-9; // axis component whose sign does not tell the supporting corner
const SAME_VERTEX2: f64 = 1e-14; // squared distance of equal vertices, relative to the face
const MAX_VERTICES: i32 = 12;

const rot = scratchF64(9); // axes of box 2 in the frame of box 1, as columns
const centre2 = scratchF64(3); // centre of box 2 in the frame of box 1
const centre1 = scratchF64(3); // centre of box 1 in the frame of box 2
const delta = scratchF64(3);

const axis = scratchF64(3); // unit separating axis of an edge pair, frame of box 1
const axisIn2 = scratchF64(3); // the same in the frame of box 2
const edge2 = scratchF64(3); // direction of an edge of box 2, frame of box 1
const corner1 = scratchF64(3);
const corner2 = scratchF64(3);
const witness1 = scratchF64(3);
const witness2 = scratchF64(3);

const incident = scratchF64(9); // axes of the incident box in the frame of the reference box
const polygon = scratchF64(2 * 3 * MAX_VERTICES); // two buffers of (x, y, height) vertices
const above = scratchF64(MAX_VERTICES); // signed distances to the clipping line
const local = scratchF64(3);
const point = scratchF64(3); // of a contact, world frame
const normal = scratchF64(3);

/** Unit cross product of axis i of box 1 with axis j of box 2, in the frame of box 1. */
function edgeAxis(i: i32, j: i32): void {
  const i1 = (i + 1) % 3;
  const i2 = (i + 2) % 3;
  axis[i] = 0;
  axis[i1] = -rot[3 * i2 + j];
  axis[i2] = rot[3 * i1 + j];
  normalize3(axis, 0);
}

/**
 * The axis of least penetration: 0..2 face of box 1, 3..5 face of box 2, 6 + 3i + j the cross product of edges i and j, or -1 when
 * some axis separates the boxes by more than `tolerance`.
 */
function leastPenetration(size1: F64, size2: F64, tolerance: f64): i32 {
  let best: f64 = -1e10;
  let code = -1;

  // faces of either box
  const x1 = size1[0];
  const y1 = size1[1];
  const z1 = size1[2];
  const x2 = size2[0];
  const y2 = size2[1];
  const z2 = size2[2];
  for (let i = 0; i < 3; i++) {
    const radius = Math.abs(rot[3 * i]) * x2 + Math.abs(rot[3 * i + 1]) * y2 + Math.abs(rot[3 * i + 2]) * z2;
    const sep = Math.abs(centre2[i]) - size1[i] - radius;
    if (sep > tolerance) return -1;
    if (sep > best) {
      best = sep;
      code = i;
    }
  }
  for (let j = 0; j < 3; j++) {
    const radius = Math.abs(rot[j]) * x1 + Math.abs(rot[3 + j]) * y1 + Math.abs(rot[6 + j]) * z1;
    const sep = Math.abs(centre1[j]) - size2[j] - radius;
    if (sep > tolerance) return -1;
    if (sep > best) {
      best = sep;
      code = 3 + j;
    }
  }
  const faceSep = best;
  const faceCode = code;

  // pairs of edges; component i of the axis is zero in frame 1, component j in frame 2
  const slack = EDGE_SLACK * (x1 + y1 + z1 + x2 + y2 + z2 + Math.abs(tolerance));
  for (let i = 0; i < 3; i++) {
    const i1 = i === 2 ? 0 : i + 1;
    const i2 = i === 0 ? 2 : i - 1;
    const half1 = size1[i1];
    const half2 = size1[i2];
    const c1 = centre2[i1];
    const c2 = centre2[i2];
    for (let j = 0; j < 3; j++) {
      const j1 = j === 2 ? 0 : j + 1;
      const j2 = j === 0 ? 2 : j - 1;
      let a = -rot[3 * i2 + j];
      let b = rot[3 * i1 + j];

      // along the axis before it is normalised a negative separation is an upper bound: most pairs of edges end here, without a root
      // (collision takes 0.9 of the time on a heap of boxes)
      const across = size2[j1] * Math.abs(rot[3 * i + j2]) + size2[j2] * Math.abs(rot[3 * i + j1]);
      const bound = Math.abs(a * c1 + b * c2) - half1 * Math.abs(a) - half2 * Math.abs(b) - across + slack;
      if (bound < 0 && bound < best) continue;

      const sin2 = a * a + b * b;
      if (sin2 < PARALLEL2) continue;
      const inv = 1 / Math.sqrt(sin2);
      a *= inv;
      b *= inv;
      const radius1 = half1 * Math.abs(a) + half2 * Math.abs(b);
      const radius2 =
        size2[j1] * Math.abs(a * rot[3 * i1 + j1] + b * rot[3 * i2 + j1]) +
        size2[j2] * Math.abs(a * rot[3 * i1 + j2] + b * rot[3 * i2 + j2]);
      const sep = Math.abs(a * c1 + b * c2) - radius1 - radius2;
      if (sep > tolerance) return -1;
      if (sep - EDGE_BIAS * Math.abs(sep) > best && sep > faceSep) {
        best = sep;
        code = 6 + 3 * i + j;
      }
    }
  }
  if (code < 6) return code;

  // an edge axis that repeats the best face axis gives way to it, unless it is clearly less deep
  edgeAxis(idiv(code - 6, 3), (code - 6) % 3);
  let cosine: f64 = 0;
  if (faceCode < 3) {
    cosine = Math.abs(axis[faceCode]);
  } else {
    const f = faceCode - 3;
    cosine = Math.abs(axis[0] * rot[f] + axis[1] * rot[3 + f] + axis[2] * rot[6 + f]);
  }
  const near = best < faceSep + FACE_PREFERENCE * Math.abs(faceSep) + MINVAL;
  return cosine > ALIGNED && near ? faceCode : code;
}

/** The component of a separating axis across edge i whose sign does not tell the supporting edge, or -1; at most one. */
function doubtfulComponent(direction: F64, i: i32): i32 {
  const next = (i + 1) % 3;
  const last = (i + 2) % 3;
  if (Math.abs(direction[next]) < SIGN_NOISE) return next;
  return Math.abs(direction[last]) < SIGN_NOISE ? last : -1;
}

/** res = middle of the edge of a box along its axis i that lies farthest along `direction` times `sign`. */
function supportingEdge(res: F64, size: F64, i: i32, direction: F64, sign: f64): void {
  for (let k = 0; k < 3; k++) {
    const half = sign * size[k];
    res[k] = k === i ? 0 : direction[k] >= 0 ? half : -half;
  }
}

/**
 * Closest points of the edges along axis i of box 1 and axis j of box 2 through `corner1` and `corner2`, which become those points; returns their
 * squared distance. Each clamp solves again for the other parameter.
 */
function closestOnEdges(i: i32, j: i32, half1: f64, half2: f64): f64 {
  const cosine = rot[3 * i + j];
  const sin2 = 1 - cosine * cosine;
  sub3(delta, 0, corner2, 0, corner1, 0);
  const e1 = delta[i];
  const e2 = dot3(edge2, 0, delta, 0);
  let s: f64 = sin2 < MINVAL ? 0 : (e1 - cosine * e2) / sin2;
  s = clip(s, -half1, half1);
  const t = clip(cosine * s - e2, -half2, half2);
  s = clip(e1 + cosine * t, -half1, half1);
  corner1[i] += s;
  addScl3(corner2, 0, corner2, 0, edge2, 0, t);
  sub3(delta, 0, corner2, 0, corner1, 0);
  return dot3(delta, 0, delta, 0);
}

/** Sets `witness1` and `witness2` to the closest points of edge i of box 1 and edge j of box 2 that support `axis`. */
function findWitnesses(i: i32, j: i32, size1: F64, size2: F64): void {
  // a component without a sign leaves two supporting edges: try both
  const doubt1 = doubtfulComponent(axis, i);
  const doubt2 = doubtfulComponent(axisIn2, j);
  const tries1 = doubt1 >= 0 ? 2 : 1;
  const tries2 = doubt2 >= 0 ? 2 : 1;
  for (let k = 0; k < 3; k++) edge2[k] = rot[3 * k + j];
  let nearest: f64 = 1e10;
  for (let a = 0; a < tries1; a++) {
    for (let b = 0; b < tries2; b++) {
      supportingEdge(corner1, size1, i, axis, 1);
      if (a === 1) corner1[doubt1] = -corner1[doubt1];
      supportingEdge(local, size2, j, axisIn2, -1);
      if (b === 1) local[doubt2] = -local[doubt2];
      mulMatVec3(corner2, 0, rot, 0, local, 0);
      addTo3(corner2, 0, centre2, 0);
      const gap2 = closestOnEdges(i, j, size1[i], size2[j]);
      if (!(gap2 < nearest)) continue;
      nearest = gap2;
      copy3(witness1, 0, corner1, 0);
      copy3(witness2, 0, corner2, 0);
    }
  }
}

/** One contact between edge i of box 1 and edge j of box 2, midway between their closest points. */
function edgeContact(i: i32, j: i32, box1: Geom, box2: Geom, tolerance: f64, contacts: Contacts): void {
  // the axis, from box 1 to box 2, in both frames
  edgeAxis(i, j);
  if (dot3(axis, 0, centre2, 0) < 0) scl3(axis, 0, axis, 0, -1);
  mulMatTVec3(axisIn2, 0, rot, 0, axis, 0);
  findWitnesses(i, j, box1.size, box2.size);

  sub3(delta, 0, witness2, 0, witness1, 0);
  const dist = dot3(delta, 0, axis, 0);
  if (dist > tolerance) return;
  const x = 0.5 * (witness1[0] + witness2[0]);
  const y = 0.5 * (witness1[1] + witness2[1]);
  const z = 0.5 * (witness1[2] + witness2[2]);
  toWorld(point, 0, box1.pos, box1.mat, x, y, z);
  mulMatVec3(normal, 0, box1.mat, 0, axis, 0);
  addContact(contacts, dist, point[0], point[1], point[2], normal[0], normal[1], normal[2]);
}

/**
 * Clips the n vertices at `from` by sign·v[coordinate] ≤ limit into the buffer at `to` and returns their number, or -1 when all were inside
 * and nothing was written.
 */
function clipPolygon(n: i32, from: i32, to: i32, coordinate: i32, sign: f64, limit: f64): i32 {
  let inside = true;
  for (let k = 0; k < n; k++) {
    above[k] = sign * polygon[from + 3 * k + coordinate] - limit;
    if (!(above[k] <= 0)) inside = false;
  }
  if (inside) return -1;

  let count = 0;
  for (let k = 0; k < n; k++) {
    const next = k + 1 === n ? 0 : k + 1;
    const p = from + 3 * k;
    const q = from + 3 * next;
    const a = above[k];
    const b = above[next];
    if (a <= 0 && count < MAX_VERTICES) {
      const at = to + 3 * count;
      polygon[at] = polygon[p];
      polygon[at + 1] = polygon[p + 1];
      polygon[at + 2] = polygon[p + 2];
      count++;
    }
    if (((a < 0 && b > 0) || (a > 0 && b < 0)) && count < MAX_VERTICES) {
      const t = a / (a - b);
      const at = to + 3 * count;
      polygon[at] = polygon[p] + t * (polygon[q] - polygon[p]);
      polygon[at + 1] = polygon[p + 1] + t * (polygon[q + 1] - polygon[p + 1]);
      polygon[at + 2] = polygon[p + 2] + t * (polygon[q + 2] - polygon[p + 2]);
      count++;
    }
  }
  return count;
}

/**
 * Writes the face of the incident box that opposes axis a of the reference box most, as four vertices: (x, y) in the reference face, height over it.
 * `side` tells which of the two faces of the axis it is.
 */
function setIncidentFace(a: i32, side: f64, size: F64, centre: F64, incidentSize: F64): void {
  let b = 0;
  for (let k = 1; k < 3; k++) if (Math.abs(incident[3 * a + k]) > Math.abs(incident[3 * a + b])) b = k;
  const facing: f64 = side * incident[3 * a + b] > 0 ? -1 : 1;
  const u = (b + 1) % 3;
  const v = (b + 2) % 3;
  for (let r = 0; r < 3; r++) {
    const c = (a + 1 + r) % 3;
    let middle = centre[c] + facing * incidentSize[b] * incident[3 * c + b];
    let du = incidentSize[u] * incident[3 * c + u];
    let dv = incidentSize[v] * incident[3 * c + v];
    if (r === 2) {
      middle = side * middle - size[a];
      du *= side;
      dv *= side;
    }
    polygon[r] = middle + du + dv;
    polygon[3 + r] = middle - du + dv;
    polygon[6 + r] = middle - du - dv;
    polygon[9 + r] = middle + du - dv;
  }
}

/** Is the vertex at polygon[p] within the distance whose square is `same2` of one between `first` and `end`? */
function isKnown(p: i32, first: i32, end: i32, same2: f64): boolean {
  for (let q = first; q < end; q += 3) {
    const dx = polygon[q] - polygon[p];
    const dy = polygon[q + 1] - polygon[p + 1];
    if (dx * dx + dy * dy < same2) return true;
  }
  return false;
}

/**
 * Contacts of a face of the reference box, along its axis a, with the incident box (its centre in the frame of the reference box): the incident
 * face that opposes it most, clipped by the reference face's sides. `flip` is -1 when the reference box is the second of the pair.
 */
function faceContacts(
  a: i32,
  flip: f64,
  box: Geom,
  centre: F64,
  incidentSize: F64,
  margin: f64,
  contacts: Contacts,
): void {
  const { size, mat } = box;
  const side: f64 = centre[a] >= 0 ? 1 : -1;
  const ax = (a + 1) % 3;
  const ay = (a + 2) % 3;
  setIncidentFace(a, side, size, centre, incidentSize);

  // clip by the four sides of the reference face
  let n = 4;
  let from = 0;
  for (let k = 0; k < 4; k++) {
    const coordinate = idiv(k, 2);
    const to = 3 * MAX_VERTICES - from;
    const count = clipPolygon(n, from, to, coordinate, k % 2 === 0 ? 1 : -1, coordinate === 0 ? size[ax] : size[ay]);
    if (count >= 0) {
      n = count;
      from = to;
    }
  }

  // the distinct vertices within the margin, which are kept at the front, give contacts midway between the reference plane and the incident face
  const same2 = SAME_VERTEX2 * (size[ax] * size[ax] + size[ay] * size[ay]);
  const sign = side * flip;
  let end = from;
  for (let p = from; p < from + 3 * n; p += 3) {
    const dist = polygon[p + 2];
    if (dist > margin || isKnown(p, from, end, same2)) continue;
    copy3(polygon, end, polygon, p);
    end += 3;
    local[ax] = polygon[p];
    local[ay] = polygon[p + 1];
    local[a] = side * (size[a] + 0.5 * dist);
    toWorld(point, 0, box.pos, mat, local[0], local[1], local[2]);
    addContact(contacts, dist, point[0], point[1], point[2], sign * mat[a], sign * mat[3 + a], sign * mat[6 + a]);
  }
}

/**
 * Box : box. The axis of least penetration among the 15 candidates (6 face normals, 9 edge cross products) decides: a face axis gives the incident
 * face clipped by the reference face (up to 8 contacts), an edge axis one contact between the two edges.
 *
 * @see Ericson, Real-Time Collision Detection (2005), §4.4.1
 */
export function boxBox(box1: Geom, box2: Geom, margin: f64, contacts: Contacts): void {
  const size1 = box1.size;
  const size2 = box2.size;
  sub3(delta, 0, box2.pos, 0, box1.pos, 0);
  mulMatTVec3(centre2, 0, box1.mat, 0, delta, 0);
  sub3(delta, 0, box1.pos, 0, box2.pos, 0);
  mulMatTVec3(centre1, 0, box2.mat, 0, delta, 0);
  mulMatTMat3(rot, 0, box1.mat, 0, box2.mat, 0);

  const tolerance = margin + SLACK * (size1[0] + size1[1] + size1[2] + size2[0] + size2[1] + size2[2]);
  const code = leastPenetration(size1, size2, tolerance);
  if (code < 0) return;
  if (code >= 6) {
    edgeContact(idiv(code - 6, 3), (code - 6) % 3, box1, box2, tolerance, contacts);
  } else if (code < 3) {
    copy9(incident, 0, rot, 0);
    faceContacts(code, 1, box1, centre2, size2, margin, contacts);
  } else {
    transpose3(incident, 0, rot, 0);
    faceContacts(code - 3, -1, box2, centre1, size1, margin, contacts);
  }
}
