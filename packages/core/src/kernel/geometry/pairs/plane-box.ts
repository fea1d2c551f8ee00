import type { f64 } from '../../dialect.ts';
import type { Contacts } from '../contact.ts';
import { type Geom, heightAbove } from '../geom.ts';
import { addPlaneContact } from './plane-sphere.ts';

/** Plane : box, the first four corners (in order of their sign bits) that are below the centre and within the margin. */
export function planeBox(plane: Geom, box: Geom, margin: f64, contacts: Contacts): void {
  const { pos, mat, size } = box;
  const height = heightAbove(plane.pos, plane.mat, pos[0], pos[1], pos[2]);
  let n = 0;
  for (let bits = 0; bits < 8 && n < 4; bits++) {
    const x = (bits & 1) !== 0 ? size[0] : -size[0];
    const y = (bits & 2) !== 0 ? size[1] : -size[1];
    const z = (bits & 4) !== 0 ? size[2] : -size[2];
    const cx = mat[0] * x + mat[1] * y + mat[2] * z;
    const cy = mat[3] * x + mat[4] * y + mat[5] * z;
    const cz = mat[6] * x + mat[7] * y + mat[8] * z;
    const rise = plane.mat[2] * cx + plane.mat[5] * cy + plane.mat[8] * cz;
    const dist = height + rise;
    if (dist > margin || rise > 0) continue;
    addPlaneContact(contacts, plane, dist, cx + pos[0], cy + pos[1], cz + pos[2]);
    n++;
  }
}
