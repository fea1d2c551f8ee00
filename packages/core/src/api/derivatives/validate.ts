import { checkLength, checkReal, checkSettings } from '../../host/arguments.ts';
import type { Data } from '../../host/model/data.ts';
import { backendOf } from '../../host/model/handle.ts';
import type { Model } from '../../host/model/model.ts';
import { DEFAULT_EPS } from './results.ts';
import { type DerivativeConfig, transition } from './transition.ts';

/** Differences of two matrices in one block of them. */
export interface BlockError {
  /** What is differentiated by what, such as `velocity by position`. */
  readonly name: string;
  /** The largest difference, relative to the largest number of the block, or to 1 if all are smaller. */
  readonly error: number;
}

/** What a comparison of derivatives came to. */
export interface DerivativeCheck {
  /** Each block of A and B that is not empty. */
  readonly blocks: readonly BlockError[];
  /** The largest error of them. */
  readonly maxRelativeError: number;
  /** Whether it is within the tolerance. */
  readonly passed: boolean;
}

/** How derivatives are compared. */
export interface DerivativeCheckOptions {
  /** Size of the central differences; 1e-6 by default. */
  readonly eps?: number | undefined;
  /** The largest error that passes; 1e-6 by default. */
  readonly tolerance?: number | undefined;
}

const DEFAULT_TOLERANCE = 1e-6;

/**
 * The largest difference of two matrices, relative to the largest number of the second, or to 1 if all are smaller.
 *
 * @param a A matrix.
 * @param b Another, of as many numbers.
 * @returns The error; NaN if a number is NaN.
 * @example
 * console.log(maxRelativeError([1, 2], [1, 4])); // 0.5
 */
export function maxRelativeError(a: ArrayLike<number>, b: ArrayLike<number>): number {
  checkLength('a', a, 0);
  checkLength('b', b, a.length);
  checkLength('a', a, b.length);
  let [most, size] = [0, 1];
  for (let i = 0; i < b.length; i++) {
    const difference = Math.abs((a[i] as number) - (b[i] as number));
    if (!(difference <= most)) most = difference;
    size = Math.max(size, Math.abs(b[i] as number));
  }
  return most / size;
}

/** Compares each block of A and B. */
function compare(
  model: Model,
  data: Data,
  first: DerivativeConfig,
  second: DerivativeConfig,
  tolerance: number,
): DerivativeCheck {
  const { nv, na, nu } = model;
  const n = 2 * nv + na;
  const one = transition(model, data, { ...first, C: null, D: null });
  const other = transition(model, data, { ...second, C: null, D: null });
  const rows = [
    ['position', 0, nv],
    ['velocity', nv, nv],
    ['activation', 2 * nv, na],
  ] as const;
  const columns = [...rows, ['control', 0, nu] as const];
  const blocks: BlockError[] = [];
  for (const [row, r, height] of rows)
    for (const [column, c, width] of columns) {
      if (height * width === 0) continue;
      const [a, b, stride] = column === 'control' ? [one.B, other.B, nu] : [one.A, other.A, n];
      const block = (matrix: Float64Array): Float64Array =>
        Float64Array.from(
          { length: height * width },
          (_, k) => matrix[(r + Math.floor(k / width)) * stride + c + (k % width)] as number,
        );
      blocks.push({ name: `${row} by ${column}`, error: maxRelativeError(block(a), block(b)) });
    }
  const most = Math.max(0, ...blocks.map(({ error }) => error));
  return { blocks, maxRelativeError: most, passed: most <= tolerance };
}

/**
 * Compares the derivatives of a step that `transition` finds with central differences, block by block.
 *
 * @param model The model.
 * @param data Its Data, in the state to compare at; state and controls are afterwards what they were.
 * @param options Size of the differences, and what error passes.
 * @returns Errors of each block, the largest, and whether it passes.
 * @throws ArgumentError `unsupported` if the model has something whose derivative the engine has not.
 * @example
 * const { passed, maxRelativeError: error, blocks } = validateTransition(model, data);
 * if (!passed) console.log(error, blocks);
 */
export function validateTransition(model: Model, data: Data, options: DerivativeCheckOptions = {}): DerivativeCheck {
  checkSettings('options', options);
  backendOf(model, data);
  const { eps = DEFAULT_EPS, tolerance = DEFAULT_TOLERANCE } = options;
  checkReal('tolerance', tolerance);
  return compare(
    model,
    data,
    { method: 'hybrid', centred: true, eps },
    { method: 'fd', centred: true, eps },
    tolerance,
  );
}

/**
 * Whether finite differences have converged at this state: central differences of two sizes, one a tenth of the other, agree. They do not where a
 * contact is about to open or slip, or where the size is too small for the solver's tolerance.
 *
 * @param model The model.
 * @param data Its Data, in the state to compare at; state and controls are afterwards what they were.
 * @param options The larger size, and what error passes.
 * @returns Differences of each block, the largest, and whether it passes.
 * @example
 * console.log(checkDifferences(model, data, { eps: 1e-5, tolerance: 1e-4 }).passed);
 */
export function checkDifferences(model: Model, data: Data, options: DerivativeCheckOptions = {}): DerivativeCheck {
  checkSettings('options', options);
  backendOf(model, data);
  const { eps = DEFAULT_EPS, tolerance = DEFAULT_TOLERANCE } = options;
  checkReal('tolerance', tolerance);
  checkReal('eps', eps);
  return compare(
    model,
    data,
    { method: 'fd', centred: true, eps: eps / 10 },
    { method: 'fd', centred: true, eps },
    tolerance,
  );
}
