import { type f64, type i32, idiv, isNaN64, scratchF64 } from '../../dialect.ts';
import { mulMatTVec3 } from '../../math/mat3.ts';
import { clip, MINVAL } from '../../math/scalar.ts';
import { norm3, normalize3, sub3, zero3 } from '../../math/vec3.ts';
import { addContact, type Contacts } from '../contact.ts';
import { type Geom, toWorld, turnToWorld } from '../geom.ts';
import { Ball, ballOf } from './ball.ts';

const sphere = new Ball();

// In the frame of the box.
const offset = scratchF64(3);
const centre = scratchF64(3); // of the ball
const near = scratchF64(3); // the nearest point of the box
const inward = scratchF64(3); // contact normal
const point = scratchF64(3); // contact point

const pos = scratchF64(3); // the same in the world
const normal = scratchF64(3);

/** The face of a box that is nearest to `centre`, numbered -x +x -y +y -z +z; the first one on ties, -1 for a box of size zero. */
function nearestFace(box: Geom): i32 {
  const size = box.size;
  let depth = (size[0] + size[1] + size[2]) * 2;
  let face = -1;
  for (let k = 0; k < 6; k++) {
    const d = depthBelow(box, k);
    if (depth > d) {
      depth = d;
      face = k;
    }
  }
  return face;
}

/** Distance of `centre` from the plane of a face. */
function depthBelow(box: Geom, face: i32): f64 {
  const k = idiv(face, 2);
  return Math.abs((face % 2 === 1 ? box.size[k] : -box.size[k]) - centre[k]);
}

/** Contact of a ball with a box: none or one. A centre inside the box leaves through the nearest face. */
export function ballBox(ball: Ball, box: Geom, margin: f64, contacts: Contacts): void {
  const radius = ball.radius;
  sub3(offset, 0, ball.pos, 0, box.pos, 0);
  mulMatTVec3(centre, 0, box.mat, 0, offset, 0);

  // nearest point of the box; a side of size zero does not clamp
  for (let k = 0; k < 3; k++) {
    const half = box.size[k];
    near[k] = half > 0 ? clip(centre[k], -half, half) : centre[k];
  }
  sub3(inward, 0, near, 0, centre, 0);
  const len = norm3(inward, 0);
  if (len - radius > margin || isNaN64(len)) return;

  let dist = len - radius;
  if (len <= MINVAL) {
    const face = nearestFace(box);
    if (face < 0) return;
    const depth = depthBelow(box, face);
    const shift = (radius - depth) / 2;
    zero3(inward, 0);
    inward[idiv(face, 2)] = face % 2 === 1 ? -1 : 1;
    for (let k = 0; k < 3; k++) point[k] = centre[k] + inward[k] * shift;
    dist = -depth - radius;
  } else {
    normalize3(inward, 0);
    for (let k = 0; k < 3; k++) point[k] = near[k] * 0.5 + (centre[k] + inward[k] * radius) * 0.5;
  }
  toWorld(pos, 0, box.pos, box.mat, point[0], point[1], point[2]);
  turnToWorld(normal, 0, box.mat, inward[0], inward[1], inward[2]);
  addContact(contacts, dist, pos[0], pos[1], pos[2], normal[0], normal[1], normal[2]);
}

/** Sphere : box, at most one contact. */
export function sphereBox(a: Geom, box: Geom, margin: f64, contacts: Contacts): void {
  ballOf(sphere, a);
  ballBox(sphere, box, margin, contacts);
}
