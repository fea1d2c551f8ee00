// @cold

/**
 * Contacts of flexes that push as passive forces, under the discrete integrator: springs along the normal, without rows and friction. Their list
 * `efm_con` has for each of them its length n, the contact and n dofs in `efm_con_ind`, and in `efm_con_val` the scale h²k of its term
 * in the metric, its force (0 before it touches), and the derivative of the distance by each of the dofs.
 */
import type { F64, f64, i32 } from '../dialect.ts';
import { dot3 } from '../math/vec3.ts';
import { COUNT_NEFMCON, type Data, type Model } from '../model/classes.ts';
import { ENBL_IPC, INT_DISCRETE } from '../model/constants.ts';
import { reserve } from '../model/reserve.ts';
import { ContactBodies, contactBodies } from './contact-bodies.ts';
import { contactColumns } from './contact-columns.ts';

/** `contact_exclude` of such a contact. */
const EXCLUDE_PASSIVE: i32 = 4;

/** Squared angular frequency at which the lightest vertex of a contact swings on it. */
const FREQUENCY2: f64 = 5e7;

/** Numbers of a contact in the list before its dofs. */
const HEAD: i32 = 2;

const bodies = new ContactBodies();

/** Whether the contacts of some flex push as passive forces; where contacts of sheets never penetrate, none do. */
export function hasPassiveContacts(m: Model): boolean {
  if (m.opt_integrator !== INT_DISCRETE || (m.opt_enableflags & ENBL_IPC) !== 0) return false;
  for (let f = 0; f < m.nflex; f++) if (m.flex_passive[f] !== 0 && m.flex_rigid[f] === 0) return true;
  return false;
}

/** Whether a side of a contact is a flex that asks for it. @reads contact_flex */
function wantsPassive(m: Model, d: Data, c: i32, side: i32): boolean {
  const f = d.contact_flex[2 * c + side];
  return f >= 0 && m.flex_passive[f] !== 0;
}

/** Whether one side of a contact is a flex, or a geom that is fixed to the world. @reads contact_geom */
function isFixedOrFlex(m: Model, d: Data, c: i32, side: i32): boolean {
  const g = d.contact_geom[2 * c + side];
  return g < 0 || m.body_weldid[m.geom_bodyid[g]] === 0;
}

/**
 * Marks the contacts that push as passive forces: those that a flex wants so, with flexes and with geoms that are fixed to the world.
 *
 * @reads ncon contact_exclude
 * @writes contact_exclude contact_efc_address
 */
export function markPassiveContacts(m: Model, d: Data): void {
  if (!hasPassiveContacts(m)) return;
  for (let c = 0; c < d.ncon; c++) {
    if (!wantsPassive(m, d, c, 0) && !wantsPassive(m, d, c, 1)) continue;
    if (!isFixedOrFlex(m, d, c, 0) || !isFixedOrFlex(m, d, c, 1)) continue;
    d.contact_exclude[c] = EXCLUDE_PASSIVE;
    d.contact_efc_address[c] = -1;
  }
}

/** Mass of vertex `v` of all flexes, if its body has three dofs, and less than `least` where that is positive. @reads M */
function lighter(m: Model, d: Data, v: i32, least: f64): f64 {
  const body = m.flex_vertbodyid[v];
  if (m.body_dofnum[body] !== 3) return least;
  const i = m.body_dofadr[body];
  const mass = d.M[m.M_rowadr[i] + m.M_rownnz[i] - 1];
  return mass > 0 && (least === 0 || mass < least) ? mass : least;
}

/** Stiffness of a contact, by the lightest vertex that takes part. @reads contact_flex contact_vert contact_elem */
function stiffness(m: Model, d: Data, c: i32): f64 {
  let least: f64 = 0;
  for (let side = 0; side < 2; side++) {
    const f = d.contact_flex[2 * c + side];
    if (f < 0) continue;
    const first = m.flex_vertadr[f];
    const vertex = d.contact_vert[2 * c + side];
    if (vertex >= 0) {
      least = lighter(m, d, first + vertex, least);
      continue;
    }
    const corners = m.flex_dim[f] + 1;
    const data = m.flex_elemdataadr[f] + corners * d.contact_elem[2 * c + side];
    for (let k = 0; k < corners; k++) least = lighter(m, d, first + m.flex_elem[data + k], least);
  }
  return FREQUENCY2 * least;
}

/**
 * Makes the list of the contacts that push as passive forces.
 *
 * @reads ncon contact_exclude contact_dist
 * @writes nefmcon
 */
export function listPassiveContacts(m: Model, d: Data): void {
  d.nefmcon = 0;
  if (!hasPassiveContacts(m)) return;
  for (let c = 0; c < d.ncon; c++) {
    if (d.contact_exclude[c] !== EXCLUDE_PASSIVE) continue;
    const k = stiffness(m, d, c);
    if (k > 0) addPassive(m, d, c, k);
  }
}

/**
 * Adds a contact of stiffness k to the list.
 *
 * @reads nefmcon contact_dist contact_frame contactColumn rowChain
 * @writes nefmcon efm_con_ind efm_con_val
 */
function addPassive(m: Model, d: Data, c: i32, k: f64): void {
  const h = m.opt_timestep;
  const head = d.nefmcon;
  contactBodies(m, d, c, bodies);
  const n = contactColumns(m, d, c, bodies);
  reserve(m, d, COUNT_NEFMCON, head + HEAD + n);
  let at = head + HEAD;
  for (let j = m.nv - n; j < m.nv; j++) {
    const i = d.rowChain[j];
    const normal = dot3(d.contact_frame, 9 * c, d.contactColumn, 6 * i);
    if (normal === 0) continue;
    d.efm_con_ind[at] = i;
    d.efm_con_val[at++] = normal;
  }
  d.efm_con_ind[head] = at - head - HEAD;
  d.efm_con_ind[head + 1] = c;
  d.efm_con_val[head] = h * h * k;
  d.efm_con_val[head + 1] = d.contact_dist[c] < 0 ? -k * d.contact_dist[c] : 0.0;
  d.nefmcon = at;
}

/**
 * The forces of the contacts in the list.
 *
 * @reads nefmcon efm_con_ind efm_con_val qfrc_spring
 * @writes qfrc_spring
 */
export function passiveContactForce(d: Data): void {
  for (let head = 0; head < d.nefmcon; head += HEAD + d.efm_con_ind[head]) {
    const end = head + HEAD + d.efm_con_ind[head];
    const force = d.efm_con_val[head + 1];
    for (let k = head + HEAD; k < end; k++) d.qfrc_spring[d.efm_con_ind[k]] += d.efm_con_val[k] * force;
  }
}

/**
 * res -= h·k·J·(Jᵀ·vel) over the contacts in the list: what the motion of the step will add to their forces.
 *
 * @reads nefmcon efm_con_ind efm_con_val
 */
export function passiveContactShift(res: F64, m: Model, d: Data, vel: F64): void {
  for (let head = 0; head < d.nefmcon; head += HEAD + d.efm_con_ind[head]) {
    const end = head + HEAD + d.efm_con_ind[head];
    let speed: f64 = 0;
    for (let k = head + HEAD; k < end; k++) speed += d.efm_con_val[k] * vel[d.efm_con_ind[k]];
    const s = (d.efm_con_val[head] / m.opt_timestep) * speed;
    for (let k = head + HEAD; k < end; k++) res[d.efm_con_ind[k]] -= s * d.efm_con_val[k];
  }
}
