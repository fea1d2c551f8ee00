import { ArgumentError, type DerivativeMethod, type Model } from '@qpos/core';
import { checkSettings } from '../start.ts';
import { planRollout, type RolloutOptions } from './plan.ts';
import { RolloutPool } from './pool.ts';

/** Which steps are linearised, and how. */
export interface LineariseOptions
  extends Pick<RolloutOptions, 'initialState' | 'initialWarmstart' | 'control' | 'controlSpec' | 'pool' | 'signal'> {
  /** How derivatives are found, as `transition` does; `auto` by default. */
  readonly method?: DerivativeMethod;
  /** Central differences; false by default. */
  readonly centred?: boolean;
  /** Size of the differences; 1e-6 by default. */
  readonly eps?: number;
  /** Parts that the columns of each step are found in, each of which may be another thread's; 1 by default. More than one needs the method `fd`. */
  readonly parts?: number;
  /** Threads beside this one if no pool is given: as many as the machine has by default, 0 for none. The results do not depend on it. */
  readonly workers?: number | 'auto';
}

/** Linear models of steps: dx' = A·dx + B·du for each row, all stored by rows. */
export interface LinearisedSteps {
  /** Steps. */
  readonly nbatch: number;
  /** (2·nv + na)² numbers for each step. */
  readonly A: Float64Array;
  /** (2·nv + na)·nu numbers for each step. */
  readonly B: Float64Array;
}

/**
 * A and B of steps from given states, as `transition` finds them, on all cores: the steps of a trajectory are shared out, or with `parts` the columns
 * of each.
 *
 * @param model The model; one with delays is refused.
 * @param options The states with their controls, and how to differentiate.
 * @returns The matrices of each step.
 * @example
 * const { FULLPHYSICS } = enums.StateBit;
 * const initialState = new Float64Array(stateSize(model, FULLPHYSICS));
 * getState(model, data, initialState, FULLPHYSICS);
 * const { A, nbatch } = await lineariseSteps(model, { initialState, control: [[Array.from(data.ctrl)]], workers: 1 });
 * console.log(nbatch, A.length === (2 * model.nv + model.na) ** 2);
 */
export async function lineariseSteps(model: Model, options: LineariseOptions): Promise<LinearisedSteps> {
  checkSettings('options', options);
  const { method = 'auto', centred = false, eps = 1e-6, parts = 1, pool, workers = 'auto' } = options;
  if (!Number.isInteger(parts) || parts < 1) throw new ArgumentError('parts must be a whole number of at least 1');
  if (parts > 1 && method !== 'fd')
    throw new ArgumentError('only columns of finite differences have parts', 'bad-argument', "use the method 'fd'");
  const { nbatch: steps, ...planned } = planRollout([model], { ...options, nstep: 1 });
  const n = 2 * model.nv + model.na;
  const width = n * (n + model.nu);
  const nbatch = steps * parts;
  const { initialState, initialWarmstart, control, state } = planned.arrays;
  const repeat = <T extends { values: Float64Array; rowStride: number }>(input: T): T =>
    input.rowStride === 0 || parts === 1 ? input : { ...input, values: repeated(input.values, input.rowStride, parts) };
  const Buffer = state.buffer.constructor as typeof ArrayBuffer;
  const arrays = {
    first: 0,
    initialState: repeat(initialState),
    initialWarmstart: initialWarmstart && repeat(initialWarmstart),
    control: control && repeat(control),
    state: new Float64Array(new Buffer(8 * nbatch * width)),
    sensordata: new Float64Array(new Buffer(0)),
  };
  const plan = { ...planned.plan, linearise: { method, centred, eps, parts } };
  const chunkSize = parts > 1 ? 1 : undefined;
  const own = pool ?? (await RolloutPool.create(model, { workers, most: nbatch }));
  try {
    await own.run([model], {
      nbatch,
      arrays,
      plan,
      options: { ...planned.options, ...(chunkSize !== undefined && { chunkSize }) },
    });
  } finally {
    if (pool === undefined) await own.close();
  }
  return collect(arrays.state, steps, parts, n, model.nu);
}

/** Each row `times` times. */
function repeated(values: Float64Array, width: number, times: number): Float64Array {
  const all = new Float64Array(values.length * times);
  for (let row = 0; row * width < values.length; row++)
    for (let k = 0; k < times; k++) all.set(values.subarray(row * width, (row + 1) * width), (row * times + k) * width);
  return all;
}

/** Matrices whose parts are zero where another part has the column. */
function collect(state: Float64Array, nbatch: number, parts: number, n: number, nu: number): LinearisedSteps {
  const [A, B] = [new Float64Array(nbatch * n * n), new Float64Array(nbatch * n * nu)];
  for (let row = 0; row < nbatch * parts; row++) {
    const step = Math.floor(row / parts);
    const from = row * n * (n + nu);
    for (let k = 0; k < n * n; k++) A[step * n * n + k] = (A[step * n * n + k] as number) + (state[from + k] as number);
    for (let k = 0; k < n * nu; k++)
      B[step * n * nu + k] = (B[step * n * nu + k] as number) + (state[from + n * n + k] as number);
  }
  return { nbatch, A, B };
}
