import { type F64, type f64, type i32, scratchF64, scratchI32 } from '../../dialect.ts';
import { CONTACT_STRIDE, MINVAL } from '../contact.ts';
import { ballBox } from './sphere-box.ts';

// Which feature of the box is nearest to the capsule's segment.
const NOTHING: i32 = 0;
const FACE: i32 = 1; // an end of the segment is nearest, over a face or inside the box
const EDGE: i32 = 2; // interior of a box edge
const CORNER: i32 = 3;

const NO_SECOND: f64 = -4; // offsets along the segment are within [-2, 2]

const centre = scratchF64(3); // capsule centre in the box frame
const axis = scratchF64(3); // capsule axis in the box frame
const reach = scratchF64(3); // axis · half length
const gap = scratchF64(3);

// the nearest feature: squared distance, position on the segment in [-1, 1], position on the edge in [-1, 1]
const near = scratchF64(3);
const DIST2: i32 = 0;
const SEGMENT: i32 = 1;
const ALONG: i32 = 2;
// its kind, its axis (normal of the face or direction of the edge, -1 inside the box), its corner as sign bits
const feature = scratchI32(3);
const KIND: i32 = 0;
const AXIS: i32 = 1;
const BITS: i32 = 2;

/** Ends of the segment that lie over a face or inside the box. */
function nearestEnd(size2: F64, s2: i32): void {
  for (let end = 0; end < 2; end++) {
    const t: f64 = end === 0 ? -1 : 1;
    let outside = 0;
    let face = -1;
    let dist2: f64 = 0;
    for (let k = 0; k < 3; k++) {
      const half = size2[s2 + k];
      const x = centre[k] + reach[k] * t;
      let q = x;
      if (x < -half) {
        q = -half;
        face = k;
        outside++;
      } else if (x > half) {
        q = half;
        face = k;
        outside++;
      }
      dist2 += (q - x) * (q - x);
    }
    if (outside > 1 || !(dist2 < near[DIST2])) continue;
    near[DIST2] = dist2;
    near[SEGMENT] = t;
    feature[KIND] = FACE;
    feature[AXIS] = face;
  }
}

/** The twelve edges of the box, corners included, against the segment. */
function nearestEdge(half1: f64, size2: F64, s2: i32): void {
  const bb = half1 * half1;
  for (let j = 0; j < 3; j++) {
    const half = size2[s2 + j];
    const aa = half * half;
    const ab = -half * reach[j];
    const det = aa * bb - ab * ab;
    if (Math.abs(det) < MINVAL) continue; // segment parallel to these edges
    const inv = 1 / det;
    for (let corner = 0; corner < 8; corner++) {
      if ((corner & (1 << j)) !== 0) continue;

      // vector from the segment's centre to the edge's
      for (let k = 0; k < 3; k++) {
        const side = (corner & (1 << k)) !== 0 ? size2[s2 + k] : -size2[s2 + k];
        gap[k] = k === j ? -centre[k] : side - centre[k];
      }
      const u = -half * gap[j];
      const v = reach[0] * gap[0] + reach[1] * gap[1] + reach[2] * gap[2];

      // s along the edge, t along the segment, both clamped to [-1, 1]
      let s = (bb * u - ab * v) * inv;
      let t = (aa * v - ab * u) * inv;
      let end = 0;
      if (s > 1) {
        s = 1;
        end = 1;
        t = (v - ab) * (1 / bb);
      } else if (s < -1) {
        s = -1;
        end = -1;
        t = (v + ab) * (1 / bb);
      }
      if (t > 1 || t < -1) {
        const sign: f64 = t > 1 ? 1 : -1;
        t = sign;
        s = (u - sign * ab) * (1 / aa);
        if (s > 1) {
          s = 1;
          end = 1;
        } else if (s < -1) {
          s = -1;
          end = -1;
        }
      }

      gap[0] += reach[0] * -t;
      gap[1] += reach[1] * -t;
      gap[2] += reach[2] * -t;
      gap[j] += half * s;
      const dist2 = gap[0] * gap[0] + gap[1] * gap[1] + gap[2] * gap[2];
      if (!(dist2 < near[DIST2] - MINVAL)) continue;
      near[DIST2] = dist2;
      near[SEGMENT] = t;
      near[ALONG] = s;
      feature[KIND] = end === 0 ? EDGE : CORNER;
      feature[AXIS] = j;
      feature[BITS] = end > 0 ? corner + (1 << j) : corner;
    }
  }
}

/** How far along the segment, in units of its half length, the axis k of the box can be crossed from side to side. */
function crossing(size2: F64, s2: i32, k: i32): f64 {
  return (2 * size2[s2 + k]) / Math.abs(reach[k]);
}

/** Sign bits of the segment's direction. */
function directionBits(): i32 {
  return (reach[0] > 0 ? 1 : 0) + (reach[1] > 0 ? 2 : 0) + (reach[2] > 0 ? 4 : 0);
}

/** Offset of the second contact from a segment end that lies over a face: the far end, or where it leaves the face. */
function secondOverFace(size2: F64, s2: i32): f64 {
  const face = feature[AXIS];
  if (face < 0) return NO_SECOND; // the end is inside the box
  const away = -near[SEGMENT];
  let second: f64 = 2;
  for (let k = 0; k < 3; k++) {
    if (k === face) continue;
    const x = centre[k] + reach[k] * -away;
    const up = ((size2[s2 + k] - x) / reach[k]) * away;
    if (up > 0 && up < second) second = up;
    const down = ((-size2[s2 + k] - x) / reach[k]) * away;
    if (down > 0 && down < second) second = down;
  }
  return second * away;
}

/** Offset of the second contact from a corner, along the edge or the face that the segment follows. */
function secondFromCorner(size2: F64, s2: i32): f64 {
  let turn = directionBits() ^ feature[BITS];
  if (turn === 0 || turn === 7) return NO_SECOND; // the segment points to the corner
  let sign: f64 = 1;
  if (turn === 3 || turn === 5 || turn === 6) {
    sign = -1;
    turn = 7 - turn;
  }
  const k = turn === 1 ? 0 : turn === 2 ? 1 : 2;
  const t = near[SEGMENT];
  if (axis[k] * axis[k] > 0.5) {
    let second = 1 - sign * t;
    const limit = crossing(size2, s2, k);
    if (limit < second) second = limit;
    return second * sign;
  }
  let second = 1 + sign * t;
  const limit1 = crossing(size2, s2, (k + 1) % 3);
  if (limit1 < second) second = limit1;
  const limit2 = crossing(size2, s2, (k + 2) % 3);
  if (limit2 < second) second = limit2;
  return second * -sign;
}

/** Offset of the second contact from an edge that the segment crosses, along the face it is flatter to. */
function secondFromEdge(size2: F64, s2: i32): f64 {
  const edge = feature[AXIS];
  const direction = directionBits();
  const turn = (direction ^ feature[BITS]) & (7 - (1 << edge));
  if (turn !== 1 && turn !== 2 && turn !== 4) return NO_SECOND; // edge and segment form a T

  let flat = (edge + 1) % 3;
  let other = (edge + 2) % 3;
  if (Math.abs(axis[flat]) > Math.abs(axis[other])) flat = other;
  other = 3 - edge - flat;

  const forward = (turn & (1 << other)) !== 0;
  const sign: f64 = forward ? 1 : -1;
  let second = 1 - sign * near[SEGMENT];
  const limit = crossing(size2, s2, other);
  if (limit < second) second = limit;
  const room: f64 = ((direction & (1 << edge)) !== 0) === forward ? 1 - near[ALONG] : 1 + near[ALONG];
  const slide = (size2[s2 + edge] * room) / Math.abs(reach[edge]);
  if (slide < second) second = slide;
  return second * sign;
}

/** Capsule as a ball at position t of its segment, against the box. */
function ballAt(
  out: F64,
  o: i32,
  t: f64,
  radius: f64,
  pos2: F64,
  p2: i32,
  mat2: F64,
  m2: i32,
  size2: F64,
  s2: i32,
  margin: f64,
): i32 {
  const x = centre[0] + reach[0] * t;
  const y = centre[1] + reach[1] * t;
  const z = centre[2] + reach[2] * t;
  return ballBox(
    out,
    o,
    mat2[m2] * x + mat2[m2 + 1] * y + mat2[m2 + 2] * z + pos2[p2],
    mat2[m2 + 3] * x + mat2[m2 + 4] * y + mat2[m2 + 5] * z + pos2[p2 + 1],
    mat2[m2 + 6] * x + mat2[m2 + 7] * y + mat2[m2 + 8] * z + pos2[p2 + 2],
    radius,
    pos2,
    p2,
    mat2,
    m2,
    size2,
    s2,
    margin,
  );
}

/**
 * Capsule : box, up to two contacts. The first is at the point of the capsule's segment that is nearest to the box; the second
 * follows the segment along the box's surface from there, where their directions let it.
 */
export function capsuleBox(
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
  const radius = size1[s1];
  const half = size1[s1 + 1];
  const dx = pos1[p1] - pos2[p2];
  const dy = pos1[p1 + 1] - pos2[p2 + 1];
  const dz = pos1[p1 + 2] - pos2[p2 + 2];
  const ax = mat1[m1 + 2];
  const ay = mat1[m1 + 5];
  const az = mat1[m1 + 8];
  for (let k = 0; k < 3; k++) {
    const c0 = mat2[m2 + k];
    const c1 = mat2[m2 + 3 + k];
    const c2 = mat2[m2 + 6 + k];
    centre[k] = c0 * dx + c1 * dy + c2 * dz;
    axis[k] = c0 * ax + c1 * ay + c2 * az;
    reach[k] = axis[k] * half;
  }

  near[DIST2] = margin + 2 * (radius + half + size2[s2] + size2[s2 + 1] + size2[s2 + 2]);
  near[SEGMENT] = 0;
  near[ALONG] = 0;
  feature[KIND] = NOTHING;
  feature[BITS] = 0;
  nearestEnd(size2, s2);
  nearestEdge(half, size2, s2);

  let second = NO_SECOND;
  switch (feature[KIND]) {
    case FACE:
      second = secondOverFace(size2, s2);
      break;
    case EDGE:
      second = secondFromEdge(size2, s2);
      break;
    case CORNER:
      second = secondFromCorner(size2, s2);
      break;
    default:
      return 0;
  }

  const t = near[SEGMENT];
  let n = ballAt(out, o, t, radius, pos2, p2, mat2, m2, size2, s2, margin);
  if (second > -3) {
    n += ballAt(out, o + n * CONTACT_STRIDE, second + t, radius, pos2, p2, mat2, m2, size2, s2, margin);
  }
  return n;
}
