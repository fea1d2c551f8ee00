import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import type { Data, Model } from '../model/classes.ts';
import {
  CNSTR_CONTACT_ELLIPTIC,
  CNSTR_CONTACT_FRICTIONLESS,
  CNSTR_CONTACT_PYRAMIDAL,
  DSBL_CONTACT,
} from '../model/constants.ts';
import { comOffset, mergeChain, SIDE_SECOND } from './jacobian/difference.ts';
import { isPyramidal } from './jacobian/mode.ts';
import { columnOf, commitRows, openRows, RowBlock } from './rows.ts';

/** `contact_exclude` of a contact that no dof can move. */
const EXCLUDE_NODOF: i32 = 3;

/**
 * Rows of the contacts: the velocity of geom 2 relative to geom 1 at the contact, in its frame.
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
  for (let c = 0; c < d.ncon; c++) {
    if (d.contact_exclude[c] !== 0) continue;
    if (d.contact_geom[2 * c] < 0 || d.contact_geom[2 * c + 1] < 0) continue;
    addContact(m, d, c);
  }
}

const rows = new RowBlock();
const offset = scratchF64(6); // contact point relative to the centres of mass of the two trees

function addContact(m: Model, d: Data, c: i32): void {
  const body1 = m.geom_bodyid[d.contact_geom[2 * c]];
  const body2 = m.geom_bodyid[d.contact_geom[2 * c + 1]];
  const nnz = mergeChain(m, d, body1, body2, true);
  if (nnz === 0) {
    d.contact_efc_address[c] = -1;
    d.contact_exclude[c] = EXCLUDE_NODOF;
    return;
  }
  const dim = d.contact_dim[c];
  const pyramidal = dim > 1 && isPyramidal(m);
  openRows(m, d, rows, pyramidal ? 2 * (dim - 1) : dim, d.rowChain, m.nv - nnz, nnz);
  comOffset(offset, 0, m, d, body1, d.contact_pos, 3 * c);
  comOffset(offset, 3, m, d, body2, d.contact_pos, 3 * c);
  if (dim === 3) writePoint(d, c, pyramidal);
  else writeColumns(d, c, dim, pyramidal);

  const translation: f64 = m.body_invweight0[2 * body1] + m.body_invweight0[2 * body2];
  const rotation: f64 = m.body_invweight0[2 * body1 + 1] + m.body_invweight0[2 * body2 + 1];
  describeRows(d, c, pyramidal, translation, rotation);
  d.contact_efc_address[c] = rows.first;
  const type: i32 =
    dim === 1 ? CNSTR_CONTACT_FRICTIONLESS : pyramidal ? CNSTR_CONTACT_PYRAMIDAL : CNSTR_CONTACT_ELLIPTIC;
  commitRows(d, rows, type, c);
}

/** What the rows have beside their Jacobian: edges of a pyramid are all at the distance of the contact, of a frame the normal only. */
function describeRows(d: Data, c: i32, pyramidal: boolean, translation: f64, rotation: f64): void {
  const first = rows.first;
  const size = rows.size;
  const dist = d.contact_dist[c];
  const margin = d.contact_includemargin[c];
  const friction = d.contact_friction;
  const efc_pos = d.efc_pos;
  const efc_margin = d.efc_margin;
  const efc_frictionloss = d.efc_frictionloss;
  const efc_diagA = d.efc_diagA;
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
  const nnz = rows.nnz;
  const start = rows.start;
  const base = rows.base;
  const stride = rows.stride;
  const sparse = rows.sparse;
  const chain = d.rowChain;
  const side = d.rowChainSide;
  const cdof = d.cdof;
  const efc_J = d.efc_J;
  const frame = d.contact_frame;
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

const column = scratchF64(6); // velocity in the contact frame per unit velocity of a dof: linear, angular

/** column = the first `dim` components of the velocity in the frame at `f` that a dof (at `cdof[i]`) gives geom 2 relative to geom 1 */
function setColumn(frame: F64, f: i32, dim: i32, cdof: F64, i: i32, second: boolean): void {
  const arm: i32 = second ? 3 : 0;
  const sign: f64 = second ? 1 : -1;
  const x = sign * (cdof[i + 3] + (cdof[i + 1] * offset[arm + 2] - cdof[i + 2] * offset[arm + 1]));
  const y = sign * (cdof[i + 4] + (cdof[i + 2] * offset[arm] - cdof[i] * offset[arm + 2]));
  const z = sign * (cdof[i + 5] + (cdof[i] * offset[arm + 1] - cdof[i + 1] * offset[arm]));
  column[0] = frame[f] * x + frame[f + 1] * y + frame[f + 2] * z;
  if (dim === 1) return;
  column[1] = frame[f + 3] * x + frame[f + 4] * y + frame[f + 5] * z;
  column[2] = frame[f + 6] * x + frame[f + 7] * y + frame[f + 8] * z;
  for (let k = 3; k < dim; k++) {
    const axis = f + 3 * (k - 3);
    column[k] = sign * (frame[axis] * cdof[i] + frame[axis + 1] * cdof[i + 1] + frame[axis + 2] * cdof[i + 2]);
  }
}

/** The rows of any contact, dof by dof. */
function writeColumns(d: Data, c: i32, dim: i32, pyramidal: boolean): void {
  const efc_J = d.efc_J;
  for (let k = 0; k < rows.nnz; k++) {
    const place = rows.start + k;
    setColumn(d.contact_frame, 9 * c, dim, d.cdof, 6 * d.rowChain[place], d.rowChainSide[place] === SIDE_SECOND);
    let at: i32 = rows.base + columnOf(rows, k);
    if (pyramidal) writeEdges(efc_J, at, rows.stride, dim, d.contact_friction, 5 * c);
    else
      for (let n = 0; n < dim; n++) {
        efc_J[at] = column[n];
        at += rows.stride;
      }
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
