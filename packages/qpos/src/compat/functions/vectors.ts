import { clip, dense, leaf, vector } from '@qpos/core/numerics';
import { halton } from './halton.ts';
import { onArrays, onLists, row } from './row.ts';

type F = Float64Array;

const BAD = 1e10; // larger numbers count as diverged

/** Numbers and vectors. */
export const vectors = {
  mju_clip: row('#x #min #max', clip),
  mju_max: row('#a #b', onArrays(Math.max)),
  mju_min: row('#a #b', onArrays(Math.min)),
  mju_sign: row('#x', (x: number) => (x < 0 ? -1 : x > 0 ? 1 : 0)),
  mju_round: row('#x', (x: number) => (x < 0 ? Math.ceil(x - 0.5) : Math.floor(x + 0.5))),
  mju_isBad: row('#x', (x: number) => (x >= -BAD && x <= BAD ? 0 : 1)),
  mju_sigmoid: row('#x', (x: number) => (x <= 0 ? 0 : x >= 1 ? 1 : x * x * x * (3 * x * (2 * x - 5) + 10))),
  mju_Halton: row('#index #base', halton),

  mju_zero: row('>res[~n] #n', onArrays(leaf.zero)),
  mju_fill: row('>res #val', onLists(dense.fill)),
  mju_copy: row('>res <vec[=res]', onLists(leaf.copy)),
  mju_scl: row('>res <vec[=res] #scl', onLists(leaf.scl)),
  mju_add: row('>res <vec1[=res] <vec2[=res]', onLists(dense.add)),
  mju_sub: row('>res <vec1[=res] <vec2[=res]', onLists(dense.sub)),
  mju_addTo: row('>res <vec[=res]', onLists(leaf.addTo)),
  mju_subFrom: row('>res <vec[=res]', onLists(dense.subFrom)),
  mju_addToScl: row('>res <vec[=res] #scl', onLists(leaf.addToScl)),
  mju_addScl: row('>res <vec1[=res] <vec2[=res] #scl', onLists(dense.addScl)),
  mju_dot: row('<vec1 <vec2[=vec1]', onLists(leaf.dot)),
  mju_sum: row('<vec[~n] #n', onArrays(dense.sum)),
  mju_L1: row('<vec[~n] #n', onArrays(dense.sumAbs)),
  mju_norm: row('<res[~n] #n', onArrays(dense.norm)),
  mju_normalize: row('>res[~n] #n', onArrays(dense.normalize)),
  mju_isZero: row('<vec[~n] #n', (a: F, n: number) => {
    for (let k = 0; k < n; k++) if (a[k] !== 0) return 0;
    return 1;
  }),
  mju_insertionSort: row('>list', (list: F) => void list.sort()),
  mju_insertionSortInt: row('>list', (list: Int32Array) => void list.sort()),
  mju_d2n: row('>res <vec[=res]', (res: F, a: F) => res.set(a)),
  mju_n2d: row('>res <vec[=res]', (res: F, a: F) => res.set(a)),
  mju_f2n: row('>res <vec[=res]', (res: F, a: F) => res.set(Float32Array.from(a))),
  mju_n2f: row('>res <vec[=res]', (res: F, a: F) => res.set(a)),

  mju_zero3: row('>res[~3]', onArrays(vector.zero3)),
  mju_copy3: row('>res[~3] <data[~3]', onArrays(vector.copy3)),
  mju_scl3: row('>res[~3] <vec[~3] #scl', onArrays(vector.scl3)),
  mju_add3: row('>res[~3] <vec1[~3] <vec2[~3]', onArrays(vector.add3)),
  mju_sub3: row('>res[~3] <vec1[~3] <vec2[~3]', onArrays(vector.sub3)),
  mju_addTo3: row('>res[~3] <vec[~3]', onArrays(vector.addTo3)),
  mju_subFrom3: row('>res[~3] <vec[~3]', onArrays(vector.subFrom3)),
  mju_addToScl3: row('>res[~3] <vec[~3] #scl', onArrays(vector.addToScl3)),
  mju_addScl3: row('>res[~3] <vec1[~3] <vec2[~3] #scl', onArrays(vector.addScl3)),
  mju_cross: row('>res[~3] <a[~3] <b[~3]', onArrays(vector.cross3)),
  mju_dot3: row('<vec1[~3] <vec2[~3]', onArrays(vector.dot3)),
  mju_dist3: row('<pos1[~3] <pos2[~3]', onArrays(vector.dist3)),
  mju_norm3: row('<vec[~3]', onArrays(vector.norm3)),
  mju_normalize3: row('>vec[~3]', onArrays(vector.normalize3)),
  mju_zero4: row('>res[~4]', (res: F) => leaf.zero(res, 0, 4)),
  mju_copy4: row('>res[~4] <data[~4]', (res: F, a: F) => leaf.copy(res, 0, a, 0, 4)),
};
