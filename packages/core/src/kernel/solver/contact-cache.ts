/**
 * Forces of the contacts of the last step, as a start for the next one (an extension). A contact is the same if it is of the same geoms and in
 * the same cell of a grid.
 */
import { type F64, type i32, toInt } from '../dialect.ts';
import type { Data } from '../model/classes.ts';
import { CNSTR_CONTACT_PYRAMIDAL } from '../model/constants.ts';

/** Cells per metre. */
const CELLS: i32 = 100;

/** Rows of the contact whose first row is `e`. @reads contact_dim efc_type */
function rowsOfContact(d: Data, c: i32, e: i32): i32 {
  const dim = d.contact_dim[c];
  return d.efc_type[e] === CNSTR_CONTACT_PYRAMIDAL ? 2 * (dim - 1) : dim;
}

/**
 * Keeps the forces of all contacts.
 *
 * @reads ncon contact_pos contact_geom contact_efc_address efc_force
 * @writes keptGeom keptCell keptForce contactsKept
 */
export function keepContacts(d: Data): void {
  let kept = 0;
  for (let c = 0; c < d.ncon; c++) {
    const e = d.contact_efc_address[c];
    if (e < 0) continue;
    d.keptGeom[2 * kept] = d.contact_geom[2 * c];
    d.keptGeom[2 * kept + 1] = d.contact_geom[2 * c + 1];
    for (let k = 0; k < 3; k++) d.keptCell[3 * kept + k] = toInt(Math.floor(d.contact_pos[3 * c + k] * CELLS));
    const rows = rowsOfContact(d, c, e);
    for (let k = 0; k < 10; k++) d.keptForce[10 * kept + k] = k < rows ? d.efc_force[e + k] : 0;
    kept++;
  }
  d.contactsKept = kept;
}

/** Whether kept contact `k` is contact `c`. */
function isSame(d: Data, k: i32, c: i32): boolean {
  if (d.keptGeom[2 * k] !== d.contact_geom[2 * c] || d.keptGeom[2 * k + 1] !== d.contact_geom[2 * c + 1]) return false;
  for (let j = 0; j < 3; j++) {
    if (d.keptCell[3 * k + j] !== toInt(Math.floor(d.contact_pos[3 * c + j] * CELLS))) return false;
  }
  return true;
}

/** Forces of the rows (in the order of the model) by the kept contacts; 0 for all others. Returns the number of contacts found. @reads nefc */
export function recallContacts(force: F64, d: Data): i32 {
  const kept = d.contactsKept;
  for (let r = 0; r < d.nefc; r++) force[r] = 0;
  let found = 0;
  let next = 0; // contacts mostly come in the same order again
  for (let c = 0; c < d.ncon; c++) {
    const e = d.contact_efc_address[c];
    if (e < 0) continue;
    for (let tried = 0; tried < kept; tried++) {
      const k = next + tried < kept ? next + tried : next + tried - kept;
      if (!isSame(d, k, c)) continue;
      const rows = rowsOfContact(d, c, e);
      for (let j = 0; j < rows; j++) force[e + j] = d.keptForce[10 * k + j];
      next = k + 1 < kept ? k + 1 : 0;
      found++;
      break;
    }
  }
  return found;
}
