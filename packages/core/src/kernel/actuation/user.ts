import type { f64, i32 } from '../dialect.ts';
import type { Data, Model } from '../model/classes.ts';
import { CALLBACK_ACTBIAS, CALLBACK_ACTDYN, CALLBACK_ACTGAIN } from '../model/constants.ts';
import { hostCallback } from '../model/host.ts';

/** A callback returns the rate of a single activation; it writes several itself. @writes act_dot */
export function userRates(m: Model, d: Data, a: i32): void {
  if ((m.callbackMask & CALLBACK_ACTDYN) === 0) return;
  const rate = hostCallback(CALLBACK_ACTDYN, m, d, a);
  if (m.actuator_actnum[a] === 1) d.act_dot[m.actuator_actadr[a]] = rate;
}

/** The callback's gain, 1 without a callback. */
export function userGain(m: Model, d: Data, a: i32): f64 {
  return (m.callbackMask & CALLBACK_ACTGAIN) !== 0 ? hostCallback(CALLBACK_ACTGAIN, m, d, a) : 1.0;
}

/** The callback's bias, 0 without a callback. */
export function userBias(m: Model, d: Data, a: i32): f64 {
  return (m.callbackMask & CALLBACK_ACTBIAS) !== 0 ? hostCallback(CALLBACK_ACTBIAS, m, d, a) : 0.0;
}
