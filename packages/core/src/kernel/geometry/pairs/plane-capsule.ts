import type { f64 } from '../../dialect.ts';
import { set3 } from '../../math/vec3.ts';
import type { Contacts } from '../contact.ts';
import type { Geom } from '../geom.ts';
import { Ball, ballOnAxis } from './ball.ts';
import { planeBall } from './plane-sphere.ts';

const end = new Ball();

/** Plane : capsule, one contact for each end that is within the margin; tangents follow the capsule's axis. */
export function planeCapsule(plane: Geom, capsule: Geom, margin: f64, contacts: Contacts): void {
  const first = contacts.count;
  const half = capsule.size[1];
  const mat = capsule.mat;
  ballOnAxis(end, capsule, half);
  planeBall(plane, end, margin, contacts);
  ballOnAxis(end, capsule, -half);
  planeBall(plane, end, margin, contacts);
  for (let c = first; c < contacts.count; c++) set3(contacts.tangent, 3 * c, mat[2], mat[5], mat[8]);
}
