import type { F64, f64, i32 } from '../dialect.ts';
import type { Data, Model } from '../model/classes.ts';
import { NBIAS, NGAIN } from '../model/constants.ts';
import { slopeInput } from './input.ts';

/** prm[0] + prm[1]·length + prm[2]·velocity @reads actuator_length actuator_velocity */
function affine(m: Model, d: Data, a: i32, prm: F64, p: i32): f64 {
  const out = m.actuator_outadr[a];
  return prm[p] + prm[p + 1] * d.actuator_length[out] + prm[p + 2] * d.actuator_velocity[out];
}

export function fixedGain(m: Model, _d: Data, a: i32): f64 {
  return m.actuator_gainprm[NGAIN * a];
}

export function affineGain(m: Model, d: Data, a: i32): f64 {
  return affine(m, d, a, m.actuator_gainprm, NGAIN * a);
}

export function affineGainByVelocity(m: Model, d: Data, a: i32): f64 {
  const slope = m.actuator_gainprm[NGAIN * a + 2];
  return slope === 0 ? 0.0 : slope * slopeInput(m, d, a);
}

export function affineGainByLength(m: Model, d: Data, a: i32): f64 {
  const slope = m.actuator_gainprm[NGAIN * a + 1];
  return slope === 0 ? 0.0 : slope * slopeInput(m, d, a);
}

export function affineBias(m: Model, d: Data, a: i32): f64 {
  return affine(m, d, a, m.actuator_biasprm, NBIAS * a);
}

export function affineBiasByVelocity(m: Model, _d: Data, a: i32): f64 {
  return m.actuator_biasprm[NBIAS * a + 2];
}

export function affineBiasByLength(m: Model, _d: Data, a: i32): f64 {
  return m.actuator_biasprm[NBIAS * a + 1];
}
