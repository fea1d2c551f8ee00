import type { f64 } from '../../dialect.ts';
import { clip } from '../../math/scalar.ts';
import type { Contacts } from '../contact.ts';
import { type Geom, heightAbove } from '../geom.ts';
import { Ball, ballOf, ballOnAxis } from './ball.ts';
import { ballBall } from './sphere-sphere.ts';

const ball = new Ball();
const near = new Ball(); // at the nearest point of the capsule's segment

/** Sphere : capsule, at most one contact. */
export function sphereCapsule(sphere: Geom, capsule: Geom, margin: f64, contacts: Contacts): void {
  const half = capsule.size[1];
  const t = heightAbove(capsule.pos, capsule.mat, sphere.pos[0], sphere.pos[1], sphere.pos[2]);
  ballOf(ball, sphere);
  ballOnAxis(near, capsule, clip(t, -half, half));
  ballBall(ball, sphere, near, capsule, margin, contacts);
}
