import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';

/** Most contacts of one pair of shapes. */
export const MAX_PAIR_CONTACTS: i32 = 50;

/** The contacts of a pair of shapes, in the order in which they were found. Queries append; the owner of the record clears it. */
export class Contacts {
  count: i32 = 0;
  /** Signed distances, negative where the shapes overlap. */
  readonly dist: F64 = scratchF64(MAX_PAIR_CONTACTS);
  /** Points midway between the two surfaces, world frame. */
  readonly pos: F64 = scratchF64(3 * MAX_PAIR_CONTACTS);
  /** Unit vectors from the first shape to the second. */
  readonly normal: F64 = scratchF64(3 * MAX_PAIR_CONTACTS);
  /** Preferred second axes of the contact frames, zero where the caller may choose. */
  readonly tangent: F64 = scratchF64(3 * MAX_PAIR_CONTACTS);
}

/** Appends a contact without a preferred tangent. It takes numbers, since most callers have them in locals: hence eight parameters. */
export function addContact(contacts: Contacts, dist: f64, x: f64, y: f64, z: f64, nx: f64, ny: f64, nz: f64): void {
  const c = contacts.count++;
  const { pos, normal, tangent } = contacts;
  contacts.dist[c] = dist;
  pos[3 * c] = x;
  pos[3 * c + 1] = y;
  pos[3 * c + 2] = z;
  normal[3 * c] = nx;
  normal[3 * c + 1] = ny;
  normal[3 * c + 2] = nz;
  tangent[3 * c] = 0;
  tangent[3 * c + 1] = 0;
  tangent[3 * c + 2] = 0;
}

/** Turns the normals of the contacts from `first` on, as if the shapes were swapped. */
export function turnNormals(contacts: Contacts, first: i32): void {
  const normal = contacts.normal;
  for (let k = 3 * first; k < 3 * contacts.count; k++) normal[k] = -normal[k];
}
