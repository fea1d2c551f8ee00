import { type f64, isNaN64, scratchF64 } from '../../dialect.ts';
import { MINVAL } from '../../math/scalar.ts';
import { normalize3, set3 } from '../../math/vec3.ts';
import type { Contacts } from '../contact.ts';
import { type Geom, heightAbove } from '../geom.ts';
import { addPlaneContact } from './plane-sphere.ts';

const across = scratchF64(3); // from the middle of a triangle's side in the cap to its end

/**
 * Plane : cylinder, up to four contacts: the lowest rim point, its twin on the other cap, and two more points of the near
 * cap that complete an equilateral triangle with the first.
 */
export function planeCylinder(plane: Geom, cylinder: Geom, margin: f64, contacts: Contacts): void {
  const mat = cylinder.mat;
  const radius = cylinder.size[0];
  const half = cylinder.size[1];
  const x = cylinder.pos[0];
  const y = cylinder.pos[1];
  const z = cylinder.pos[2];
  const nx = plane.mat[2];
  const ny = plane.mat[5];
  const nz = plane.mat[8];
  const height = heightAbove(plane.pos, plane.mat, x, y, z);

  // axis, turned towards the plane
  const along = nx * mat[2] + ny * mat[5] + nz * mat[8];
  const turn: f64 = along > 0 ? -1 : 1;
  let ax = mat[2] * turn;
  let ay = mat[5] * turn;
  let az = mat[8] * turn;
  let drop = along * turn;

  // radial vector to the lowest rim point; the cylinder's own x axis when the cap is parallel to the plane
  let rx = ax * drop - nx;
  let ry = ay * drop - ny;
  let rz = az * drop - nz;
  const len2 = rx * rx + ry * ry + rz * rz;
  const isTilted = len2 >= MINVAL * MINVAL;
  const scale = isTilted ? radius / Math.sqrt(len2) : radius;
  rx = (isTilted ? rx : mat[0]) * scale;
  ry = (isTilted ? ry : mat[3]) * scale;
  rz = (isTilted ? rz : mat[6]) * scale;
  const sink = rx * nx + ry * ny + rz * nz;

  // half of the axis
  ax *= half;
  ay *= half;
  az *= half;
  drop *= half;

  // lowest point decides whether there is any contact
  const lowest = height + drop + sink;
  if (lowest > margin || isNaN64(lowest)) return;
  addPlaneContact(contacts, plane, lowest, x + rx + ax, y + ry + ay, z + rz + az);

  // same side of the far cap
  const twin = height - drop + sink;
  if (twin <= margin) addPlaneContact(contacts, plane, twin, x + rx - ax, y + ry - ay, z + rz - az);

  // the other two corners of the triangle on the near cap
  const corner = height + drop + -sink * 0.5;
  if (!(corner <= margin)) return;
  set3(across, 0, ry * az - rz * ay, rz * ax - rx * az, rx * ay - ry * ax);
  normalize3(across, 0);
  for (let end = 1; end >= -1; end -= 2) {
    const side: f64 = end > 0 ? (radius * Math.sqrt(3)) / 2 : (-radius * Math.sqrt(3)) / 2;
    const px = x + across[0] * side + ax + rx * -0.5;
    const py = y + across[1] * side + ay + ry * -0.5;
    const pz = z + across[2] * side + az + rz * -0.5;
    addPlaneContact(contacts, plane, corner, px, py, pz);
  }
}
