import { checkFlag, checkIndex, checkReal, checkSettings } from '../../host/arguments.ts';
import { ArgumentError } from '../../host/errors/argument-error.ts';
import type { Data } from '../../host/model/data.ts';
import { backendOf } from '../../host/model/handle.ts';
import type { Model } from '../../host/model/model.ts';
import { analyticColumns } from './analytic-columns.ts';
import { analyticObstacle, solvesPositions } from './analytic-support.ts';
import { hardenContacts, softenContacts } from './contact-smoothing.ts';
import { nearbyColumns, staysNearby } from './nearby-columns.ts';
import { DEFAULT_EPS, type ResultArrays } from './results.ts';
import {
  type ColumnPart,
  type Columns,
  type Differences,
  type StepDifferences,
  stepDifferences,
} from './step-differences.ts';
import {
  checkTransition,
  columnsOf,
  differentiate,
  type Transition,
  transitionArrays,
  wanted,
} from './transition-fd.ts';

/**
 * How a step is differentiated: all by finite differences (`fd`), with the derivatives that the engine has (`hybrid`), or so where that is
 * possible (`auto`).
 */
export type DerivativeMethod = 'fd' | 'hybrid' | 'auto';

/** How derivatives of a step are found. */
export interface DerivativeConfig {
  /** Which derivatives are finite differences; `auto` by default. */
  readonly method?: DerivativeMethod | undefined;
  /** Central differences, which cost twice as much and are more accurate; false by default. */
  readonly centred?: boolean | undefined;
  /** Size of the differences; 1e-6 by default. */
  readonly eps?: number | undefined;
  /**
   * Distance in metres from which contacts act for the derivatives, with a force that grows from nothing: gradients then see a contact before
   * it is made, and change smoothly as it is. 0, contacts as they are, by default.
   */
  readonly smoothing?: number | undefined;
  /** Only some of the columns, the others being 0, for threads that share the work; all by default. The method must be `fd`. */
  readonly part?: ColumnPart | undefined;
}

const METHODS: readonly string[] = ['fd', 'hybrid', 'auto'] satisfies DerivativeMethod[];

/**
 * Linearises one time step: dx' = A·dx + B·du and ds = C·dx + D·du. The state x has 2·nv + na numbers: positions in tangent space,
 * velocities, activations; u are the controls, s the sensor readings. All of sensors is finite differences; the rest follows from the derivatives of
 * forces, of the integrator and of the constraint solver, unless `method` is `fd`. Of positions, forces are finite differences, with a tenth of
 * `eps`; whole steps are where forces jump, under the integrators implicit and discrete, and with C. State and controls
 * are afterwards what they were; derived fields are not. With all matrices given or `null`, nothing is allocated.
 *
 * @param model The model; one with delays is refused.
 * @param data Its Data, in the state to linearise at.
 * @param options How to differentiate, and where the results go: each matrix is allocated if not given, `null` if not wanted.
 * @returns The four matrices.
 * @throws ArgumentError `unsupported` if the method is `hybrid` and the model has something whose derivative the engine has not.
 * @see mjd_transitionFD
 * @example
 * const { A, B } = transition(model, data, { method: 'auto', centred: true, C: null, D: null });
 * const n = 2 * model.nv + model.na;
 * console.log(A.length === n * n, B.length === n * model.nu);
 */
export function transition(
  model: Model,
  data: Data,
  options: DerivativeConfig & ResultArrays<Transition> = {},
): Transition {
  backendOf(model, data);
  checkSettings('options', options);
  const { method = 'auto', centred = false, eps = DEFAULT_EPS, smoothing = 0, part } = options;
  checkTransition(model, eps);
  checkFlag('centred', centred);
  checkReal('smoothing', smoothing);
  if (smoothing < 0) throw new ArgumentError('smoothing must be a distance from 0 on');
  if (!METHODS.includes(method))
    throw new ArgumentError(`'${String(method)}' is no method`, 'bad-argument', `one of ${METHODS.join(', ')}`);
  checkPart(part, method);
  const result = transitionArrays(model, options);
  if (smoothing > 0) softenContacts(model, smoothing);
  try {
    if (method === 'fd') differentiate(model, data, result, { eps, centred, exact: true, part });
    else combine(model, data, result, { eps, centred, exact: true }, method);
  } finally {
    if (smoothing > 0) hardenContacts(model);
  }
  return result;
}

function checkPart(part: ColumnPart | undefined, method: DerivativeMethod): void {
  if (part === undefined) return;
  checkSettings('part', part);
  const { index, count } = part;
  if (!(Number.isInteger(count) && count > 0)) throw new ArgumentError('part.count must be a whole number above 0');
  checkIndex('part.index', index, count);
  if (method !== 'fd')
    throw new ArgumentError('only columns of finite differences have parts', 'bad-argument', "use the method 'fd'");
}

/** Columns by the derivatives of the engine where there are some, by finite differences where not. */
function combine(
  model: Model,
  data: Data,
  result: Transition,
  differences: Differences,
  method: DerivativeMethod,
): void {
  const { A, B, C, D } = result;
  const steps = stepDifferences(model, data);
  steps.begin(!wanted(C) && !wanted(D), true);
  const obstacle = analyticObstacle(model, data);
  if (obstacle !== undefined) {
    if (method === 'hybrid')
      throw new ArgumentError(
        `the derivatives of ${obstacle} are only finite differences`,
        'unsupported',
        "use the method 'auto'",
      );
    differentiate(model, data, result, differences);
    return;
  }
  // sensors need whole steps from nudged positions, which give the state as well
  const byForces = wanted(A) && !wanted(C) && solvesPositions(model);
  if (wanted(A) || wanted(B)) analytic(model, data, result, differences.eps, steps);
  if (byForces) solvePositions(model, data, A, differences, steps);
  const byState = columnsOf(A, C, 2 * model.nv + model.na);
  if (wanted(D)) steps.byControl(sensorsOf(columnsOf(B, D, model.nu)), differences);
  if (byState.sensor !== null) {
    // sensors have no derivatives of their own
    steps.byActivation(sensorsOf(byState), differences);
    steps.byVelocity(sensorsOf(byState), differences);
  }
  if (byForces) return;
  if (byState.sensor === null && byState.state !== null && writesNearby(model, data, byState.state, differences))
    steps.restore();
  else if (byState.state !== null || byState.sensor !== null) steps.byPosition(byState, differences);
}

/** Columns of positions by differences of steps that are found from each other; false if they cannot be. */
function writesNearby(model: Model, data: Data, A: Float64Array, differences: Differences): boolean {
  if (!staysNearby(model)) return false;
  const nearby = nearbyColumns(model, data);
  if (!nearby.begin()) return false;
  nearby.writePositions(A, differences);
  return true;
}

/** Columns of positions from forces, and from whole steps where there are no derivatives of these. */
function solvePositions(
  model: Model,
  data: Data,
  A: Float64Array,
  differences: Differences,
  steps: StepDifferences,
): void {
  const columns = analyticColumns(model, data);
  columns.measurePositions(differences.eps, differences.centred);
  columns.byPosition();
  columns.copyTo(A);
  const byState = { state: A, sensor: null, width: 2 * model.nv + model.na };
  for (let i = 0; i < model.nv; i++) if (columns.isRough(i)) steps.byOnePosition(i, byState, differences);
}

const sensorsOf = ({ sensor, width }: Columns): Columns => ({ state: null, sensor, width });

/** Columns of velocities, activations and controls, from what the step has left. */
function analytic(model: Model, data: Data, { A, B }: Transition, eps: number, steps: StepDifferences): void {
  const columns = analyticColumns(model, data);
  columns.byVelocity(steps.center);
  if (wanted(A)) {
    columns.byActivation(eps);
    columns.copyTo(A);
  }
  if (wanted(B)) columns.byControl(B, eps);
}
