import type { f64 } from '../../dialect.ts';
import { clip, MINVAL } from '../../math/scalar.ts';
import type { Contacts } from '../contact.ts';
import type { Geom } from '../geom.ts';
import { Ball } from './ball.ts';
import { ballBall } from './sphere-sphere.ts';

const ballA = new Ball();
const ballB = new Ball();

/** Makes `ball` one at s on the segment of a capsule, in [-1, 1]. */
function ballAt(ball: Ball, capsule: Geom, s: f64): void {
  const mat = capsule.mat;
  const half = capsule.size[1];
  ball.radius = capsule.size[0];
  for (let k = 0; k < 3; k++) ball.pos[k] = mat[2 + 3 * k] * half * s + capsule.pos[k];
}

/** Contact of the balls at s on the segment of A and t on that of B. */
function ballContact(a: Geom, b: Geom, s: f64, t: f64, margin: f64, contacts: Contacts): void {
  ballAt(ballA, a, s);
  ballAt(ballB, b, t);
  ballBall(ballA, a, ballB, b, margin, contacts);
}

/**
 * Capsule : capsule. The closest points of the two segments xA = pA + s·a, xB = pB + t·b (s, t in [-1, 1]) solve
 *
 *     [ a·a  -a·b ] [s]   [-a·(pA-pB)]
 *     [-a·b   b·b ] [t] = [ b·(pA-pB)]
 *
 * One contact in general; parallel segments try their ends in turn until two contacts are found.
 */
export function capsuleCapsule(a: Geom, b: Geom, margin: f64, contacts: Contacts): void {
  const halfA = a.size[1];
  const halfB = b.size[1];
  const ax = a.mat[2] * halfA;
  const ay = a.mat[5] * halfA;
  const az = a.mat[8] * halfA;
  const bx = b.mat[2] * halfB;
  const by = b.mat[5] * halfB;
  const bz = b.mat[8] * halfB;
  const dx = a.pos[0] - b.pos[0];
  const dy = a.pos[1] - b.pos[1];
  const dz = a.pos[2] - b.pos[2];
  const aa = ax * ax + ay * ay + az * az;
  const ab = -(ax * bx + ay * by + az * bz);
  const bb = bx * bx + by * by + bz * bz;
  const u = -(ax * dx + ay * dy + az * dz);
  const v = bx * dx + by * dy + bz * dz;
  const det = aa * bb - ab * ab;

  if (Math.abs(det) >= MINVAL) {
    let s = (bb * u - ab * v) / det;
    let t = (aa * v - ab * u) / det;
    if (s > 1) {
      s = 1;
      t = (v - ab) / bb;
    } else if (s < -1) {
      s = -1;
      t = (v + ab) / bb;
    }
    if (t > 1) {
      t = 1;
      s = clip((u - ab) / aa, -1, 1);
    } else if (t < -1) {
      t = -1;
      s = clip((u + ab) / aa, -1, 1);
    }
    ballContact(a, b, s, t, margin, contacts);
    return;
  }

  // parallel: each end of the first segment against the second, then the other way round
  const first = contacts.count;
  for (let end = 0; end < 4 && contacts.count < first + 2; end++) {
    const sign: f64 = end % 2 === 0 ? 1 : -1;
    if (end < 2) ballContact(a, b, sign, clip((v - sign * ab) / bb, -1, 1), margin, contacts);
    else ballContact(a, b, clip((u - sign * ab) / aa, -1, 1), sign, margin, contacts);
  }
}
