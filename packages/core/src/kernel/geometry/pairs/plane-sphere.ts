import type { f64 } from '../../dialect.ts';
import { addContact, type Contacts } from '../contact.ts';
import { type Geom, heightAbove } from '../geom.ts';
import { Ball, ballOf } from './ball.ts';

const ball = new Ball();

/** Appends a contact of a plane with the point (x, y, z) at `dist` above it, midway between both. */
export function addPlaneContact(contacts: Contacts, plane: Geom, dist: f64, x: f64, y: f64, z: f64): void {
  const nx = plane.mat[2];
  const ny = plane.mat[5];
  const nz = plane.mat[8];
  const lift = -0.5 * dist;
  addContact(contacts, dist, x + nx * lift, y + ny * lift, z + nz * lift, nx, ny, nz);
}

/** Contact of a plane, whose outward axis is z, with a ball: none or one. */
export function planeBall(plane: Geom, sphere: Ball, margin: f64, contacts: Contacts): void {
  const { pos, radius } = sphere;
  const height = heightAbove(plane.pos, plane.mat, pos[0], pos[1], pos[2]);
  if (height > margin + radius) return;
  const nx = plane.mat[2];
  const ny = plane.mat[5];
  const nz = plane.mat[8];
  const dist = height - radius;
  const down = -dist / 2 - radius;
  addContact(contacts, dist, pos[0] + nx * down, pos[1] + ny * down, pos[2] + nz * down, nx, ny, nz);
}

/** Plane : sphere, at most one contact. */
export function planeSphere(plane: Geom, sphere: Geom, margin: f64, contacts: Contacts): void {
  ballOf(ball, sphere);
  planeBall(plane, ball, margin, contacts);
}
