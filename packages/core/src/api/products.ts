import { checkFlag, checkIndex, checkLength, checkSettings } from '../host/arguments.ts';
import { withArrays } from '../host/backend/staging.ts';
import { ArgumentError } from '../host/errors/argument-error.ts';
import type { Data } from '../host/model/data.ts';
import { at, backendOf } from '../host/model/handle.ts';
import type { Model } from '../host/model/model.ts';

/**
 * x = M⁻¹·y for one or more vectors. Needs `factorM`.
 *
 * @param model The model.
 * @param data Its Data.
 * @param x Receives n × nv numbers; may be `y`.
 * @param y n × nv numbers, one vector after the other.
 * @param n How many vectors; 1 by default.
 * @see mj_solveM
 * @example
 * const qacc = new Float64Array(model.nv);
 * solveM(model, data, qacc, data.qfrc_smooth);
 * console.log(qacc); // equals data.qacc_smooth
 */
export function solveM(model: Model, data: Data, x: Float64Array, y: ArrayLike<number>, n = 1): void {
  checkIndex('n', n, 2 ** 31);
  const backend = backendOf(model, data);
  checkLength('x', x, n * model.nv);
  checkLength('y', y, n * model.nv);
  withArrays(backend, (kernels, use) => kernels.solveM(at(model), at(data), use.result(x), 0, use.input(y), 0, n));
}

/**
 * x = D^-½·L⁻ᵀ·y for one or more vectors, with M = LᵀDL: half of `solveM`. Needs `factorM`.
 *
 * @param model The model.
 * @param data Its Data.
 * @param x Receives n × nv numbers; may be `y`.
 * @param y n × nv numbers, one vector after the other.
 * @param sqrtInvD nv numbers: the square roots of `qLDiagInv`.
 * @param n How many vectors; 1 by default.
 * @see mj_solveM2
 * @example
 * const half = new Float64Array(model.nv);
 * solveM2(model, data, half, data.qfrc_smooth, data.qLDiagInv.map(Math.sqrt));
 */
export function solveM2(
  model: Model,
  data: Data,
  x: Float64Array,
  y: ArrayLike<number>,
  sqrtInvD: ArrayLike<number>,
  n = 1,
): void {
  checkIndex('n', n, 2 ** 31);
  const backend = backendOf(model, data);
  checkLength('x', x, n * model.nv);
  checkLength('y', y, n * model.nv);
  checkLength('sqrtInvD', sqrtInvD, model.nv);
  withArrays(backend, (kernels, use) =>
    kernels.solveM2(at(model), at(data), use.result(x), use.input(y), use.input(sqrtInvD), n),
  );
}

/** Applies a kernel that takes nv numbers to nv numbers. */
function mapVelocity(
  kernel: 'mulM' | 'mulM2',
  model: Model,
  data: Data,
  res: Float64Array,
  vec: ArrayLike<number>,
): void {
  const backend = backendOf(model, data);
  checkLength('res', res, model.nv);
  checkLength('vec', vec, model.nv);
  withArrays(backend, (kernels, use) =>
    kernels[kernel](at(model), at(data), use.result(res), 0, use.inputApart(vec, res), 0),
  );
}

/**
 * res = M·vec. Needs `makeM`.
 *
 * @param model The model.
 * @param data Its Data.
 * @param res Receives nv numbers; may be `vec`.
 * @param vec nv numbers.
 * @see mj_mulM
 * @example
 * const force = new Float64Array(model.nv);
 * mulM(model, data, force, data.qacc);
 */
export function mulM(model: Model, data: Data, res: Float64Array, vec: ArrayLike<number>): void {
  mapVelocity('mulM', model, data, res, vec);
}

/**
 * res = D^½·L·vec with M = LᵀDL: a square root of M times a vector. Needs `factorM`.
 *
 * @param model The model.
 * @param data Its Data.
 * @param res Receives nv numbers; may be `vec`.
 * @param vec nv numbers.
 * @see mj_mulM2
 * @example
 * const root = new Float64Array(model.nv);
 * mulM2(model, data, root, data.qvel);
 * console.log(0.5 * root.reduce((sum, x) => sum + x * x, 0)); // kinetic energy
 */
export function mulM2(model: Model, data: Data, res: Float64Array, vec: ArrayLike<number>): void {
  mapVelocity('mulM2', model, data, res, vec);
}

/**
 * The joint-space inertia matrix as a dense matrix. Needs `makeM`.
 *
 * @param model The model.
 * @param data Its Data.
 * @param dst Receives M, nv × nv by rows, both triangles.
 * @see mj_fullM
 * @example
 * const M = new Float64Array(model.nv ** 2);
 * fullM(model, data, M);
 * console.log(M[0]); // inertia about the first joint
 */
export function fullM(model: Model, data: Data, dst: Float64Array): void {
  const backend = backendOf(model, data);
  checkLength('dst', dst, model.nv * model.nv);
  withArrays(backend, (kernels, use) => kernels.fullM(at(model), at(data), use.result(dst), 0));
}

/** Refuses a structure whose rows leave the arrays. */
function checkRows(nv: number, dst: Float64Array, rows: SparseRows): void {
  checkSettings('rows', rows);
  const { rownnz, rowadr, colind } = rows;
  for (const [name, array, least] of [
    ['rownnz', rownnz, nv],
    ['rowadr', rowadr, nv],
    ['colind', colind, 0],
  ] as const) {
    if (!(array instanceof Int32Array)) throw new ArgumentError(`${name} must be an Int32Array`);
    checkLength(name, array, least);
  }
  checkLength('dst', dst, 0);
  const room = Math.min(dst.length, colind.length);
  for (let i = 0; i < nv; i++) {
    if (rownnz[i] < 0 || rowadr[i] < 0 || rowadr[i] + rownnz[i] > room)
      throw new ArgumentError(`row ${i} has ${rownnz[i]} elements from ${rowadr[i]} on, but there are ${room}`);
    for (let k = rowadr[i]; k < rowadr[i] + rownnz[i]; k++) checkIndex(`colind[${k}]`, colind[k], nv);
  }
}

/** The structure of a sparse matrix in compressed rows. */
export interface SparseRows {
  /** How many elements each row has. */
  readonly rownnz: Int32Array;
  /** Address of the first element of each row. */
  readonly rowadr: Int32Array;
  /** Column of each element. */
  readonly colind: Int32Array;
}

/**
 * Adds the joint-space inertia matrix to a matrix: to the lower triangle of a dense one, or to a sparse one that has room for every element
 * of M. Needs `makeM`.
 *
 * @param model The model.
 * @param data Its Data.
 * @param dst nv × nv numbers by rows, or the elements of a sparse matrix.
 * @param rows The structure of the sparse matrix; left out for a dense one.
 * @see mj_addM
 * @example
 * const A = new Float64Array(model.nv ** 2);
 * addM(model, data, A);
 */
export function addM(model: Model, data: Data, dst: Float64Array, rows?: SparseRows): void {
  const backend = backendOf(model, data);
  if (rows === undefined) {
    checkLength('dst', dst, model.nv * model.nv);
    withArrays(backend, (kernels, use) => kernels.addM(at(model), at(data), use.result(dst), 0));
    return;
  }
  checkRows(model.nv, dst, rows);
  const { rownnz, rowadr, colind } = rows;
  withArrays(backend, (kernels, use) => {
    const result = use.result(dst);
    kernels.addMSparse(at(model), at(data), result, use.indices(rownnz), use.indices(rowadr), use.indices(colind));
  });
}

/**
 * Recursive Newton-Euler: the bias force C(qpos, qvel), plus M·qacc on request. Needs `comVel`.
 *
 * @param model The model.
 * @param data Its Data.
 * @param withAcc Whether to add M·qacc.
 * @param result Receives nv numbers.
 * @see mj_rne
 * @example
 * const bias = new Float64Array(model.nv);
 * rne(model, data, false, bias);
 * console.log(bias); // equals data.qfrc_bias
 */
export function rne(model: Model, data: Data, withAcc: boolean, result: Float64Array): void {
  checkFlag('withAcc', withAcc);
  const backend = backendOf(model, data);
  checkLength('result', result, model.nv);
  withArrays(backend, (kernels, use) => kernels.rne(at(model), at(data), withAcc, use.result(result), 0));
}
