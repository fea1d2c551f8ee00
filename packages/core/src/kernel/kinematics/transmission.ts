import type { i32 } from '../dialect.ts';
import type { Data, Model } from '../model/classes.ts';
import {
  TRN_BODY,
  TRN_JOINT,
  TRN_JOINTINPARENT,
  TRN_SITE,
  TRN_SLIDERCRANK,
  TRN_SO3,
  TRN_TENDON,
} from '../model/constants.ts';
import { actuatorAsleep, someAsleep } from '../sleep/state.ts';
import { bodyTransmission } from './transmission/body.ts';
import { jointTransmission } from './transmission/joint.ts';
import { closeRow } from './transmission/row.ts';
import { siteTransmission } from './transmission/site.ts';
import { sliderCrankTransmission } from './transmission/slider-crank.ts';
import { so3Transmission } from './transmission/so3.ts';
import { tendonTransmission } from './transmission/tendon.ts';

/**
 * Lengths of the outputs of all actuators, and their moments: rows of the Jacobian of the lengths, or its equivalent.
 * Each transmission writes the rows of its outputs from address `at` on and returns where the next one starts.
 *
 * @writes actuator_length actuator_moment moment_rownnz moment_rowadr moment_colind
 * @see mj_transmission
 */
export function transmission(m: Model, d: Data): void {
  const filter = someAsleep(m, d);
  let at: i32 = 0;
  for (let a = 0; a < m.nactuator; a++) {
    if (filter && actuatorAsleep(m, d, a)) emptyRows(m, d, a, at);
    else at = transmit(m, d, a, m.actuator_outadr[a], at);
  }
}

function transmit(m: Model, d: Data, a: i32, out: i32, at: i32): i32 {
  switch (m.actuator_trntype[a]) {
    case TRN_JOINT:
      return jointTransmission(m, d, a, out, at, false);
    case TRN_JOINTINPARENT:
      return jointTransmission(m, d, a, out, at, true);
    case TRN_SLIDERCRANK:
      return sliderCrankTransmission(m, d, a, out, at);
    case TRN_TENDON:
      return tendonTransmission(m, d, a, out, at);
    case TRN_SITE:
      return siteTransmission(m, d, a, out, at);
    case TRN_BODY:
      return bodyTransmission(m, d, a, out, at);
    case TRN_SO3:
      return so3Transmission(m, d, a, out, at);
    default:
      return closeRow(d, out, at, at);
  }
}

function emptyRows(m: Model, d: Data, a: i32, at: i32): void {
  const out = m.actuator_outadr[a];
  for (let k = out; k < out + m.actuator_outnum[a]; k++) closeRow(d, k, at, at);
}
