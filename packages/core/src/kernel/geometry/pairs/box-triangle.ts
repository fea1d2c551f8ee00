import { type f64, type i32, scratchF64 } from '../../dialect.ts';
import { mulMatTVec3 } from '../../math/mat3.ts';
import { sub3 } from '../../math/vec3.ts';
import { addContact, type Contacts } from '../contact.ts';
import { type Geom, toWorld } from '../geom.ts';
import { Ball } from './ball.ts';
import { ballTriangle } from './sphere-triangle.ts';
import type { Triangle } from './triangle.ts';

const corner = new Ball(); // of the box
const offset = scratchF64(3);
const local = scratchF64(3); // a corner of the triangle in the frame of the box

/** Contact of corner `v` of the triangle with the face of the box that it is nearest to, or least deep behind. */
function cornerContact(box: Geom, triangle: Triangle, v: i32, margin: f64, contacts: Contacts): void {
  const reach = margin + triangle.radius;
  sub3(offset, 0, triangle.points, 3 * v, box.pos, 0);
  mulMatTVec3(local, 0, box.mat, 0, offset, 0);
  let axis = 0;
  let height: f64 = Math.abs(local[0]) - box.size[0];
  for (let k = 0; k < 3; k++) {
    const above = Math.abs(local[k]) - box.size[k];
    if (above > reach) return;
    if (above > height) {
      height = above;
      axis = k;
    }
  }
  const turn: f64 = local[axis] > 0 ? 1 : -1;
  const nx = turn * box.mat[axis];
  const ny = turn * box.mat[3 + axis];
  const nz = turn * box.mat[6 + axis];
  const dist = height - triangle.radius;
  const t = triangle.radius + dist * 0.5;
  const p = triangle.points;
  addContact(contacts, dist, p[3 * v] - nx * t, p[3 * v + 1] - ny * t, p[3 * v + 2] - nz * t, nx, ny, nz);
}

/** Box : triangle. The corners of the triangle in the box, then the corners of the box at the triangle: up to eleven contacts. */
export function boxTriangle(box: Geom, triangle: Triangle, margin: f64, contacts: Contacts): void {
  const size = box.size;
  for (let v = 0; v < 3; v++) cornerContact(box, triangle, v, margin, contacts);
  corner.radius = 0;
  for (let k = 0; k < 8; k++) {
    const x = (k & 1) !== 0 ? size[0] : -size[0];
    const y = (k & 2) !== 0 ? size[1] : -size[1];
    const z = (k & 4) !== 0 ? size[2] : -size[2];
    toWorld(corner.pos, 0, box.pos, box.mat, x, y, z);
    ballTriangle(corner, triangle, margin, contacts);
  }
}
