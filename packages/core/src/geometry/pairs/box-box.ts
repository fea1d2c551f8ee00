import { type F64, type f64, type i32, idiv, scratchF64 } from '../../dialect.ts';
import { mulMatTMat3, mulMatTVec3 } from '../../math/mat3.ts';
import { clip } from '../../math/scalar.ts';
import { normalize3 } from '../../math/vec3.ts';
import { CONTACT_STRIDE, MINVAL, writeContact } from '../contact.ts';

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
const corner1 = scratchF64(3);
const corner2 = scratchF64(3);
const witness1 = scratchF64(3);
const witness2 = scratchF64(3);

const incident = scratchF64(9); // axes of the incident box in the frame of the reference box
const polygon = scratchF64(2 * 3 * MAX_VERTICES); // two buffers of (x, y, height) vertices
const above = scratchF64(MAX_VERTICES); // signed distances to the clipping line
const local = scratchF64(3);

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
function leastPenetration(size1: F64, s1: i32, size2: F64, s2: i32, tolerance: f64): i32 {
  let best: f64 = -1e10;
  let code = -1;

  // faces of either box
  const x1 = size1[s1];
  const y1 = size1[s1 + 1];
  const z1 = size1[s1 + 2];
  const x2 = size2[s2];
  const y2 = size2[s2 + 1];
  const z2 = size2[s2 + 2];
  for (let i = 0; i < 3; i++) {
    const radius = Math.abs(rot[3 * i]) * x2 + Math.abs(rot[3 * i + 1]) * y2 + Math.abs(rot[3 * i + 2]) * z2;
    const sep = Math.abs(centre2[i]) - size1[s1 + i] - radius;
    if (sep > tolerance) return -1;
    if (sep > best) {
      best = sep;
      code = i;
    }
  }
  for (let j = 0; j < 3; j++) {
    const radius = Math.abs(rot[j]) * x1 + Math.abs(rot[3 + j]) * y1 + Math.abs(rot[6 + j]) * z1;
    const sep = Math.abs(centre1[j]) - size2[s2 + j] - radius;
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
    const half1 = size1[s1 + i1];
    const half2 = size1[s1 + i2];
    const c1 = centre2[i1];
    const c2 = centre2[i2];
    for (let j = 0; j < 3; j++) {
      const j1 = j === 2 ? 0 : j + 1;
      const j2 = j === 0 ? 2 : j - 1;
      let a = -rot[3 * i2 + j];
      let b = rot[3 * i1 + j];

      // along the axis before it is normalised a negative separation is an upper bound: most pairs of edges end here, without a root
      // (collision takes 0.9 of the time on a heap of boxes)
      const across = size2[s2 + j1] * Math.abs(rot[3 * i + j2]) + size2[s2 + j2] * Math.abs(rot[3 * i + j1]);
      const bound = Math.abs(a * c1 + b * c2) - half1 * Math.abs(a) - half2 * Math.abs(b) - across + slack;
      if (bound < 0 && bound < best) continue;

      const sin2 = a * a + b * b;
      if (sin2 < PARALLEL2) continue;
      const inv = 1 / Math.sqrt(sin2);
      a *= inv;
      b *= inv;
      const radius1 = half1 * Math.abs(a) + half2 * Math.abs(b);
      const radius2 =
        size2[s2 + j1] * Math.abs(a * rot[3 * i1 + j1] + b * rot[3 * i2 + j1]) +
        size2[s2 + j2] * Math.abs(a * rot[3 * i1 + j2] + b * rot[3 * i2 + j2]);
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

/** One contact between edge i of box 1 and edge j of box 2, midway between their closest points. */
function edgeContact(
  out: F64,
  o: i32,
  i: i32,
  j: i32,
  pos1: F64,
  p1: i32,
  mat1: F64,
  m1: i32,
  size1: F64,
  s1: i32,
  size2: F64,
  s2: i32,
  tolerance: f64,
): i32 {
  const i1 = (i + 1) % 3;
  const i2 = (i + 2) % 3;
  const j1 = (j + 1) % 3;
  const j2 = (j + 2) % 3;

  // the axis, from box 1 to box 2, in both frames
  edgeAxis(i, j);
  if (axis[0] * centre2[0] + axis[1] * centre2[1] + axis[2] * centre2[2] < 0) {
    axis[0] = -axis[0];
    axis[1] = -axis[1];
    axis[2] = -axis[2];
  }
  for (let k = 0; k < 3; k++) axisIn2[k] = axis[0] * rot[k] + axis[1] * rot[3 + k] + axis[2] * rot[6 + k];

  // a component without a sign leaves two supporting edges: try both, at most one component per box
  let doubt1 = -1;
  if (Math.abs(axis[i1]) < SIGN_NOISE) doubt1 = i1;
  else if (Math.abs(axis[i2]) < SIGN_NOISE) doubt1 = i2;
  let doubt2 = -1;
  if (Math.abs(axisIn2[j1]) < SIGN_NOISE) doubt2 = j1;
  else if (Math.abs(axisIn2[j2]) < SIGN_NOISE) doubt2 = j2;

  // direction of edge j in frame 1; edge i is the unit vector i
  const ux = rot[j];
  const uy = rot[3 + j];
  const uz = rot[6 + j];
  const cosine = rot[3 * i + j];
  const sin2 = 1 - cosine * cosine;

  let nearest: f64 = 1e10;
  const tries1 = doubt1 >= 0 ? 2 : 1;
  const tries2 = doubt2 >= 0 ? 2 : 1;
  for (let a = 0; a < tries1; a++) {
    corner1[i] = 0;
    corner1[i1] = axis[i1] >= 0 ? size1[s1 + i1] : -size1[s1 + i1];
    corner1[i2] = axis[i2] >= 0 ? size1[s1 + i2] : -size1[s1 + i2];
    if (a === 1) corner1[doubt1] = -corner1[doubt1];
    for (let b = 0; b < tries2; b++) {
      local[j] = 0;
      local[j1] = axisIn2[j1] >= 0 ? -size2[s2 + j1] : size2[s2 + j1];
      local[j2] = axisIn2[j2] >= 0 ? -size2[s2 + j2] : size2[s2 + j2];
      if (b === 1) local[doubt2] = -local[doubt2];
      for (let k = 0; k < 3; k++) {
        corner2[k] = rot[3 * k] * local[0] + rot[3 * k + 1] * local[1] + rot[3 * k + 2] * local[2] + centre2[k];
        delta[k] = corner2[k] - corner1[k];
      }

      // closest points: each clamp solves again for the other parameter
      const e1 = delta[i];
      const e2 = ux * delta[0] + uy * delta[1] + uz * delta[2];
      let s: f64 = sin2 < MINVAL ? 0 : (e1 - cosine * e2) / sin2;
      s = clip(s, -size1[s1 + i], size1[s1 + i]);
      const t = clip(cosine * s - e2, -size2[s2 + j], size2[s2 + j]);
      s = clip(e1 + cosine * t, -size1[s1 + i], size1[s1 + i]);

      const qx = corner2[0] + ux * t;
      const qy = corner2[1] + uy * t;
      const qz = corner2[2] + uz * t;
      corner1[i] += s;
      const gx = qx - corner1[0];
      const gy = qy - corner1[1];
      const gz = qz - corner1[2];
      const gap2 = gx * gx + gy * gy + gz * gz;
      if (gap2 < nearest) {
        nearest = gap2;
        for (let k = 0; k < 3; k++) witness1[k] = corner1[k];
        witness2[0] = qx;
        witness2[1] = qy;
        witness2[2] = qz;
      }
      corner1[i] = 0;
    }
  }

  const dist =
    (witness2[0] - witness1[0]) * axis[0] +
    (witness2[1] - witness1[1]) * axis[1] +
    (witness2[2] - witness1[2]) * axis[2];
  if (dist > tolerance) return 0;
  const x = 0.5 * (witness1[0] + witness2[0]);
  const y = 0.5 * (witness1[1] + witness2[1]);
  const z = 0.5 * (witness1[2] + witness2[2]);
  writeContact(
    out,
    o,
    dist,
    mat1[m1] * x + mat1[m1 + 1] * y + mat1[m1 + 2] * z + pos1[p1],
    mat1[m1 + 3] * x + mat1[m1 + 4] * y + mat1[m1 + 5] * z + pos1[p1 + 1],
    mat1[m1 + 6] * x + mat1[m1 + 7] * y + mat1[m1 + 8] * z + pos1[p1 + 2],
    mat1[m1] * axis[0] + mat1[m1 + 1] * axis[1] + mat1[m1 + 2] * axis[2],
    mat1[m1 + 3] * axis[0] + mat1[m1 + 4] * axis[1] + mat1[m1 + 5] * axis[2],
    mat1[m1 + 6] * axis[0] + mat1[m1 + 7] * axis[1] + mat1[m1 + 8] * axis[2],
  );
  return 1;
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
 * Contacts of a face of the reference box (axis a of the box at posR, matR, sizeR) with the incident box: the incident face that opposes it most,
 * clipped by the reference face's sides. `flip` is -1 when the reference box is the second of the pair.
 */
function faceContacts(
  out: F64,
  o: i32,
  a: i32,
  flip: f64,
  posR: F64,
  pR: i32,
  matR: F64,
  mR: i32,
  sizeR: F64,
  sR: i32,
  centreI: F64,
  sizeI: F64,
  sI: i32,
  margin: f64,
): i32 {
  const side: f64 = centreI[a] >= 0 ? 1 : -1;

  // face of the incident box
  let b = 0;
  for (let k = 1; k < 3; k++) if (Math.abs(incident[3 * a + k]) > Math.abs(incident[3 * a + b])) b = k;
  const facing: f64 = side * incident[3 * a + b] > 0 ? -1 : 1;
  const u = (b + 1) % 3;
  const v = (b + 2) % 3;

  // its corners: (x, y) in the reference face, height over it
  const ax = (a + 1) % 3;
  const ay = (a + 2) % 3;
  for (let r = 0; r < 3; r++) {
    const c = r === 0 ? ax : r === 1 ? ay : a;
    let middle = centreI[c] + facing * sizeI[sI + b] * incident[3 * c + b];
    let du = sizeI[sI + u] * incident[3 * c + u];
    let dv = sizeI[sI + v] * incident[3 * c + v];
    if (r === 2) {
      middle = side * middle - sizeR[sR + a];
      du *= side;
      dv *= side;
    }
    polygon[r] = middle + du + dv;
    polygon[3 + r] = middle - du + dv;
    polygon[6 + r] = middle - du - dv;
    polygon[9 + r] = middle + du - dv;
  }

  // clip by the four sides of the reference face
  let n = 4;
  let from = 0;
  for (let k = 0; k < 4; k++) {
    const coordinate = idiv(k, 2);
    const to = 3 * MAX_VERTICES - from;
    const limit = coordinate === 0 ? sizeR[sR + ax] : sizeR[sR + ay];
    const count = clipPolygon(n, from, to, coordinate, k % 2 === 0 ? 1 : -1, limit);
    if (count >= 0) {
      n = count;
      from = to;
    }
  }

  // keep the distinct vertices within the margin, at the front of their own buffer
  const same2 = SAME_VERTEX2 * (sizeR[sR + ax] * sizeR[sR + ax] + sizeR[sR + ay] * sizeR[sR + ay]);
  let kept = 0;
  for (let k = 0; k < n; k++) {
    const p = from + 3 * k;
    if (polygon[p + 2] > margin) continue;
    let known = false;
    for (let q = 0; q < kept && !known; q++) {
      const dx = polygon[from + 3 * q] - polygon[p];
      const dy = polygon[from + 3 * q + 1] - polygon[p + 1];
      known = dx * dx + dy * dy < same2;
    }
    if (known) continue;
    for (let c = 0; c < 3; c++) polygon[from + 3 * kept + c] = polygon[p + c];
    kept++;
  }

  // rows: midway between the reference plane and the incident face
  const sign = side * flip;
  const nx = sign * matR[mR + a];
  const ny = sign * matR[mR + 3 + a];
  const nz = sign * matR[mR + 6 + a];
  for (let k = 0; k < kept; k++) {
    const p = from + 3 * k;
    const dist = polygon[p + 2];
    local[ax] = polygon[p];
    local[ay] = polygon[p + 1];
    local[a] = side * (sizeR[sR + a] + 0.5 * dist);
    writeContact(
      out,
      o + k * CONTACT_STRIDE,
      dist,
      matR[mR] * local[0] + matR[mR + 1] * local[1] + matR[mR + 2] * local[2] + posR[pR],
      matR[mR + 3] * local[0] + matR[mR + 4] * local[1] + matR[mR + 5] * local[2] + posR[pR + 1],
      matR[mR + 6] * local[0] + matR[mR + 7] * local[1] + matR[mR + 8] * local[2] + posR[pR + 2],
      nx,
      ny,
      nz,
    );
  }
  return kept;
}

/**
 * Box : box. The axis of least penetration among the 15 candidates (6 face normals, 9 edge cross products) decides: a face axis gives the incident
 * face clipped by the reference face (up to 8 contacts), an edge axis one contact between the two edges.
 *
 * @see Ericson, Real-Time Collision Detection (2005), §4.4.1
 */
export function boxBox(
  out: F64,
  o: i32,
  pos1: F64,
  p1: i32,
  mat1: F64,
  m1: i32,
  size1: F64,
  s1: i32,
  pos2: F64,
  p2: i32,
  mat2: F64,
  m2: i32,
  size2: F64,
  s2: i32,
  margin: f64,
): i32 {
  for (let k = 0; k < 3; k++) delta[k] = pos2[p2 + k] - pos1[p1 + k];
  mulMatTVec3(centre2, 0, mat1, m1, delta, 0);
  for (let k = 0; k < 3; k++) delta[k] = pos1[p1 + k] - pos2[p2 + k];
  mulMatTVec3(centre1, 0, mat2, m2, delta, 0);
  mulMatTMat3(rot, 0, mat1, m1, mat2, m2);

  const tolerance =
    margin + SLACK * (size1[s1] + size1[s1 + 1] + size1[s1 + 2] + size2[s2] + size2[s2 + 1] + size2[s2 + 2]);
  const code = leastPenetration(size1, s1, size2, s2, tolerance);
  if (code < 0) return 0;
  if (code >= 6) {
    const i = idiv(code - 6, 3);
    const j = (code - 6) % 3;
    return edgeContact(out, o, i, j, pos1, p1, mat1, m1, size1, s1, size2, s2, tolerance);
  }
  if (code < 3) {
    for (let k = 0; k < 9; k++) incident[k] = rot[k];
    return faceContacts(out, o, code, 1, pos1, p1, mat1, m1, size1, s1, centre2, size2, s2, margin);
  }
  for (let k = 0; k < 9; k++) incident[k] = rot[3 * (k % 3) + idiv(k, 3)];
  return faceContacts(out, o, code - 3, -1, pos2, p2, mat2, m2, size2, s2, centre1, size1, s1, margin);
}
