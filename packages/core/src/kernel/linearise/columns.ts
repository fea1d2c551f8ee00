// @cold

import type { F64, i32 } from '../dialect.ts';
import type { Model } from '../model/classes.ts';
import { JNT_BALL, JNT_FREE } from '../model/constants.ts';

/** The first of the three dofs by which a joint turns; -1 for hinges and slides. */
function turningDof(m: Model, j: i32): i32 {
  if (m.jnt_type[j] === JNT_BALL) return m.jnt_dofadr[j];
  return m.jnt_type[j] === JNT_FREE ? m.jnt_dofadr[j] + 3 : -1;
}

/**
 * Writes `n` changes of the velocity after a step, each nv numbers of `work` from `w` on, and those of the positions that they lead to, into columns of a
 * matrix with rows of `width` numbers, from `column` on. `turns` has 18 numbers for each joint, of which the first 9 tell how a rotation after the step
 * varies with scaled angular velocity.
 */
export function writeColumns(
  m: Model,
  work: F64,
  w: i32,
  n: i32,
  turns: F64,
  matrix: F64,
  width: i32,
  column: i32,
): void {
  const nv = m.nv;
  const h = m.opt_timestep;
  for (let i = 0; i < nv; i++) {
    const position: i32 = i * width + column;
    const velocity: i32 = (nv + i) * width + column;
    for (let k = 0; k < n; k++) {
      const v = work[w + k * nv + i];
      matrix[velocity + k] = v;
      matrix[position + k] = h * v;
    }
  }
  for (let j = 0; j < m.njnt; j++) {
    const i = turningDof(m, j);
    if (i < 0) continue;
    for (let r = 0; r < 3; r++) {
      const turn: i32 = 18 * j + 3 * r;
      const position: i32 = (i + r) * width + column;
      for (let k = 0; k < n; k++) {
        const v: i32 = w + k * nv + i;
        matrix[position + k] =
          h * (turns[turn] * work[v] + turns[turn + 1] * work[v + 1] + turns[turn + 2] * work[v + 2]);
      }
    }
  }
}

/**
 * Adds how far positions before the step go along with it, to the first nv columns of a matrix: one, or a rotation of rotations, the last 9 of the
 * 18 numbers of each joint in `turns`.
 */
export function addCarried(m: Model, turns: F64, matrix: F64, width: i32): void {
  for (let i = 0; i < m.nv; i++) {
    const j = m.dof_jntid[i];
    const first = turningDof(m, j);
    if (first < 0 || i < first) matrix[i * (width + 1)] += 1;
    else for (let r = 0; r < 3; r++) matrix[(first + r) * width + i] += turns[18 * j + 9 + 3 * r + i - first];
  }
}
