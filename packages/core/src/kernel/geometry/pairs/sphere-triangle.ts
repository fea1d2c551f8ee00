import { type F64, type f64, type i32, scratchF64 } from '../../dialect.ts';
import { MINVAL, max, sign } from '../../math/scalar.ts';
import { addScl3, addToScl3, copy3, cross3, dot3, normalize3, scl3, sub3 } from '../../math/vec3.ts';
import { addContact, type Contacts } from '../contact.ts';
import type { Ball } from './ball.ts';
import type { Triangle } from './triangle.ts';

const centre = scratchF64(3); // of the ball, from the first corner
const edgeA = scratchF64(3); // from the first corner to the second
const edgeB = scratchF64(3); // from the first corner to the third
const normal = scratchF64(3); // of the plane
const axis1 = scratchF64(3); // of the plane, along edge A
const axis2 = scratchF64(3);
const nearest = scratchF64(3); // point of the triangle
const foot = scratchF64(3); // of the centre on the plane

const outline = scratchF64(6); // corners in the axes of the plane
const planar = scratchF64(2); // the foot there
const onEdge = scratchF64(2);

/** Sign of the area of the foot with the edge from corner i to corner j. */
function sideOf(i: i32, j: i32): f64 {
  const x = outline[2 * j];
  const y = outline[2 * j + 1];
  return sign((planar[0] - x) * (outline[2 * i + 1] - y) - (outline[2 * i] - x) * (planar[1] - y));
}

/** onEdge = the point nearest to the foot on the edge from corner i to corner j; returns its distance. */
function reachEdge(i: i32, j: i32): f64 {
  const x = outline[2 * i];
  const y = outline[2 * i + 1];
  const dx = outline[2 * j] - x;
  const dy = outline[2 * j + 1] - y;
  const along = (dx * (planar[0] - x) + dy * (planar[1] - y)) / max(MINVAL, dx * dx + dy * dy);
  const t: f64 = along <= 0 ? 0 : along >= 1 ? 1 : along;
  onEdge[0] = t === 1 ? outline[2 * j] : x + dx * t;
  onEdge[1] = t === 1 ? outline[2 * j + 1] : y + dy * t;
  const ex = onEdge[0] - planar[0];
  const ey = onEdge[1] - planar[1];
  return Math.sqrt(ex * ex + ey * ey);
}

/** nearest = the point of the outline that is nearest to the foot. Of equally near edges the last one counts. */
function reachOutline(): void {
  const first = reachEdge(0, 1);
  const second = reachEdge(1, 2);
  const third = reachEdge(2, 0);
  if (first < second && first < third) reachEdge(0, 1);
  else if (second < third) reachEdge(1, 2);
  scl3(nearest, 0, axis1, 0, onEdge[0]);
  addToScl3(nearest, 0, axis2, 0, onEdge[1]);
}

/** Sets the axes of the plane, and the corners and the foot of the ball's centre in them. */
function flatten(height: f64): void {
  addScl3(foot, 0, centre, 0, normal, 0, -height);
  copy3(axis1, 0, edgeA, 0);
  const length = normalize3(axis1, 0);
  cross3(axis2, 0, normal, 0, edgeA, 0);
  normalize3(axis2, 0);
  outline[0] = 0;
  outline[1] = 0;
  outline[2] = length;
  outline[3] = 0;
  outline[4] = dot3(axis1, 0, edgeB, 0);
  outline[5] = dot3(axis2, 0, edgeB, 0);
  planar[0] = dot3(axis1, 0, foot, 0);
  planar[1] = dot3(axis2, 0, foot, 0);
}

/** Sets the edges that leave the first corner, and the ball's centre from there. */
function moveToCorner(points: F64, pos: F64): void {
  sub3(centre, 0, pos, 0, points, 0);
  sub3(edgeA, 0, points, 3, points, 0);
  sub3(edgeB, 0, points, 6, points, 0);
}

/** Ball : triangle, at most one contact, whose normal points from the ball to the nearest point of the triangle. */
export function ballTriangle(ball: Ball, triangle: Triangle, margin: f64, contacts: Contacts): void {
  const reach = margin + ball.radius + triangle.radius;
  moveToCorner(triangle.points, ball.pos);
  cross3(normal, 0, edgeA, 0, edgeB, 0);
  normalize3(normal, 0);
  const height = dot3(normal, 0, centre, 0);
  if (Math.abs(height) > reach) return;

  flatten(height);
  const side = sideOf(0, 1);
  if (side === sideOf(1, 2) && side === sideOf(2, 0)) copy3(nearest, 0, foot, 0);
  else reachOutline();

  sub3(normal, 0, nearest, 0, centre, 0);
  const gap = normalize3(normal, 0);
  if (gap > reach) return;
  const dist = gap - ball.radius - triangle.radius;
  const t = ball.radius + dist / 2;
  const x = ball.pos[0] + normal[0] * t;
  const y = ball.pos[1] + normal[1] * t;
  const z = ball.pos[2] + normal[2] * t;
  addContact(contacts, dist, x, y, z, normal[0], normal[1], normal[2]);
}
