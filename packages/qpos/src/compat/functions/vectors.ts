import { clip, dense, leaf, vector } from '@qpos/core/numerics';
import { row } from './row.ts';

type F = Float64Array;

const BAD = 1e10; // larger numbers count as diverged

/** Numbers and vectors. */
export const vectors = {
  mju_clip: row('#x #min #max', clip),
  mju_max: row('#a #b', (a: number, b: number) => Math.max(a, b)),
  mju_min: row('#a #b', (a: number, b: number) => Math.min(a, b)),
  mju_sign: row('#x', (x: number) => (x < 0 ? -1 : x > 0 ? 1 : 0)),
  mju_round: row('#x', (x: number) => (x < 0 ? Math.ceil(x - 0.5) : Math.floor(x + 0.5))),
  mju_isBad: row('#x', (x: number) => (x >= -BAD && x <= BAD ? 0 : 1)),
  mju_sigmoid: row('#x', (x: number) => (x <= 0 ? 0 : x >= 1 ? 1 : x * x * x * (3 * x * (2 * x - 5) + 10))),
  mju_Halton: row('#index #base', halton),

  mju_zero: row('>res[~n] #n', (res: F, n: number) => leaf.zero(res, 0, n)),
  mju_fill: row('>res #val', (res: F, value: number) => dense.fill(res, 0, value, res.length)),
  mju_copy: row('>res <vec[=res]', (res: F, a: F) => leaf.copy(res, 0, a, 0, res.length)),
  mju_scl: row('>res <vec[=res] #scl', (res: F, a: F, s: number) => leaf.scl(res, 0, a, 0, s, res.length)),
  mju_add: row('>res <vec1[=res] <vec2[=res]', (res: F, a: F, b: F) => dense.add(res, 0, a, 0, b, 0, res.length)),
  mju_sub: row('>res <vec1[=res] <vec2[=res]', (res: F, a: F, b: F) => dense.sub(res, 0, a, 0, b, 0, res.length)),
  mju_addTo: row('>res <vec[=res]', (res: F, a: F) => leaf.addTo(res, 0, a, 0, res.length)),
  mju_subFrom: row('>res <vec[=res]', (res: F, a: F) => dense.subFrom(res, 0, a, 0, res.length)),
  mju_addToScl: row('>res <vec[=res] #scl', (res: F, a: F, s: number) => leaf.addToScl(res, 0, a, 0, s, res.length)),
  mju_addScl: row('>res <vec1[=res] <vec2[=res] #scl', (res: F, a: F, b: F, s: number) =>
    dense.addScl(res, 0, a, 0, b, 0, s, res.length),
  ),
  mju_dot: row('<vec1 <vec2[=vec1]', (a: F, b: F) => leaf.dot(a, 0, b, 0, a.length)),
  mju_sum: row('<vec[~n] #n', (a: F, n: number) => dense.sum(a, 0, n)),
  mju_L1: row('<vec[~n] #n', (a: F, n: number) => dense.sumAbs(a, 0, n)),
  mju_norm: row('<res[~n] #n', (a: F, n: number) => dense.norm(a, 0, n)),
  mju_normalize: row('>res[~n] #n', (a: F, n: number) => dense.normalize(a, 0, n)),
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

  mju_zero3: row('>res[~3]', (res: F) => vector.zero3(res, 0)),
  mju_copy3: row('>res[~3] <data[~3]', (res: F, a: F) => vector.copy3(res, 0, a, 0)),
  mju_scl3: row('>res[~3] <vec[~3] #scl', (res: F, a: F, s: number) => vector.scl3(res, 0, a, 0, s)),
  mju_add3: row('>res[~3] <vec1[~3] <vec2[~3]', (res: F, a: F, b: F) => vector.add3(res, 0, a, 0, b, 0)),
  mju_sub3: row('>res[~3] <vec1[~3] <vec2[~3]', (res: F, a: F, b: F) => vector.sub3(res, 0, a, 0, b, 0)),
  mju_addTo3: row('>res[~3] <vec[~3]', (res: F, a: F) => vector.addTo3(res, 0, a, 0)),
  mju_subFrom3: row('>res[~3] <vec[~3]', (res: F, a: F) => vector.subFrom3(res, 0, a, 0)),
  mju_addToScl3: row('>res[~3] <vec[~3] #scl', (res: F, a: F, s: number) => vector.addToScl3(res, 0, a, 0, s)),
  mju_addScl3: row('>res[~3] <vec1[~3] <vec2[~3] #scl', (res: F, a: F, b: F, s: number) =>
    vector.addScl3(res, 0, a, 0, b, 0, s),
  ),
  mju_cross: row('>res[~3] <a[~3] <b[~3]', (res: F, a: F, b: F) => vector.cross3(res, 0, a, 0, b, 0)),
  mju_dot3: row('<vec1[~3] <vec2[~3]', (a: F, b: F) => vector.dot3(a, 0, b, 0)),
  mju_dist3: row('<pos1[~3] <pos2[~3]', (a: F, b: F) => vector.dist3(a, 0, b, 0)),
  mju_norm3: row('<vec[~3]', (a: F) => vector.norm3(a, 0)),
  mju_normalize3: row('>vec[~3]', (a: F) => vector.normalize3(a, 0)),
  mju_zero4: row('>res[~4]', (res: F) => leaf.zero(res, 0, 4)),
  mju_copy4: row('>res[~4] <data[~4]', (res: F, a: F) => leaf.copy(res, 0, a, 0, 4)),
};

/** Element `index` of the Halton sequence of a base: its digits mirrored at the point. */
function halton(index: number, base: number): number {
  let result = 0;
  let place = 1 / base;
  for (let n = index; n > 0; n = Math.floor(n / base)) {
    result += (n % base) * place;
    place /= base;
  }
  return result;
}
