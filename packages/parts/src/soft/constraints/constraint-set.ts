/**
 * The constraints of XPBD, each projected once for all its elements in order. For a constraint C with multiplier λ and compliance α:
 *
 *     Δλ = (-C - α̃·λ) / (Σ w·|∇C|² + α̃)      Δx = w·∇C·Δλ      α̃ = α / h²
 *
 * @see Macklin, Müller, Chentanez, XPBD: position-based simulation of compliant constrained dynamics (2016)
 */

/** Elements of one kind of constraint. */
export interface ConstraintSet {
  /** Vertices of each element. */
  readonly vertices: Int32Array;
  /** Length, angle, bend or volume at rest of each. */
  readonly rest: Float64Array;
  /** Compliance of each. */
  readonly compliance: Float64Array;
  /** Multipliers, which start at 0 in each substep. */
  readonly lambda: Float64Array;
}

export const makeConstraints = (vertices: Int32Array, rest: Float64Array, compliance: Float64Array): ConstraintSet => ({
  vertices,
  rest,
  compliance,
  lambda: new Float64Array(rest.length),
});

export const noConstraints = (): ConstraintSet =>
  makeConstraints(new Int32Array(0), new Float64Array(0), new Float64Array(0));

/** A set with one element more. */
export const withElement = (
  { vertices, rest, compliance }: ConstraintSet,
  added: readonly number[],
  restAdded: number,
  complianceAdded: number,
): ConstraintSet =>
  makeConstraints(
    Int32Array.from([...vertices, ...added]),
    Float64Array.from([...rest, restAdded]),
    Float64Array.from([...compliance, complianceAdded]),
  );

/** Lengths and gradients below this have no direction. */
export const LEAST = 1e-12;

/** Slope of the bend or corner that was measured last, by its three vertices. */
export const slope = new Float64Array(9);

/** Projects element `e` of three vertices, whose C is `error` and whose ∇C is `scale` times `slope`. */
export function correct(
  set: ConstraintSet,
  e: number,
  error: number,
  scale: number,
  x: Float64Array,
  w: Float64Array,
  inverseSquare: number,
): void {
  const { vertices, compliance, lambda } = set;
  const [i, j, k] = [vertices[3 * e], vertices[3 * e + 1], vertices[3 * e + 2]];
  const soft = compliance[e] * inverseSquare;
  const squares = w[i] * squareAt(slope, 0) + w[j] * squareAt(slope, 3) + w[k] * squareAt(slope, 6);
  const weight = scale * scale * squares + soft;
  if (!(weight > LEAST)) return;
  const step = (-error - soft * lambda[e]) / weight;
  lambda[e] += step;
  move(x, 3 * i, slope, 0, step * scale * w[i]);
  move(x, 3 * j, slope, 3, step * scale * w[j]);
  move(x, 3 * k, slope, 6, step * scale * w[k]);
}

/** Square of the length of the vector at `k`. */
export function squareAt(g: Float64Array, k: number): number {
  return g[k] * g[k] + g[k + 1] * g[k + 1] + g[k + 2] * g[k + 2];
}

/** Moves the vertex at `i` along the vector at `k`. */
export function move(x: Float64Array, i: number, g: Float64Array, k: number, s: number): void {
  x[i] += s * g[k];
  x[i + 1] += s * g[k + 1];
  x[i + 2] += s * g[k + 2];
}
