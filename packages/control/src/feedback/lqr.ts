import { type Data, type Model, transition } from '@qpos/core';
import { ControlError, checkPair, checkSettings, checkSize } from '../errors.ts';
import { square } from '../linear/dense.ts';
import { backwardStep, type RiccatiSolution, solveRiccati } from '../linear/riccati.ts';
import { tangentSize } from '../state/tangent-state.ts';
import { LinearFeedback } from './linear-feedback.ts';

/** A cost matrix: all of it by rows, its diagonal, or one number for the whole diagonal. */
export type CostMatrix = ArrayLike<number> | number;

/** The cost xᵀQx + uᵀRu that a linear regulator keeps low. */
export interface LqrCosts {
  /** Of the state in tangent space: positions (nv), velocities (nv), activations (na). */
  readonly Q: CostMatrix;
  /** Of the controls. */
  readonly R: CostMatrix;
  /** Size of the differences that linearise the step; 1e-6 by default. */
  readonly eps?: number;
}

/** A whole matrix from what was given for it. */
export function costMatrix(name: string, given: CostMatrix, n: number): Float64Array {
  const matrix =
    typeof given === 'number' || (typeof given === 'object' && given !== null) ? square(given, n) : undefined;
  if (matrix === undefined || !matrix.every((x) => Number.isFinite(x)))
    throw new ControlError('bad-argument', `${name} must be ${n} × ${n} numbers, its diagonal, or one number`);
  return matrix;
}

/**
 * The best linear feedback u = -K·x for x' = A·x + B·u and the cost Σ xᵀQx + uᵀRu, over an endless horizon. Matrices are stored by rows.
 *
 * @param A Transition matrix, n × n.
 * @param B Input matrix, n × nu.
 * @param Q Cost of the state, n × n, its diagonal, or one number.
 * @param R Cost of the controls, nu × nu, its diagonal, or one number.
 * @returns Gains K (nu × n) and the cost to go P (n × n).
 * @throws ControlError `not-stabilisable` if there is no such feedback.
 * @example
 * const { K } = dlqr([1, 0.1, 0, 1], [0, 0.1], 1, [0.1]); // a mass on rails, with a time step of 0.1
 * console.log(K.length); // 2
 */
export function dlqr(A: ArrayLike<number>, B: ArrayLike<number>, Q: CostMatrix, R: CostMatrix): RiccatiSolution {
  const n = Math.sqrt(A?.length ?? 0);
  if (!(Number.isInteger(n) && n > 0)) throw new ControlError('bad-argument', 'A must be a square matrix');
  const nu = (B?.length ?? 0) / n;
  if (!(Number.isInteger(nu) && nu > 0)) throw new ControlError('bad-argument', `B must have ${n} rows`);
  return solveRiccati({
    n,
    nu,
    A: Float64Array.from(A),
    B: Float64Array.from(B),
    Q: costMatrix('Q', Q, n),
    R: costMatrix('R', R, nu),
  });
}

/**
 * A linear regulator that holds the present state of a Data with its present controls: the step is linearised there, and the Riccati
 * equation is solved.
 *
 * @param model The model.
 * @param data Its Data, in the state to hold, with the controls that hold it.
 * @param costs What deviations and controls cost.
 * @returns The feedback; it knows the state and the controls it was made for.
 * @throws ControlError `not-stabilisable` if no linear feedback holds this state.
 * @example
 * const cart = loadModel(`<mujoco><worldbody><body><joint name="rail" type="slide"/><geom size="0.1"/></body></worldbody>
 *   <actuator><motor joint="rail"/></actuator></mujoco>`);
 * const state = makeData(cart);
 * const regulator = lqr(cart, state, { Q: 1, R: 0.1 });
 * for (let k = 0; k < 100; k++) {
 *   regulator.control(state, state.ctrl);
 *   step(cart, state);
 * }
 */
export function lqr(model: Model, data: Data, costs: LqrCosts): LinearFeedback {
  checkPair(model, data);
  checkSettings('costs', costs);
  const n = tangentSize(model);
  const { nu } = model;
  if (nu === 0) throw new ControlError('bad-argument', 'the model has no actuators');
  const Q = costMatrix('Q', costs.Q, n);
  const R = costMatrix('R', costs.R, nu);
  const { A, B } = transition(model, data, { eps: costs.eps ?? 1e-6, centred: true, C: null, D: null });
  const { K, P } = solveRiccati({ n, nu, A, B, Q, R });
  return new LinearFeedback(model, data, K, P);
}

/** One step of a linear system that changes with time. */
export interface LinearStep {
  /** Transition matrix, n × n. */
  readonly A: Float64Array;
  /** Input matrix, n × nu. */
  readonly B: Float64Array;
}

/**
 * Gains along a trajectory: the best linear feedback at each step for a cost that ends after the last, by the recursion of Riccati.
 *
 * @param steps The linearised steps.
 * @param Q Cost of the state at each step, n × n, its diagonal, or one number.
 * @param R Cost of the controls, nu × nu, its diagonal, or one number.
 * @param final Cost of the last state; Q by default.
 * @returns For each step the gains K (nu × n) and the cost to go P (n × n) from it on.
 * @example
 * const still = { A: Float64Array.of(1, 0.1, 0, 1), B: Float64Array.of(0, 0.1) };
 * const plan = finiteHorizonLqr(Array(100).fill(still), 1, 0.1);
 * console.log(plan.length, plan[0]?.K); // early gains are those of the endless horizon
 */
export function finiteHorizonLqr(
  steps: readonly LinearStep[],
  Q: CostMatrix,
  R: CostMatrix,
  final: CostMatrix = Q,
): RiccatiSolution[] {
  if (!Array.isArray(steps)) throw new ControlError('bad-argument', 'steps must be a list');
  const [first] = steps as readonly LinearStep[];
  const n = Math.sqrt(first?.A?.length ?? 0);
  if (first === undefined || !(n > 0 && Number.isInteger(n)) || (first.B?.length ?? 1) % n !== 0)
    throw new ControlError('bad-argument', 'there must be at least one step, with a square A and a B of as many rows');
  const nu = first.B.length / n;
  const [costOfState, costOfControl] = [costMatrix('Q', Q, n), costMatrix('R', R, nu)];
  let P = costMatrix('final', final, n);
  const plan: RiccatiSolution[] = [];
  for (const { A, B } of steps.toReversed()) {
    checkSize('A', A, n * n);
    checkSize('B', B, n * nu);
    const solution = backwardStep({ n, nu, A, B, Q: costOfState, R: costOfControl }, P);
    plan.push(solution);
    P = solution.P;
  }
  return plan.reverse();
}
