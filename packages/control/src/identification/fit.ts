import { type Data, type Model, makeData, setState, step } from '@qpos/core';
import { ControlError, checkCount, checkModel, checkSettings } from '../errors.ts';
import { BoxQp } from '../linear/box-qp.ts';
import { STATE, stateOf } from '../state/full-state.ts';

/** A number of the model that is to be found. */
export interface FitParameter {
  /** Name, for the result. */
  readonly name: string;
  /** Writes a value into the model; what follows from it (`setConst`) is its business too. */
  readonly apply: (model: Model, value: number) => void;
  /** Where the search begins. */
  readonly initial: number;
  /** Least value; none by default. */
  readonly min?: number;
  /** Largest value; none by default. */
  readonly max?: number;
}

/** What was seen of the real system. */
export interface Recording {
  /** Positions at its beginning. */
  readonly qpos: ArrayLike<number>;
  /** Velocities at its beginning. */
  readonly qvel: ArrayLike<number>;
  /** Activations at its beginning; 0 by default. */
  readonly act?: ArrayLike<number>;
  /** Controls at each step, steps × nu. */
  readonly ctrl: ArrayLike<number>;
  /** What was measured after each step, steps × as many numbers as `observe` writes. */
  readonly observed: ArrayLike<number>;
}

/** How parameters are found. */
export interface FitOptions {
  /** Writes what is measured of a state after a step; `sensordata` by default. */
  readonly observe?: (model: Model, data: Data, out: Float64Array) => void;
  /** Numbers that `observe` writes; nsensordata by default. */
  readonly observations?: number;
  /** Most iterations; 50 by default. */
  readonly iterations?: number;
  /** Ends once the parameters change by less than this part; 1e-10 by default. */
  readonly tolerance?: number;
  /** Called after each iteration. */
  readonly onProgress?: (progress: { readonly iteration: number; readonly error: number }) => void;
  /** Ends after the iteration that is on. */
  readonly signal?: AbortSignal;
}

/** What was found. */
export interface FitResult {
  /** The parameters by name. */
  readonly values: Readonly<Record<string, number>>;
  /** Root of the mean square of what is left of the measurements. */
  readonly error: number;
  /** Standard deviation of each parameter, as far as the model is linear in them and the measurements err independently. */
  readonly deviations: Readonly<Record<string, number>>;
  /** Iterations. */
  readonly iterations: number;
  /** Whether the parameters came to rest. */
  readonly converged: boolean;
}

const NUDGE = 1e-6; // of a parameter's size
const FIRST_DAMPING = 1e-3;
const MOST_DAMPING = 1e12;

/**
 * System identification: finds parameters of a model with which it does what was recorded, by steps of Gauss and Newton with damping, within
 * bounds. The model is left with the parameters found.
 *
 * @param model The model; it is changed.
 * @param parameters What to find.
 * @param recordings What was seen.
 * @param options What is measured, when to end.
 * @returns What was found, and how well.
 * @example
 * const damping = { name: 'damping', initial: 0.1, min: 0, apply: (m: Model, x: number) => m.dof_damping.fill(x) };
 * const observe = (_: Model, d: Data, out: Float64Array) => out.set(d.qpos);
 * const recording = { qpos: data.qpos, qvel: data.qvel, ctrl: new Float64Array(10 * model.nu), observed: new Float64Array(10 * model.nq) };
 * const { values, error } = fit(model, [damping], [recording], { observe, observations: model.nq });
 * console.log(values['damping'], error);
 */
export function fit(
  model: Model,
  parameters: readonly FitParameter[],
  recordings: readonly Recording[],
  options: FitOptions = {},
): FitResult {
  checkModel(model);
  checkSettings('options', options);
  const { iterations = 50, tolerance = 1e-10, signal, onProgress } = options;
  checkCount('iterations', iterations);
  const problem = new FitProblem(model, parameters, recordings, options);
  const n = parameters.length;
  const values = Float64Array.from(parameters, (p) => p.initial);
  const trial = new Float64Array(n);
  const change = new Float64Array(n);
  const [hessian, damped, gradient] = [new Float64Array(n * n), new Float64Array(n * n), new Float64Array(n)];
  const qp = new BoxQp(n);
  let damping = FIRST_DAMPING;
  let cost = problem.evaluate(values);
  if (!Number.isFinite(cost))
    throw new ControlError('diverged', 'the simulation diverges with the first parameters', {
      hint: 'begin elsewhere',
    });
  let k = 0;
  let converged = false;
  while (k < iterations && !converged && !signal?.aborted) {
    k++;
    problem.linearise(values, gradient, hessian);
    for (;;) {
      damped.set(hessian);
      for (let i = 0; i < n; i++) damped[i * (n + 1)] += damping * (hessian[i * (n + 1)] || 1);
      change.fill(0);
      const lower = values.map((x, i) => (parameters[i].min ?? Number.NEGATIVE_INFINITY) - x);
      const upper = values.map((x, i) => (parameters[i].max ?? Number.POSITIVE_INFINITY) - x);
      const solved = qp.solve(change, damped, gradient, lower, upper);
      for (let i = 0; i < n; i++) trial[i] = values[i] + change[i];
      const next = solved ? problem.evaluate(trial) : Number.POSITIVE_INFINITY;
      if (next < cost) {
        converged = trial.every((x, i) => Math.abs(change[i]) <= tolerance * (Math.abs(x) + tolerance));
        values.set(trial);
        cost = next;
        damping *= 0.1;
        break;
      }
      damping *= 10;
      if (damping > MOST_DAMPING || trial.every((x, i) => x === values[i])) {
        converged = true;
        break;
      }
    }
    onProgress?.({ iteration: k, error: problem.error(cost) });
  }
  problem.evaluate(values);
  const deviations = problem.deviations(values, cost);
  const named = (numbers: Float64Array): Record<string, number> =>
    Object.fromEntries(parameters.map(({ name }, i) => [name, numbers[i]]));
  return { values: named(values), error: problem.error(cost), deviations: named(deviations), iterations: k, converged };
}

/** What is left of the measurements, as a function of the parameters. */
class FitProblem {
  readonly #model: Model;
  readonly #data: Data;
  readonly #fresh: Float64Array;
  readonly #parameters: readonly FitParameter[];
  readonly #recordings: readonly Recording[];
  readonly #observe: (model: Model, data: Data, out: Float64Array) => void;
  readonly #observations: number;
  readonly #residual: Float64Array;
  readonly #nudged: Float64Array;
  readonly #columns: readonly Float64Array[];

  constructor(
    model: Model,
    parameters: readonly FitParameter[],
    recordings: readonly Recording[],
    { observe = observeSensors, observations = model.nsensordata }: FitOptions,
  ) {
    if (!Array.isArray(parameters) || parameters.length === 0)
      throw new ControlError('bad-argument', 'there must be at least one parameter to find');
    if (!Array.isArray(recordings) || recordings.length === 0)
      throw new ControlError('bad-argument', 'there must be at least one recording');
    checkCount('observations', observations);
    for (const [k, parameter] of parameters.entries()) checkParameter(parameter, k);
    const sizes = recordings.map((recording, k) => checkRecording(model, recording, observations, k));
    const total = sizes.reduce((sum, steps) => sum + steps * observations, 0);
    this.#model = model;
    this.#data = makeData(model);
    this.#fresh = stateOf(model, this.#data);
    this.#parameters = parameters;
    this.#recordings = recordings;
    this.#observe = observe;
    this.#observations = observations;
    this.#residual = new Float64Array(total);
    this.#nudged = new Float64Array(total);
    this.#columns = parameters.map(() => new Float64Array(total));
  }

  /** Half the sum of squares. */
  evaluate(values: Float64Array, residual: Float64Array = this.#residual): number {
    for (const [i, { apply }] of this.#parameters.entries()) apply(this.#model, values[i]);
    let at = 0;
    for (const recording of this.#recordings) at = this.#play(recording, residual, at);
    let squares = 0;
    for (const x of residual) squares += x * x;
    return Number.isNaN(squares) ? Number.POSITIVE_INFINITY : 0.5 * squares;
  }

  /** Gradient and Hessian of Gauss and Newton. */
  linearise(values: Float64Array, gradient: Float64Array, hessian: Float64Array): void {
    const n = values.length;
    this.#differentiate(values);
    const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, x, r) => sum + x * b[r], 0);
    for (let i = 0; i < n; i++) {
      gradient[i] = dot(this.#columns[i], this.#residual);
      for (let j = 0; j < n; j++) hessian[i * n + j] = dot(this.#columns[i], this.#columns[j]);
    }
  }

  /** Root of the mean square. */
  error(cost: number): number {
    return Math.sqrt((2 * cost) / this.#residual.length);
  }

  /** √(σ²·(JᵀJ)⁻¹ᵢᵢ). */
  deviations(values: Float64Array, cost: number): Float64Array {
    const n = values.length;
    const [gradient, hessian] = [new Float64Array(n), new Float64Array(n * n)];
    this.linearise(values, gradient, hessian);
    const variance = (2 * cost) / Math.max(1, this.#residual.length - n);
    const free = Float64Array.from({ length: n }, () => Number.POSITIVE_INFINITY);
    const bound = free.map((x) => -x);
    const qp = new BoxQp(n);
    return values.map((_, i) => {
      const column = new Float64Array(n);
      const unit = Float64Array.from({ length: n }, (__, j) => (j === i ? -1 : 0));
      return qp.solve(column, hessian, unit, bound, free) ? Math.sqrt(variance * column[i]) : Number.POSITIVE_INFINITY;
    });
  }

  #differentiate(values: Float64Array): void {
    const nudgedValues = values.slice();
    for (let i = 0; i < values.length; i++) {
      const { max = Number.POSITIVE_INFINITY } = this.#parameters[i];
      const size = NUDGE * Math.max(Math.abs(values[i]), NUDGE ** 0.5);
      const h = values[i] + size <= max ? size : -size;
      nudgedValues[i] = values[i] + h;
      this.evaluate(nudgedValues, this.#nudged);
      nudgedValues[i] = values[i];
      for (let r = 0; r < this.#nudged.length; r++) this.#columns[i][r] = (this.#nudged[r] - this.#residual[r]) / h;
    }
    this.evaluate(values);
  }

  #play({ qpos, qvel, act, ctrl, observed }: Recording, residual: Float64Array, first: number): number {
    const model = this.#model;
    const data = this.#data;
    setState(model, data, this.#fresh, STATE);
    data.qpos.set(qpos);
    data.qvel.set(qvel);
    if (act !== undefined) data.act.set(act);
    const count = this.#observations;
    for (let k = 0; k * count < observed.length; k++) {
      for (let i = 0; i < model.nu; i++) data.ctrl[i] = ctrl[k * model.nu + i];
      step(model, data);
      const row = residual.subarray(first + k * count, first + (k + 1) * count);
      this.#observe(model, data, row);
      for (let i = 0; i < count; i++) row[i] -= observed[k * count + i];
    }
    return first + observed.length;
  }
}

const observeSensors = (_model: Model, data: Data, out: Float64Array): void => out.set(data.sensordata);

function checkParameter(parameter: FitParameter, k: number): void {
  checkSettings(`parameters[${k}]`, parameter);
  const { name, apply, initial, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = parameter;
  if (typeof apply !== 'function') throw new ControlError('bad-argument', `parameter '${name}' has no apply function`);
  if (!(initial >= min && initial <= max && Number.isFinite(initial)))
    throw new ControlError('bad-argument', `parameter '${name}' begins at ${initial}, outside of ${min} to ${max}`);
}

/** The steps of a recording. */
function checkRecording(model: Model, recording: Recording, observations: number, k: number): number {
  checkSettings(`recordings[${k}]`, recording);
  const { qpos, qvel, act = [], ctrl, observed } = recording;
  const steps = (observed?.length ?? 0) / observations;
  if (!(Number.isInteger(steps) && steps > 0))
    throw new ControlError(
      'bad-argument',
      `recordings[${k}].observed has ${observed?.length} numbers, not rows of ${observations}`,
    );
  const wanted = { qpos: model.nq, qvel: model.nv, act: act.length > 0 ? model.na : 0, ctrl: steps * model.nu };
  for (const [name, array] of Object.entries({ qpos, qvel, act, ctrl }))
    if (array?.length !== wanted[name as keyof typeof wanted])
      throw new ControlError(
        'bad-argument',
        `recordings[${k}].${name} has ${array?.length} numbers, not ${wanted[name as keyof typeof wanted]}`,
      );
  return steps;
}
