import type { f64, i32 } from '../dialect.ts';

type Ask = (field: i32, part: i32, x: f64, y: f64, z: f64) => f64;

let ask: Ask = () => 0;

/** Connects the `js` back end with the user's fields; `user-field.as.ts` declares `askField` as an import. */
export function connectFields(answer: Ask): void {
  ask = answer;
}

/** A component of the gradient of a user's field at (x, y, z) (`part` 0, then 1 and 2), or its distance there (3). */
export function askField(field: i32, part: i32, x: f64, y: f64, z: f64): f64 {
  return ask(field, part, x, y, z);
}
