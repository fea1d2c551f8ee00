import { contactBody } from '../collision/contact-body.ts';
import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import type { Data, Model } from '../model/classes.ts';
import {
  CNSTR_CONTACT_ELLIPTIC,
  CNSTR_CONTACT_FRICTIONLESS,
  CNSTR_CONTACT_PYRAMIDAL,
  DSBL_CONTACT,
} from '../model/constants.ts';
import { ContactBodies, contactBodies, isOneBody, meanInverseWeight } from './contact-bodies.ts';
import { contactColumns } from './contact-columns.ts';
import { markPassiveContacts } from './contact-passive.ts';
import { comOffset, mergeChain, SIDE_SECOND } from './jacobian/difference.ts';
import { isPyramidal } from './jacobian/mode.ts';
import { columnOf, commitRows, openRows, RowBlock } from './rows.ts';

/** `contact_exclude` of a contact that no dof can move. */
const EXCLUDE_NODOF: i32 = 3;

/**
 * Rows of the contacts: the velocity of the second side relative to the first at the contact, in its frame.
 *
 *     frictionless  normal                                            1 row
 *     elliptic      normal, two tangents, spin, two rolls             dim rows
 *     pyramidal     normal ± friction·each of the others              2(dim - 1) rows
 *
 * @reads ncon contact_dist contact_pos contact_frame contact_includemargin contact_friction contact_dim contact_geom cdof subtree_com
 * @writes contact_efc_address contact_exclude efc_J efc_pos efc_margin efc_frictionloss efc_diagA
 * @see mj_instantiateContact
 */
export function contactRows(m: Model, d: Data): void {
  if ((m.opt_disableflags & DSBL_CONTACT) !== 0 || m.nv === 0) return;
  if (m.nflex > 0) markPassiveContacts(m, d);
  for (let c = 0; c < d.ncon; c++) {
    if (d.contact_exclude[c] !== 0) continue;
    const geom1 = d.contact_geom[2 * c];
    const geom2 = d.contact_geom[2 * c + 1];
    if (geom1 >= 0 && geom2 >= 0) addContact(m, d, c, m.geom_bodyid[geom1], m.geom_bodyid[geom2]);
    else addFlexContact(m, d, c);
  }
}

const rows = new RowBlock();
const offset = scratchF64(6); // contact point relative to the centres of mass of the two trees

/** Makes room for the rows of contact `c` over the last `nnz` dofs of `rowChain`; without any it is left out. Returns whether it has rows. */
function openContact(m: Model, d: Data, c: i32, nnz: i32): boolean {
  if (nnz === 0) {
    d.contact_efc_address[c] = -1;
    d.contact_exclude[c] = EXCLUDE_NODOF;
    return false;
  }
  const dim = d.contact_dim[c];
  openRows(m, d, rows, edgesOf(m, dim) ? 2 * (dim - 1) : dim, d.rowChain, m.nv - nnz, nnz);
  return true;
}

/** Whether the rows of a contact are edges of a pyramid. */
function edgesOf(m: Model, dim: i32): boolean {
  return dim > 1 && isPyramidal(m);
}

/** Ends the rows of contact `c`, whose sides have the given inverse weights together. */
function closeContact(m: Model, d: Data, c: i32, translation: f64, rotation: f64): void {
  const dim = d.contact_dim[c];
  const pyramidal = edgesOf(m, dim);
  describeRows(d, c, pyramidal, translation, rotation);
  const type: i32 =
    dim === 1 ? CNSTR_CONTACT_FRICTIONLESS : pyramidal ? CNSTR_CONTACT_PYRAMIDAL : CNSTR_CONTACT_ELLIPTIC;
  d.contact_efc_address[c] = commitRows(d, rows, type, c) ? rows.first : -1;
}

/** Rows of a contact of two bodies. */
function addContact(m: Model, d: Data, c: i32, body1: i32, body2: i32): void {
  if (!openContact(m, d, c, mergeChain(m, d, body1, body2, true))) return;
  const dim = d.contact_dim[c];
  const pyramidal = edgesOf(m, dim);
  comOffset(offset, 0, m, d, body1, d.contact_pos, 3 * c);
  comOffset(offset, 3, m, d, body2, d.contact_pos, 3 * c);
  if (dim === 3) writePoint(d, c, pyramidal);
  else writeColumns(d, c, dim, pyramidal);
  const translation: f64 = m.body_invweight0[2 * body1] + m.body_invweight0[2 * body2];
  const rotation: f64 = m.body_invweight0[2 * body1 + 1] + m.body_invweight0[2 * body2 + 1];
  closeContact(m, d, c, translation, rotation);
}

const bodies = new ContactBodies();

/** Rows of a contact of a flex, carried by the bodies of a vertex, an element or a cell on each side. @noinline */
function addFlexContact(m: Model, d: Data, c: i32): void {
  if (isOneBody(m, d, c, 0) && isOneBody(m, d, c, 1)) {
    addContact(m, d, c, contactBody(m, d, c, 0), contactBody(m, d, c, 1));
    return;
  }
  contactBodies(m, d, c, bodies);
  if (!openContact(m, d, c, contactColumns(m, d, c, bodies))) return;
  writeGathered(m, d, c);
  closeContact(m, d, c, meanInverseWeight(m, bodies, 0), meanInverseWeight(m, bodies, 1));
}

/** The rows of a contact whose columns were gathered. @reads contactColumn */
function writeGathered(m: Model, d: Data, c: i32): void {
  const dim = d.contact_dim[c];
  const pyramidal = edgesOf(m, dim);
  for (let k = 0; k < rows.nnz; k++) {
    const i = d.rowChain[rows.start + k];
    turnColumn(d.contact_frame, 9 * c, dim, d.contactColumn, 6 * i);
    writeColumn(d, c, rows.base + columnOf(rows, k), dim, pyramidal);
  }
}

/** What the rows have beside their Jacobian: edges of a pyramid are all at the distance of the contact, of a frame the normal only. */
function describeRows(d: Data, c: i32, pyramidal: boolean, translation: f64, rotation: f64): void {
  const { first, size } = rows;
  const dist = d.contact_dist[c];
  const margin = d.contact_includemargin[c];
  const { contact_friction: friction, efc_pos, efc_margin, efc_frictionloss, efc_diagA } = d;
  for (let k = 0; k < size; k++) {
    const touching = pyramidal || k === 0;
    efc_pos[first + k] = touching ? dist : 0.0;
    efc_margin[first + k] = touching ? margin : 0.0;
    efc_frictionloss[first + k] = 0;
    if (pyramidal) {
      const mu = friction[5 * c + (k >> 1)];
      efc_diagA[first + k] = translation + mu * mu * (k < 4 ? translation : rotation);
    } else {
      efc_diagA[first + k] = k < 3 ? translation : rotation;
    }
  }
}

/** The rows of a contact without torques, the usual ones: everything that is the same for all dofs is loaded once. */
function writePoint(d: Data, c: i32, pyramidal: boolean): void {
  const { nnz, start, base, stride, sparse } = rows;
  const { rowChain: chain, rowChainSide: side, cdof, efc_J, contact_frame: frame } = d;
  const f = 9 * c;
  const nx = frame[f],
    ny = frame[f + 1],
    nz = frame[f + 2];
  const sx = frame[f + 3],
    sy = frame[f + 4],
    sz = frame[f + 5];
  const tx = frame[f + 6],
    ty = frame[f + 7],
    tz = frame[f + 8];
  const mu1 = d.contact_friction[5 * c],
    mu2 = d.contact_friction[5 * c + 1];
  for (let k = 0; k < nnz; k++) {
    const i = chain[start + k];
    const second = side[start + k] === SIDE_SECOND;
    const arm: i32 = second ? 3 : 0;
    const wx = cdof[6 * i],
      wy = cdof[6 * i + 1],
      wz = cdof[6 * i + 2];
    const rx = offset[arm],
      ry = offset[arm + 1],
      rz = offset[arm + 2];
    let x: f64 = cdof[6 * i + 3] + (wy * rz - wz * ry);
    let y: f64 = cdof[6 * i + 4] + (wz * rx - wx * rz);
    let z: f64 = cdof[6 * i + 5] + (wx * ry - wy * rx);
    if (!second) {
      x = -x;
      y = -y;
      z = -z;
    }
    const normal: f64 = nx * x + ny * y + nz * z;
    const slide1: f64 = sx * x + sy * y + sz * z;
    const slide2: f64 = tx * x + ty * y + tz * z;
    const at: i32 = base + (sparse ? k : i);
    if (pyramidal) {
      efc_J[at] = normal + slide1 * mu1;
      efc_J[at + stride] = normal - slide1 * mu1;
      efc_J[at + 2 * stride] = normal + slide2 * mu2;
      efc_J[at + 3 * stride] = normal - slide2 * mu2;
    } else {
      efc_J[at] = normal;
      efc_J[at + stride] = slide1;
      efc_J[at + 2 * stride] = slide2;
    }
  }
}

const motion = scratchF64(6); // velocity of the second side relative to the first per unit velocity of a dof, world axes: linear, angular
const column = scratchF64(6); // the same in the contact frame

/** column = the first `dim` components of the velocity at[i] in the frame at `f` */
function turnColumn(frame: F64, f: i32, dim: i32, at: F64, i: i32): void {
  const x = at[i];
  const y = at[i + 1];
  const z = at[i + 2];
  column[0] = frame[f] * x + frame[f + 1] * y + frame[f + 2] * z;
  if (dim === 1) return;
  column[1] = frame[f + 3] * x + frame[f + 4] * y + frame[f + 5] * z;
  column[2] = frame[f + 6] * x + frame[f + 7] * y + frame[f + 8] * z;
  for (let k = 3; k < dim; k++) {
    const axis = f + 3 * (k - 3);
    column[k] = frame[axis] * at[i + 3] + frame[axis + 1] * at[i + 4] + frame[axis + 2] * at[i + 5];
  }
}

/** motion = the velocity that a dof (at `cdof[i]`) gives the second body relative to the first */
function setMotion(cdof: F64, i: i32, second: boolean): void {
  const arm: i32 = second ? 3 : 0;
  const sign: f64 = second ? 1 : -1;
  motion[0] = sign * (cdof[i + 3] + (cdof[i + 1] * offset[arm + 2] - cdof[i + 2] * offset[arm + 1]));
  motion[1] = sign * (cdof[i + 4] + (cdof[i + 2] * offset[arm] - cdof[i] * offset[arm + 2]));
  motion[2] = sign * (cdof[i + 5] + (cdof[i] * offset[arm + 1] - cdof[i + 1] * offset[arm]));
  for (let k = 0; k < 3; k++) motion[3 + k] = sign * cdof[i + k];
}

/** The rows of any contact of two bodies, dof by dof. */
function writeColumns(d: Data, c: i32, dim: i32, pyramidal: boolean): void {
  for (let k = 0; k < rows.nnz; k++) {
    const place = rows.start + k;
    setMotion(d.cdof, 6 * d.rowChain[place], d.rowChainSide[place] === SIDE_SECOND);
    turnColumn(d.contact_frame, 9 * c, dim, motion, 0);
    writeColumn(d, c, rows.base + columnOf(rows, k), dim, pyramidal);
  }
}

/** Writes `column` to the rows of a contact, from `place` of `efc_J` on. */
function writeColumn(d: Data, c: i32, place: i32, dim: i32, pyramidal: boolean): void {
  const efc_J = d.efc_J;
  let at = place;
  if (pyramidal) writeEdges(efc_J, at, rows.stride, dim, d.contact_friction, 5 * c);
  else
    for (let n = 0; n < dim; n++) {
      efc_J[at] = column[n];
      at += rows.stride;
    }
}

/** Two rows for each direction but the normal, in the column of `efc_J` that starts at `place`. */
function writeEdges(efc_J: F64, place: i32, stride: i32, dim: i32, friction: F64, f: i32): void {
  const normal = column[0];
  let at = place;
  for (let n = 1; n < dim; n++) {
    const slide = column[n] * friction[f + n - 1];
    efc_J[at] = normal + slide;
    efc_J[at + stride] = normal - slide;
    at += 2 * stride;
  }
}
