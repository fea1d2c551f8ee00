// @cold

import { type f64, type i32, scratchF64 } from '../../dialect.ts';
import { addTo3, copy3, cross3, dot3, scl3, set3, sub3 } from '../../math/vec3.ts';
import type { Data, Model } from '../../model/classes.ts';
import { lastDof } from '../apply-force.ts';
import { clearColumn, column, setArm, setColumn, subtractColumn } from './column.ts';
import { append, closeReversed } from './row.ts';

const axis = scratchF64(3); // of the slider
const crank = scratchF64(3); // from the slider to the pin of the crank
const byAxis = scratchF64(3); // derivative of the length by the axis
const byCrank = scratchF64(3); // and by the vector to the pin
const turn = scratchF64(3); // of the axis per unit velocity of a dof

/**
 * A slider that a rod of fixed length drives: a·v - √((a·v)² + rod² - v·v), with a the axis of the slider and v the vector from it to the
 * pin of the crank. Where the rod cannot reach, the foot of the pin on the axis.
 *
 * @reads site_xpos site_xmat cdof
 * @writes actuator_length
 */
export function sliderCrankTransmission(m: Model, d: Data, a: i32, out: i32, first: i32): i32 {
  const pin = m.actuator_trnid[2 * a];
  const slider = m.actuator_trnid[2 * a + 1];
  const gear = m.actuator_gear[6 * out];
  const xmat = d.site_xmat;
  set3(axis, 0, xmat[9 * slider + 2], xmat[9 * slider + 5], xmat[9 * slider + 8]);
  sub3(crank, 0, d.site_xpos, 3 * pin, d.site_xpos, 3 * slider);
  d.actuator_length[out] = lengthAndSlopes(m.actuator_cranklength[a]) * gear;

  setArm(m, d, 0, pin);
  setArm(m, d, 1, slider);
  let at = first;
  let i1 = lastDof(m, m.site_bodyid[pin]);
  let i2 = lastDof(m, m.site_bodyid[slider]);
  while (i1 >= 0 || i2 >= 0) {
    const i: i32 = i1 > i2 ? i1 : i2;
    const moment = slope(d, i, i === i1, i === i2);
    if (moment !== 0) at = append(d, at, i, moment * gear);
    if (i1 === i) i1 = m.dof_parentid[i];
    if (i2 === i) i2 = m.dof_parentid[i];
  }
  return closeReversed(d, out, first, at);
}

/** The length, and its derivatives in `byAxis` and `byCrank`. */
function lengthAndSlopes(rod: f64): f64 {
  const foot = dot3(crank, 0, axis, 0);
  const square = foot * foot + rod * rod - dot3(crank, 0, crank, 0);
  if (square <= 0) {
    copy3(byAxis, 0, crank, 0);
    copy3(byCrank, 0, axis, 0);
    return foot;
  }
  const reach = Math.sqrt(square);
  scl3(byCrank, 0, axis, 0, 1 - foot / reach);
  scl3(byAxis, 0, crank, 0, 1 / reach);
  addTo3(byCrank, 0, byAxis, 0);
  scl3(byAxis, 0, crank, 0, 1 - foot / reach);
  return foot - reach;
}

/** Derivative of the length by dof `i`, which moves the pin, the slider, or both. */
function slope(d: Data, i: i32, movesPin: boolean, movesSlider: boolean): f64 {
  set3(turn, 0, 0, 0, 0);
  if (movesPin) setColumn(d, i, 0);
  else clearColumn();
  if (movesSlider) {
    subtractColumn(d, i, 1);
    cross3(turn, 0, d.cdof, 6 * i, axis, 0);
  }
  let sum: f64 = 0;
  for (let k = 0; k < 3; k++) sum += byAxis[k] * turn[k] + byCrank[k] * column[k];
  return sum;
}
