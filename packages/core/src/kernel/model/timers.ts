import type { i32 } from '../dialect.ts';
import type { Data, Model } from './classes.ts';
import { CALLBACK_TIME, NTIMER } from './constants.ts';
import { hostCallback } from './host.ts';

/** A part of a step begins; nothing without a clock. */
export function beginTimer(m: Model, d: Data, timer: i32): void {
  if ((m.callbackMask & CALLBACK_TIME) !== 0) hostCallback(CALLBACK_TIME, m, d, timer);
}

/** A part of a step ends: the host is told NTIMER more. */
export function endTimer(m: Model, d: Data, timer: i32): void {
  if ((m.callbackMask & CALLBACK_TIME) !== 0) hostCallback(CALLBACK_TIME, m, d, NTIMER + timer);
}
