// @cold

import type { i32 } from '../dialect.ts';
import { maxI } from '../math/scalar.ts';
import type { Data, Model } from '../model/classes.ts';

/** Where the parts of the working memory of `rigidForcesByPos` begin. */
export class RigidLayout {
  /** For each dof: 1 if its column has no derivative to see. */
  rough: i32 = 0;
  /** Forces of springs at the position, with less and with more: nv each. */
  centre: i32 = 0;
  qpos: i32 = 0;
  /** What `keepRows` keeps. */
  rows: i32 = 0;
  /** Of `inverseByPos`. */
  inverse: i32 = 0;
  /** For each dof: the group that it is nudged in, from 1 on; 0 if in none yet. */
  group: i32 = 0;
  /** For each row of the matrix, or block of rows: the dof that is nudged and moves it; -1 if none. */
  owner: i32 = 0;
  /** Forces of what a dof moves, for each: nv numbers at the position, then all of them with less, then with more. */
  sums: i32 = 0;
  /** For each row: its block. */
  block: i32 = 0;
  /** For each block: a number for each dof, 1 if it moves the block. */
  touch: i32 = 0;
  /** For each block: its generalised force at the position. */
  first: i32 = 0;
  /** For each tendon: a number for each dof, 1 if it changes the length. */
  over: i32 = 0;
}

/** Lays it out for the present number of rows, after 2·nv² numbers; returns the size of all. @reads nefc ncon */
export function layRigid(m: Model, d: Data, at: RigidLayout): i32 {
  const nv = m.nv;
  const nefc = d.nefc;
  at.rough = 2 * nv * nv;
  at.centre = at.rough + nv;
  at.qpos = at.centre + 3 * nv;
  at.rows = at.qpos + m.nq;
  at.inverse = at.rows + 6 * nefc + 36 * d.ncon;
  at.group = at.inverse + 48 * m.nbody + 6 * nv;
  at.owner = at.group + nv;
  at.sums = at.owner + maxI(nv, nefc);
  at.block = at.sums + 3 * nv * nv;
  at.touch = at.block + nefc;
  at.first = at.touch + nefc * nv;
  at.over = at.first + nefc * nv;
  return at.over + m.ntendon * nv;
}
