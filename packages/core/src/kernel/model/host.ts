import type { f64, i32 } from '../dialect.ts';
import type { Data, Model } from './classes.ts';

/** What the numeric core asks of the world around it; `host.as.ts` declares the same functions as imports. */
export interface Host {
  grow(m: Model, d: Data, size: i32, count: i32): void;
  warning(d: Data, kind: i32, info: i32): void;
  callback(kind: i32, m: Model, d: Data, index: i32): f64;
  reset(m: Model, d: Data): void;
}

const unconnected = (): never => {
  throw new Error('the numeric core has no host yet');
};
let host: Host = { grow: unconnected, warning: unconnected, callback: unconnected, reset: unconnected };

/** Connects the `js` back end with its host. */
export function connectHost(h: Host): void {
  host = h;
}

/** Grows the arrays of a dynamic size. */
export function hostGrow(m: Model, d: Data, size: i32, count: i32): void {
  host.grow(m, d, size, count);
}

/** Reports a warning (WARN_*) with its first occurrence and counts it. */
export function hostWarning(d: Data, kind: i32, info: i32): void {
  host.warning(d, kind, info);
}

/** Runs the user's callback `kind` (CALLBACK_*); `index` is the stage, actuator, geom or packed geom pair that it is about. */
export function hostCallback(kind: i32, m: Model, d: Data, index: i32): f64 {
  return host.callback(kind, m, d, index);
}

/** Puts the state back to the model's initial one; arrays stay where they are. */
export function hostReset(m: Model, d: Data): void {
  host.reset(m, d);
}
