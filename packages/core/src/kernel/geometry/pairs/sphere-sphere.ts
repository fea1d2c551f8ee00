import { type F64, type f64, scratchF64 } from '../../dialect.ts';
import { MINVAL } from '../../math/scalar.ts';
import { normalize3, set3, squaredDist3, sub3 } from '../../math/vec3.ts';
import { addContact, type Contacts } from '../contact.ts';
import type { Geom } from '../geom.ts';
import { Ball, ballOf } from './ball.ts';

const ballA = new Ball();
const ballB = new Ball();
const normal = scratchF64(3);

/** res = cross product of the z axes of two frames, as a unit vector; (1, 0, 0) when they are parallel. */
function crossAxes(res: F64, a: F64, b: F64): void {
  set3(res, 0, a[5] * b[8] - a[8] * b[5], a[8] * b[2] - a[2] * b[8], a[2] * b[5] - a[5] * b[2]);
  normalize3(res, 0);
}

/**
 * Contact of two balls, which are parts of the shapes `partOfA` and `partOfB`: none or one. Where the centres coincide the normal is across the axes
 * of the shapes.
 */
export function ballBall(a: Ball, partOfA: Geom, b: Ball, partOfB: Geom, margin: f64, contacts: Contacts): void {
  const reach = margin + a.radius + b.radius;
  if (squaredDist3(b.pos, 0, a.pos, 0) > reach * reach) return;

  sub3(normal, 0, b.pos, 0, a.pos, 0);
  const len = normalize3(normal, 0);
  if (len < MINVAL) crossAxes(normal, partOfA.mat, partOfB.mat);
  const dist = len - a.radius - b.radius;
  const t = a.radius + dist / 2;
  const x = normal[0] * t + a.pos[0];
  const y = normal[1] * t + a.pos[1];
  const z = normal[2] * t + a.pos[2];
  addContact(contacts, dist, x, y, z, normal[0], normal[1], normal[2]);
}

/** Sphere : sphere, at most one contact. */
export function sphereSphere(a: Geom, b: Geom, margin: f64, contacts: Contacts): void {
  ballOf(ballA, a);
  ballOf(ballB, b);
  ballBall(ballA, a, ballB, b, margin, contacts);
}
