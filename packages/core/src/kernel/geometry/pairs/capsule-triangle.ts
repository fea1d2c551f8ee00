import { type f64, type i32, scratchF64 } from '../../dialect.ts';
import { MINVAL } from '../../math/scalar.ts';
import { addScl3, dot3, normalize3, sub3 } from '../../math/vec3.ts';
import { addContact, type Contacts } from '../contact.ts';
import type { Geom } from '../geom.ts';
import { Ball, ballOnAxis } from './ball.ts';
import { ballTriangle } from './sphere-triangle.ts';
import type { Triangle } from './triangle.ts';

const lower = new Ball(); // ends of the capsule
const upper = new Ball();
const segment = scratchF64(3); // from the lower end to the upper
const offset = scratchF64(3);
const closest = scratchF64(3); // on the segment

/** Contact of corner `v` of the triangle with the round side of the capsule; its caps are the business of their balls. */
function cornerContact(capsule: Geom, triangle: Triangle, v: i32, margin: f64, contacts: Contacts): void {
  const points = triangle.points;
  const radius = capsule.size[0];
  const half = capsule.size[1];
  sub3(offset, 0, points, 3 * v, lower.pos, 0);
  const t = dot3(offset, 0, segment, 0) / (4 * half * half);
  if (!(t > MINVAL && t < 1 - MINVAL)) return;
  addScl3(closest, 0, lower.pos, 0, segment, 0, t);
  sub3(offset, 0, points, 3 * v, closest, 0);
  const gap = normalize3(offset, 0);
  if (gap > radius + triangle.radius + margin) return;
  const shift = radius - triangle.radius;
  const x = 0.5 * (closest[0] + points[3 * v] + offset[0] * shift);
  const y = 0.5 * (closest[1] + points[3 * v + 1] + offset[1] * shift);
  const z = 0.5 * (closest[2] + points[3 * v + 2] + offset[2] * shift);
  addContact(contacts, gap - radius - triangle.radius, x, y, z, offset[0], offset[1], offset[2]);
}

/** Capsule : triangle. Both ends at the triangle, then the corners of the triangle at the round side: up to five contacts. */
export function capsuleTriangle(capsule: Geom, triangle: Triangle, margin: f64, contacts: Contacts): void {
  ballOnAxis(lower, capsule, -capsule.size[1]);
  ballOnAxis(upper, capsule, capsule.size[1]);
  ballTriangle(lower, triangle, margin, contacts);
  ballTriangle(upper, triangle, margin, contacts);
  sub3(segment, 0, upper.pos, 0, lower.pos, 0);
  for (let v = 0; v < 3; v++) cornerContact(capsule, triangle, v, margin, contacts);
}
