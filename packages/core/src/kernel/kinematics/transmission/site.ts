// @cold

import { type f64, type i32, scratchF64 } from '../../dialect.ts';
import { mulMatTVec3, mulMatVec3 } from '../../math/mat3.ts';
import { mulQuat, subQuat } from '../../math/quat.ts';
import { dot3, sub3 } from '../../math/vec3.ts';
import type { Data, Model } from '../../model/classes.ts';
import { lastDof } from '../apply-force.ts';
import { clearColumn, column, dotColumn, setArm, setColumn, subtractColumn } from './column.ts';
import { append, closeReversed } from './row.ts';

const wrench = scratchF64(6); // the gear with world axes
const difference = scratchF64(3); // of the two sites
const siteQuat = scratchF64(4);
const refQuat = scratchF64(4);

/**
 * A site: a force and a torque in its frame, or in that of a reference site. Without a reference the length is 0; with one it is the pose
 * relative to the reference along the gear, and what moves both sites has no moment.
 *
 * @reads site_xpos site_xmat xquat cdof
 * @writes actuator_length
 */
export function siteTransmission(m: Model, d: Data, a: i32, out: i32, at: i32): i32 {
  const site = m.actuator_trnid[2 * a];
  const ref = m.actuator_trnid[2 * a + 1];
  const frame: i32 = ref < 0 ? site : ref;
  mulMatVec3(wrench, 0, d.site_xmat, 9 * frame, m.actuator_gear, 6 * out);
  mulMatVec3(wrench, 3, d.site_xmat, 9 * frame, m.actuator_gear, 6 * out + 3);
  d.actuator_length[out] = ref < 0 ? 0.0 : relativeLength(m, d, site, ref, out);
  setArm(m, d, 0, site);
  return ref < 0 ? siteRow(m, d, site, out, at) : relativeRow(m, d, site, ref, out, at);
}

function isZero(m: Model, g: i32): boolean {
  return m.actuator_gear[g] === 0 && m.actuator_gear[g + 1] === 0 && m.actuator_gear[g + 2] === 0;
}

/** Translation and rotation of the site from the reference, along the gear. */
function relativeLength(m: Model, d: Data, site: i32, ref: i32, out: i32): f64 {
  const gear = m.actuator_gear;
  let length: f64 = 0;
  if (!isZero(m, 6 * out)) {
    sub3(difference, 0, d.site_xpos, 3 * site, d.site_xpos, 3 * ref);
    mulMatTVec3(difference, 0, d.site_xmat, 9 * ref, difference, 0);
    length += dot3(difference, 0, gear, 6 * out);
  }
  if (!isZero(m, 6 * out + 3)) {
    rotationBetween(m, d, site, ref);
    length += dot3(difference, 0, gear, 6 * out + 3);
  }
  return length;
}

/** difference = rotation vector from the reference site to the site */
function rotationBetween(m: Model, d: Data, site: i32, ref: i32): void {
  mulQuat(siteQuat, 0, m.site_quat, 4 * site, d.xquat, 4 * m.site_bodyid[site]);
  mulQuat(refQuat, 0, m.site_quat, 4 * ref, d.xquat, 4 * m.site_bodyid[ref]);
  subQuat(difference, 0, siteQuat, 0, refQuat, 0);
}

function siteRow(m: Model, d: Data, site: i32, out: i32, first: i32): i32 {
  let at = first;
  for (let i = lastDof(m, m.site_bodyid[site]); i >= 0; i = m.dof_parentid[i]) {
    setColumn(d, i, 0);
    at = append(d, at, i, dotColumn(0, wrench, 0) + dotColumn(3, wrench, 3));
  }
  return closeReversed(d, out, first, at);
}

/** The dofs that move one of the sites only, from the last to the first. */
function relativeRow(m: Model, d: Data, site: i32, ref: i32, out: i32, first: i32): i32 {
  setArm(m, d, 1, ref);
  let at = first;
  let i1 = lastDof(m, m.site_bodyid[site]);
  let i2 = lastDof(m, m.site_bodyid[ref]);
  while (i1 !== i2) {
    const i: i32 = i1 > i2 ? i1 : i2;
    if (i === i1) {
      setColumn(d, i, 0);
      i1 = m.dof_parentid[i];
    } else {
      clearColumn();
      subtractColumn(d, i, 1);
      i2 = m.dof_parentid[i];
    }
    at = append(d, at, i, dotColumn(0, wrench, 0) + dotColumn(3, wrench, 3));
  }
  return closeReversed(d, out, first, at);
}

/**
 * Writes the three lengths of a site that turns against a reference site, the rotation vector between them, and the three rows: rotation
 * about the axes of the site.
 *
 * @writes actuator_length
 */
export function relativeRotation(m: Model, d: Data, site: i32, ref: i32, out: i32, first: i32): i32 {
  rotationBetween(m, d, site, ref);
  const xmat = d.site_xmat;
  let end = first;
  for (let k = 0; k < 3; k++) {
    d.actuator_length[out + k] = difference[k];
    wrench[3] = xmat[9 * site + k];
    wrench[4] = xmat[9 * site + 3 + k];
    wrench[5] = xmat[9 * site + 6 + k];
    end = rotationRow(m, d, site, ref, out + k, end);
  }
  return end;
}

function rotationRow(m: Model, d: Data, site: i32, ref: i32, out: i32, first: i32): i32 {
  const cdof = d.cdof;
  let at = first;
  let i1 = lastDof(m, m.site_bodyid[site]);
  let i2 = lastDof(m, m.site_bodyid[ref]);
  while (i1 !== i2) {
    const i: i32 = i1 > i2 ? i1 : i2;
    for (let n = 0; n < 3; n++) column[3 + n] = i === i1 ? cdof[6 * i + n] : -cdof[6 * i + n];
    at = append(d, at, i, dotColumn(3, wrench, 3));
    if (i === i1) i1 = m.dof_parentid[i];
    else i2 = m.dof_parentid[i];
  }
  return closeReversed(d, out, first, at);
}
