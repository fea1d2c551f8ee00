import { checkReal, checkSettings } from '../../host/arguments.ts';
import { ArgumentError } from '../../host/errors/argument-error.ts';
import type { Data } from '../../host/model/data.ts';
import { backendOf } from '../../host/model/handle.ts';
import type { Model } from '../../host/model/model.ts';
import { STAGE_NONE } from '../../kernel/model/constants.ts';
import { nearbyColumns, staysNearby } from './nearby-columns.ts';
import { DEFAULT_EPS, NOT_WANTED, type ResultArrays, resultArray } from './results.ts';
import { type Columns, type Differences, type StepDifferences, stepDifferences } from './step-differences.ts';

/**
 * A linear model of a step: dx' = A·dx + B·du and ds = C·dx + D·du. All matrices are stored by rows. Those that were not wanted are empty.
 */
export interface Transition {
  /** ∂x'/∂x, (2·nv + na)². */
  readonly A: Float64Array;
  /** ∂x'/∂u, (2·nv + na) × nu. */
  readonly B: Float64Array;
  /** ∂s/∂x, nsensordata × (2·nv + na). */
  readonly C: Float64Array;
  /** ∂s/∂u, nsensordata × nu. */
  readonly D: Float64Array;
}

/** How `transitionFD` differentiates, and where its results go: each matrix is allocated if not given, `null` if not wanted. */
export interface TransitionOptions extends ResultArrays<Transition> {
  /** Size of the differences; 1e-6 by default. */
  readonly eps?: number | undefined;
  /** Central differences, which cost twice as much and are more accurate; false by default. */
  readonly centered?: boolean | undefined;
}

/** The four matrices that results go to. */
export function transitionArrays(model: Model, given: ResultArrays<Transition>): Transition {
  const { nv, na, nu, nsensordata } = model;
  const n = 2 * nv + na;
  return {
    A: resultArray('A', given.A, n * n),
    B: resultArray('B', given.B, n * nu),
    C: resultArray('C', given.C, nsensordata * n),
    D: resultArray('D', given.D, nsensordata * nu),
  };
}

/** Refuses what no linear model of a step can be made of. */
export function checkTransition(model: Model, eps: number): void {
  checkReal('eps', eps);
  if (!(eps > 0)) throw new ArgumentError('eps must be a number above 0');
  if (model.nhistory > 0) throw new ArgumentError('derivatives of a step do not support delays', 'unsupported');
}

/** Whether a result is to be written. */
export const wanted = (matrix: Float64Array): boolean => matrix !== NOT_WANTED && matrix.length > 0;

/** The columns of a pair of matrices, of which those that are not wanted are `null`. */
export const columnsOf = (state: Float64Array, sensor: Float64Array, width: number): Columns => ({
  state: wanted(state) ? state : null,
  sensor: wanted(sensor) ? sensor : null,
  width,
});

/**
 * Linearises one time step by finite differences: dx' = A·dx + B·du and ds = C·dx + D·du. The state x has 2·nv + na numbers: positions in
 * tangent space, velocities, activations; u are the controls, s the sensor readings. Controls are nudged within their ranges. State and
 * controls are afterwards what they were; derived fields are not. `transition` finds most columns faster.
 *
 * MuJoCo 3.14 has the opposite sign in D with central differences.
 *
 * @param model The model; one with delays is refused.
 * @param data Its Data, in the state to linearise at.
 * @param options Size and kind of the differences, and where the results go.
 * @returns The four matrices.
 * @see mjd_transitionFD
 * @example
 * const { A, B } = transitionFD(model, data, { centered: true, C: null, D: null });
 * const n = 2 * model.nv + model.na;
 * console.log(A.length === n * n, B.length === n * model.nu);
 */
export function transitionFD(model: Model, data: Data, options: TransitionOptions = {}): Transition {
  backendOf(model, data);
  checkSettings('options', options);
  const { eps = DEFAULT_EPS, centered = false } = options;
  checkTransition(model, eps);
  const result = transitionArrays(model, options);
  differentiate(model, data, result, { eps, centred: centered, exact: false });
  return result;
}

/** Writes all four matrices by finite differences. */
export function differentiate(model: Model, data: Data, result: Transition, differences: Differences): void {
  const { A, B, C, D } = result;
  const withSensors = wanted(C) || wanted(D);
  const steps = stepDifferences(model, data);
  steps.save(!withSensors, differences.exact);
  const nearby = withSensors || !staysNearby(model) ? undefined : nearbyColumns(model, data);
  if (nearby?.begin()) nearby.write(wanted(A) ? A : null, wanted(B) ? B : null, differences);
  else differentiateSteps(model, result, differences, steps);
  steps.restore();
}

/** The same by whole steps. */
function differentiateSteps(
  model: Model,
  { A, B, C, D }: Transition,
  differences: Differences,
  steps: StepDifferences,
): void {
  const byState = columnsOf(A, C, 2 * model.nv + model.na);
  const byControl = columnsOf(B, D, model.nu);
  steps.restore();
  steps.step(STAGE_NONE, steps.center);
  if (byControl.state !== null || byControl.sensor !== null) steps.byControl(byControl, differences);
  if (byState.state === null && byState.sensor === null) return;
  steps.byActivation(byState, differences);
  steps.byVelocity(byState, differences);
  steps.byPosition(byState, differences);
}
