// @cold

import type { F64, f64, i32 } from '../../dialect.ts';
import type { Data, Model } from '../../model/classes.ts';

/** Ends the row of output `out`, whose elements are in [first, end); returns `end`, where the next row starts. @writes moment_rowadr moment_rownnz */
export function closeRow(d: Data, out: i32, first: i32, end: i32): i32 {
  d.moment_rowadr[out] = first;
  d.moment_rownnz[out] = end - first;
  return end;
}

/** Appends an element, unless it is zero; returns where the next one goes. @writes actuator_moment moment_colind */
export function append(d: Data, at: i32, dof: i32, value: f64): i32 {
  if (value === 0) return at;
  d.actuator_moment[at] = value;
  d.moment_colind[at] = dof;
  return at + 1;
}

/** Ends a row that was written from the last dof to the first: turns it around. */
export function closeReversed(d: Data, out: i32, first: i32, end: i32): i32 {
  const { actuator_moment: moment, moment_colind: colind } = d;
  let i = first;
  let j = end - 1;
  while (i < j) {
    const value = moment[i];
    const dof = colind[i];
    moment[i] = moment[j];
    colind[i] = colind[j];
    moment[j] = value;
    colind[j] = dof;
    i++;
    j--;
  }
  return closeRow(d, out, first, end);
}

/** Ends a row that is given with all its zeros. */
export function closeDense(m: Model, d: Data, out: i32, first: i32, row: F64): i32 {
  let at = first;
  for (let i = 0; i < m.nv; i++) at = append(d, at, i, row[i]);
  return closeRow(d, out, first, at);
}

/** Writes a row over the `n` dofs from `dof` on, zeros too. */
export function closeJoint(d: Data, out: i32, first: i32, dof: i32, values: F64, v: i32, n: i32): i32 {
  for (let k = 0; k < n; k++) {
    d.actuator_moment[first + k] = values[v + k];
    d.moment_colind[first + k] = dof + k;
  }
  return closeRow(d, out, first, first + n);
}
