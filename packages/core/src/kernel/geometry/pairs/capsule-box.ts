import { type F64, type f64, type i32, scratchF64 } from '../../dialect.ts';
import { mulMatTVec3 } from '../../math/mat3.ts';
import { MINVAL } from '../../math/scalar.ts';
import { scl3, sub3 } from '../../math/vec3.ts';
import type { Contacts } from '../contact.ts';
import { type Geom, toWorld, turnToLocal } from '../geom.ts';
import { Ball } from './ball.ts';
import { ballBox } from './sphere-box.ts';

// Which feature of the box is nearest to the capsule's segment.
const NOTHING: i32 = 0;
const FACE: i32 = 1; // an end of the segment is nearest, over a face or inside the box
const EDGE: i32 = 2; // interior of a box edge
const CORNER: i32 = 3;

const NO_SECOND: f64 = -4; // offsets along the segment are within [-2, 2]

// In the frame of the box.
const centre = scratchF64(3); // of the capsule
const axis = scratchF64(3); // of the capsule
const reach = scratchF64(3); // axis · half length
const offset = scratchF64(3);
const gap = scratchF64(3);

/** The feature of the box that is nearest to the segment. */
class Nearest {
  kind: i32 = 0;
  dist2: f64 = 0;
  /** Position on the segment in [-1, 1]. */
  segment: f64 = 0;
  /** Position on the edge in [-1, 1]. */
  along: f64 = 0;
  /** Normal of the face or direction of the edge; -1 inside the box. */
  axis: i32 = 0;
  /** The corner, or the lower end of the edge, as sign bits. */
  bits: i32 = 0;
}
const nearest = new Nearest();
const ball = new Ball(); // at a point of the segment

/** Ends of the segment that lie over a face or inside the box. */
function findEnd(size: F64): void {
  for (let end = 0; end < 2; end++) {
    const t: f64 = end === 0 ? -1 : 1;
    let outside = 0;
    let face = -1;
    let dist2: f64 = 0;
    for (let k = 0; k < 3; k++) {
      const half = size[k];
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
    if (outside > 1 || !(dist2 < nearest.dist2)) continue;
    nearest.dist2 = dist2;
    nearest.segment = t;
    nearest.kind = FACE;
    nearest.axis = face;
  }
}

/** The twelve edges of the box, corners included, against the segment. */
function findEdge(half1: f64, size: F64): void {
  const bb = half1 * half1;
  for (let j = 0; j < 3; j++) {
    const half = size[j];
    const aa = half * half;
    const ab = -half * reach[j];
    const det = aa * bb - ab * ab;
    if (Math.abs(det) < MINVAL) continue; // segment parallel to these edges
    const inv = 1 / det;
    for (let corner = 0; corner < 8; corner++) {
      if ((corner & (1 << j)) !== 0) continue;

      // vector from the segment's centre to the edge's
      for (let k = 0; k < 3; k++) {
        const side = (corner & (1 << k)) !== 0 ? size[k] : -size[k];
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
      if (!(dist2 < nearest.dist2 - MINVAL)) continue;
      nearest.dist2 = dist2;
      nearest.segment = t;
      nearest.along = s;
      nearest.kind = end === 0 ? EDGE : CORNER;
      nearest.axis = j;
      nearest.bits = end > 0 ? corner + (1 << j) : corner;
    }
  }
}

/** How far along the segment, in units of its half length, the axis k of the box can be crossed from side to side. */
function crossing(size: F64, k: i32): f64 {
  return (2 * size[k]) / Math.abs(reach[k]);
}

/** Sign bits of the segment's direction. */
function directionBits(): i32 {
  return (reach[0] > 0 ? 1 : 0) + (reach[1] > 0 ? 2 : 0) + (reach[2] > 0 ? 4 : 0);
}

/** Offset of the second contact from a segment end that lies over a face: the far end, or where it leaves the face. */
function secondOverFace(size: F64): f64 {
  const face = nearest.axis;
  if (face < 0) return NO_SECOND; // the end is inside the box
  const away = -nearest.segment;
  let second: f64 = 2;
  for (let k = 0; k < 3; k++) {
    if (k === face) continue;
    const x = centre[k] + reach[k] * -away;
    const up = ((size[k] - x) / reach[k]) * away;
    if (up > 0 && up < second) second = up;
    const down = ((-size[k] - x) / reach[k]) * away;
    if (down > 0 && down < second) second = down;
  }
  return second * away;
}

/** Offset of the second contact from a corner, along the edge or the face that the segment follows. */
function secondFromCorner(size: F64): f64 {
  let turn = directionBits() ^ nearest.bits;
  if (turn === 0 || turn === 7) return NO_SECOND; // the segment points to the corner
  let sign: f64 = 1;
  if (turn === 3 || turn === 5 || turn === 6) {
    sign = -1;
    turn = 7 - turn;
  }
  const k = turn === 1 ? 0 : turn === 2 ? 1 : 2;
  const t = nearest.segment;
  if (axis[k] * axis[k] > 0.5) {
    let second = 1 - sign * t;
    const limit = crossing(size, k);
    if (limit < second) second = limit;
    return second * sign;
  }
  let second = 1 + sign * t;
  const limit1 = crossing(size, (k + 1) % 3);
  if (limit1 < second) second = limit1;
  const limit2 = crossing(size, (k + 2) % 3);
  if (limit2 < second) second = limit2;
  return second * -sign;
}

/** Offset of the second contact from an edge that the segment crosses, along the face it is flatter to. */
function secondFromEdge(size: F64): f64 {
  const edge = nearest.axis;
  const direction = directionBits();
  const turn = (direction ^ nearest.bits) & (7 - (1 << edge));
  if (turn !== 1 && turn !== 2 && turn !== 4) return NO_SECOND; // edge and segment form a T

  let flat = (edge + 1) % 3;
  let other = (edge + 2) % 3;
  if (Math.abs(axis[flat]) > Math.abs(axis[other])) flat = other;
  other = 3 - edge - flat;

  const forward = (turn & (1 << other)) !== 0;
  const sign: f64 = forward ? 1 : -1;
  let second = 1 - sign * nearest.segment;
  const limit = crossing(size, other);
  if (limit < second) second = limit;
  const room: f64 = ((direction & (1 << edge)) !== 0) === forward ? 1 - nearest.along : 1 + nearest.along;
  const slide = (size[edge] * room) / Math.abs(reach[edge]);
  if (slide < second) second = slide;
  return second * sign;
}

/** Offset of the second contact along the segment, or NO_SECOND. */
function secondContact(size: F64): f64 {
  switch (nearest.kind) {
    case FACE:
      return secondOverFace(size);
    case EDGE:
      return secondFromEdge(size);
    default:
      return secondFromCorner(size);
  }
}

/** Contact of the ball at position t of the segment with the box. */
function ballContact(t: f64, box: Geom, margin: f64, contacts: Contacts): void {
  const x = centre[0] + reach[0] * t;
  const y = centre[1] + reach[1] * t;
  const z = centre[2] + reach[2] * t;
  toWorld(ball.pos, 0, box.pos, box.mat, x, y, z);
  ballBox(ball, box, margin, contacts);
}

/**
 * Capsule : box, up to two contacts. The first is at the point of the capsule's segment that is nearest to the box; the second
 * follows the segment along the box's surface from there, where their directions let it.
 */
export function capsuleBox(capsule: Geom, box: Geom, margin: f64, contacts: Contacts): void {
  const size = box.size;
  const half = capsule.size[1];
  const mat = capsule.mat;
  ball.radius = capsule.size[0];
  sub3(offset, 0, capsule.pos, 0, box.pos, 0);
  mulMatTVec3(centre, 0, box.mat, 0, offset, 0);
  turnToLocal(axis, box.mat, mat[2], mat[5], mat[8]);
  scl3(reach, 0, axis, 0, half);

  nearest.dist2 = margin + 2 * (ball.radius + half + size[0] + size[1] + size[2]);
  nearest.segment = 0;
  nearest.along = 0;
  nearest.kind = NOTHING;
  nearest.bits = 0;
  findEnd(size);
  findEdge(half, size);
  if (nearest.kind === NOTHING) return;

  const t = nearest.segment;
  const second = secondContact(size);
  ballContact(t, box, margin, contacts);
  if (second > NO_SECOND) ballContact(second + t, box, margin, contacts);
}
