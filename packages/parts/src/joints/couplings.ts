import { finite, notNegative, numbers, oneOf, PartsError, positive, settings, text, within } from '../errors.ts';
import { type CgConfig, type CgResult, CgSolver } from './cg-solver.ts';
import { checkSpec, type SpecLike } from './spec-tree.ts';

/** Numbers by the name of their joint. */
export type JointNumbers = Readonly<Record<string, number>>;

/** How stiff a coupling is. */
export interface CouplingOptions {
  /** Share of the error that a step takes away, if the coupling is rigid; 0.2 by default. */
  readonly baumgarte?: number;
  /** Error for each unit of force; 0, which is rigid, by default. */
  readonly compliance?: number;
  /** Force for each unit of the error's velocity, if the coupling yields; 0 by default. */
  readonly damping?: number;
  /** What the sum of positions, each times its coefficient, should be; 0 by default. */
  readonly offset?: number;
}

/**
 * Joints whose positions, each times its coefficient, have a given sum: gears, mimics and differentials are such couplings.
 *
 * @example
 * const coupling = new JointCoupling({ left: 1, right: -1 });
 * console.log(coupling.error({ left: 0.5, right: 0.2 })); // 0.3
 */
export class JointCoupling {
  /** Coefficient of each joint. */
  readonly coefficients: JointNumbers;
  /** What the sum should be. */
  readonly offset: number;
  /** Share of the error that a step takes away, if the coupling is rigid. */
  readonly baumgarte: number;
  /** Error for each unit of force. */
  readonly compliance: number;
  /** Force for each unit of the error's velocity. */
  readonly damping: number;

  /**
   * @param coefficients Coefficient of each joint.
   * @param options How stiff it is, and the sum.
   */
  constructor(coefficients: JointNumbers, options: CouplingOptions = {}) {
    const { baumgarte = 0.2, compliance = 0, damping = 0, offset = 0 } = settings('options', options);
    this.coefficients = { ...settings('coefficients', coefficients) };
    const values = Object.entries(this.coefficients);
    for (const [joint, c] of values) finite(`coefficients.${joint}`, c);
    if (!values.some(([, c]) => c !== 0))
      throw new PartsError('bad-argument', 'a coupling needs a joint with a coefficient');
    this.offset = finite('offset', offset);
    this.baumgarte = within('baumgarte', baumgarte, 0, 1);
    this.compliance = notNegative('compliance', compliance);
    this.damping = notNegative('damping', damping);
  }

  /**
   * How far positions are from what they should be.
   *
   * @param positions Position of each joint.
   * @returns The sum less the offset.
   */
  error(positions: JointNumbers): number {
    return this.rate(positions) - this.offset;
  }

  /**
   * The velocity of the error.
   *
   * @param velocities Velocity of each joint.
   * @returns The sum of velocities, each times its coefficient.
   */
  rate(velocities: JointNumbers): number {
    settings('numbers', velocities);
    return Object.entries(this.coefficients).reduce((sum, [joint, c]) => sum + c * of(velocities, joint), 0);
  }
}

function of(numbers: JointNumbers, joint: string): number {
  const x = numbers[joint];
  if (x === undefined) throw new PartsError('unknown-name', `there is no number for the joint '${joint}'`);
  return finite(joint, x);
}

/**
 * A follower that does what a leader does: q = multiplier · q_leader + offset.
 *
 * @param leader Name of the leading joint.
 * @param follower Name of the joint that follows.
 * @param multiplier How far it moves for each unit of the leader; 1 by default, -1 for joints that move against each other.
 * @param options How stiff it is; `offset` is the position of the follower at that 0 of the leader.
 * @returns The coupling.
 * @example
 * const fingers = mimicCoupling('left', 'right', -1);
 * console.log(fingers.error({ left: 0.3, right: -0.3 })); // 0
 */
export function mimicCoupling(
  leader: string,
  follower: string,
  multiplier = 1,
  options: CouplingOptions = {},
): JointCoupling {
  finite('multiplier', multiplier);
  return new JointCoupling(pair(leader, -multiplier, follower, 1), options);
}

function pair(first: string, a: number, second: string, b: number): JointNumbers {
  if (text('joint', first) === text('joint', second))
    throw new PartsError('bad-argument', `'${first}' is coupled with itself`);
  return { [first]: a, [second]: b };
}

/** What a gear does to the motion of its input. */
export type GearKind = 'reduction' | 'overdrive' | 'reverse';

/**
 * Two joints that a gear connects.
 *
 * @param input Name of the joint that drives.
 * @param output Name of the joint that is driven.
 * @param ratio Teeth of the larger wheel for each of the smaller; at least 1.
 * @param kind `reduction`: the output is slower (by default); `overdrive`: faster; `reverse`: slower and the other way round.
 * @param options How stiff it is.
 * @returns The coupling.
 * @example
 * const gear = gearCoupling('motor', 'wheel', 50);
 * console.log(gear.error({ motor: 100, wheel: 2 })); // 0
 */
export function gearCoupling(
  input: string,
  output: string,
  ratio: number,
  kind: GearKind = 'reduction',
  options: CouplingOptions = {},
): JointCoupling {
  if (!(positive('ratio', ratio) >= 1))
    throw new PartsError('bad-argument', 'ratio must be at least 1', { hint: 'say overdrive' });
  oneOf('kind', kind, ['reduction', 'overdrive', 'reverse']);
  const slow = kind === 'reverse' ? -1 / ratio : 1 / ratio;
  return mimicCoupling(input, output, kind === 'overdrive' ? ratio : slow, options);
}

/**
 * A differential: an output that is a weighted sum of two inputs.
 *
 * @param output Name of the output, such as the carrier.
 * @param inputs Names of the two inputs.
 * @param weights `average` (½ and ½, by default), `difference` (1 and -1), or weights of your own.
 * @param options How stiff it is.
 * @returns The coupling.
 * @example
 * const axle = differentialCoupling('carrier', ['left', 'right']);
 * console.log(axle.error({ carrier: 2, left: 1, right: 3 })); // 0
 */
export function differentialCoupling(
  output: string,
  inputs: readonly [string, string],
  weights: 'average' | 'difference' | ArrayLike<number> = 'average',
  options: CouplingOptions = {},
): JointCoupling {
  if (!Array.isArray(inputs) || inputs.length !== 2) throw new PartsError('bad-argument', 'inputs must be two names');
  const [a, b] =
    weights === 'average'
      ? [0.5, 0.5]
      : weights === 'difference'
        ? [1, -1]
        : numbers('weights', weights as ArrayLike<number>, 2);
  if (inputs.includes(text('output', output))) throw new PartsError('bad-argument', `'${output}' is an input, too`);
  return new JointCoupling({ [output]: 1, ...pair(inputs[0], -a, inputs[1], -b) }, options);
}

/** Joints of a `CouplingGroup` at one moment. */
export interface CoupledState {
  /** Position of each joint. */
  readonly positions: JointNumbers;
  /** Velocity of each joint. */
  readonly velocities: JointNumbers;
  /** Inverse of the inertia of each joint. */
  readonly inverseInertia: JointNumbers;
}

/**
 * Couplings that are kept at once: finds the impulses that bring the velocities of their joints in line.
 *
 * @example
 * const group = new CouplingGroup([gearCoupling('motor', 'wheel', 10)]);
 * const { velocities } = group.solve(
 *   { positions: { motor: 0, wheel: 0 }, velocities: { motor: 10, wheel: 0 }, inverseInertia: { motor: 1, wheel: 0.01 } },
 *   0.001,
 * );
 * console.log(velocities.motor / velocities.wheel); // 10
 */
export class CouplingGroup {
  /** The couplings. */
  readonly couplings: readonly JointCoupling[];
  readonly #solver: CgSolver;

  /**
   * @param couplings The couplings.
   * @param config Settings of the solver.
   */
  constructor(
    couplings: readonly JointCoupling[],
    config: Partial<CgConfig> = { tolerance: 1e-12, regularisation: 0 },
  ) {
    if (!Array.isArray(couplings) || couplings.length === 0 || !couplings.every((c) => c instanceof JointCoupling))
      throw new PartsError('bad-argument', 'couplings must be a list of couplings');
    this.couplings = [...couplings];
    this.#solver = new CgSolver(config);
  }

  /**
   * Velocities that keep the couplings. A coupling that yields acts as a spring and damper that are taken at the end of the step.
   *
   * @param state Positions, velocities and inverse inertias.
   * @param dt Size of the step in seconds.
   * @returns The new velocities, the impulse of each coupling, and how they were found.
   */
  solve(
    state: CoupledState,
    dt: number,
  ): { velocities: Record<string, number>; impulses: Float64Array; result: CgResult } {
    const { positions, velocities, inverseInertia } = settings('state', state);
    settings('inverseInertia', inverseInertia);
    positive('dt', dt);
    const n = this.couplings.length;
    const A = new Float64Array(n * n);
    const b = this.couplings.map((row, i) => {
      for (const [j, column] of this.couplings.entries()) A[n * i + j] = crossed(row, column, inverseInertia);
      const { softness, bias } = stiffness(row, dt);
      A[(n + 1) * i] += softness;
      return -row.rate(velocities) - bias * row.error(positions);
    });
    const result = this.#solver.solve(A, b);
    const next: Record<string, number> = { ...velocities };
    for (const [i, { coefficients }] of this.couplings.entries())
      for (const [joint, c] of Object.entries(coefficients))
        next[joint] = (next[joint] as number) + of(inverseInertia, joint) * c * result.x[i];
    return { velocities: next, impulses: result.x, result };
  }
}

/** What the impulse of one coupling does to the velocity of another. */
function crossed(a: JointCoupling, b: JointCoupling, inverseInertia: JointNumbers): number {
  return Object.entries(a.coefficients).reduce(
    (sum, [joint, c]) => sum + c * (b.coefficients[joint] ?? 0) * notNegative(joint, of(inverseInertia, joint)),
    0,
  );
}

/** The implicit spring-damper of a coupling: velocity for each unit of impulse, and velocity for each unit of error. */
function stiffness({ compliance, damping, baumgarte }: JointCoupling, h: number): { softness: number; bias: number } {
  if (compliance === 0) return { softness: 0, bias: baumgarte / h };
  const k = 1 / compliance;
  return { softness: 1 / (h * (damping + h * k)), bias: k / (damping + h * k) };
}

/**
 * Builds a coupling in a Spec: a fixed tendon over its joints, whose length an equality constraint holds.
 *
 * @param spec The Spec, which has the joints.
 * @param coupling The coupling; compliance and damping are left to the constraint's own settings.
 * @param name Name of tendon and constraint.
 * @example
 * const spec = createSpec();
 * for (const child of ['left', 'right']) addGeom(addJoint(spec, revoluteJoint({ child, name: child })), { size: [0.1] });
 * addCoupling(spec, mimicCoupling('left', 'right', -1), 'grip');
 * console.log(compile(spec).neq); // 1
 */
export function addCoupling(spec: SpecLike, coupling: JointCoupling, name: string): void {
  checkSpec(spec);
  text('name', name);
  if (!(coupling instanceof JointCoupling)) throw new PartsError('bad-argument', 'coupling must be a JointCoupling');
  const path = Object.entries(coupling.coefficients).map(([joint, coef]) => ({ kind: 'fixedJoint', joint, coef }));
  spec.tendons.push({ kind: 'fixed', name, path });
  spec.equalities.push({ kind: 'tendonEquality', name, tendon1: name, polycoef: [coupling.offset, 0, 0, 0, 0] });
}
