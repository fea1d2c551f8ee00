import { stage, stageIndices, stageResult, unstage } from '../backend/staging.ts';
import type { Data } from '../model/data.ts';
import { at, backendOf, checkLength } from '../model/handle.ts';
import type { Model } from '../model/model.ts';

/** x = M⁻¹·y for `n` vectors, one after the other; `x` may be `y`. Needs `factorM`. */
export function solveM(model: Model, data: Data, x: Float64Array, y: ArrayLike<number>, n = 1): void {
  const backend = backendOf(model, data);
  checkLength('x', x, n * model.nv);
  checkLength('y', y, n * model.nv);
  const result = stageResult(backend, x);
  const input = y === x ? result : stage(backend, y);
  backend.kernels.solveM(at(model), at(data), result, 0, input, 0, n);
  unstage(backend);
}

/** x = D^-½·L⁻ᵀ·y for `n` vectors, with M = LᵀDL; `sqrtInvD` holds D^-½. */
export function solveM2(
  model: Model,
  data: Data,
  x: Float64Array,
  y: ArrayLike<number>,
  sqrtInvD: ArrayLike<number>,
  n = 1,
): void {
  const backend = backendOf(model, data);
  checkLength('x', x, n * model.nv);
  checkLength('y', y, n * model.nv);
  checkLength('sqrtInvD', sqrtInvD, model.nv);
  const result = stageResult(backend, x);
  const input = y === x ? result : stage(backend, y);
  backend.kernels.solveM2(at(model), at(data), result, 0, input, 0, stage(backend, sqrtInvD), n);
  unstage(backend);
}

/** res = M·vec. */
export function mulM(model: Model, data: Data, res: Float64Array, vec: ArrayLike<number>): void {
  const backend = backendOf(model, data);
  checkLength('res', res, model.nv);
  checkLength('vec', vec, model.nv);
  const input = stage(backend, vec === res ? res.slice() : vec);
  backend.kernels.mulM(at(model), at(data), stageResult(backend, res), 0, input, 0);
  unstage(backend);
}

/** res = D^½·L·vec, a square root of M times vec. */
export function mulM2(model: Model, data: Data, res: Float64Array, vec: ArrayLike<number>): void {
  const backend = backendOf(model, data);
  checkLength('res', res, model.nv);
  checkLength('vec', vec, model.nv);
  const input = stage(backend, vec === res ? res.slice() : vec);
  backend.kernels.mulM2(at(model), at(data), stageResult(backend, res), 0, input, 0);
  unstage(backend);
}

/** dst (nv×nv) = M, both triangles. */
export function fullM(model: Model, data: Data, dst: Float64Array): void {
  const backend = backendOf(model, data);
  checkLength('dst', dst, model.nv * model.nv);
  backend.kernels.fullM(at(model), at(data), stageResult(backend, dst), 0);
  unstage(backend);
}

/** Compressed rows of a matrix: count, address and columns of the elements of each row. */
export interface SparseRows {
  readonly rownnz: Int32Array;
  readonly rowadr: Int32Array;
  readonly colind: Int32Array;
}

/** dst += M: the lower triangle of a dense nv×nv matrix, or a matrix in compressed rows with room for M's elements. */
export function addM(model: Model, data: Data, dst: Float64Array, rows?: SparseRows): void {
  const backend = backendOf(model, data);
  if (rows === undefined) {
    checkLength('dst', dst, model.nv * model.nv);
    backend.kernels.addM(at(model), at(data), stageResult(backend, dst), 0);
  } else {
    checkLength('rownnz', rows.rownnz, model.nv);
    checkLength('rowadr', rows.rowadr, model.nv);
    backend.kernels.addMSparse(
      at(model),
      at(data),
      stageResult(backend, dst),
      stageIndices(backend, rows.rownnz),
      stageIndices(backend, rows.rowadr),
      stageIndices(backend, rows.colind),
    );
  }
  unstage(backend);
}

/** result = the bias force, plus M·qacc when `withAcc`. */
export function rne(model: Model, data: Data, withAcc: boolean, result: Float64Array): void {
  const backend = backendOf(model, data);
  checkLength('result', result, model.nv);
  backend.kernels.rne(at(model), at(data), withAcc, stageResult(backend, result), 0);
  unstage(backend);
}
