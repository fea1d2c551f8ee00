import { cross, mulMatVec3, negQuat, normalize4, quat2Mat, quatIntegrate, rotVecQuat } from '@qpos/core/math';
import { type MassProperties, readMass, rotated } from '../bodies/mass-properties.ts';
import { Motion, RigidBody } from '../bodies/rigid-body.ts';
import { makeBodyState, type RigidBodyState, readBodyState } from '../bodies/rigid-body-state.ts';
import { numbers, PartsError, positive, settings } from '../errors.ts';
import { eliminate } from '../linear/dense.ts';
import { type CgConfig, type CgResult, CgSolver } from './cg-solver.ts';
import { type ConstraintRow, constraintRows, dot } from './constraint-rows.ts';
import { ChainJoint, type Joint } from './joint.ts';

/** A body of a `JointSystem`. */
export interface JointedBody {
  /** Its mass properties. */
  readonly mass: MassProperties;
  /** Where it is; `step` overwrites it. At the origin and at rest by default. */
  readonly state?: RigidBodyState;
}

/** Settings of a `JointSystem`. */
export interface JointSystemOptions {
  /** Acceleration of gravity; 0 0 -9.81 by default. */
  readonly gravity?: ArrayLike<number>;
  /** Settings of the solver. */
  readonly solver?: Partial<CgConfig>;
}

interface Member {
  readonly body: RigidBody;
  readonly mass: MassProperties;
  readonly state: RigidBodyState;
  readonly motion: Motion;
  readonly inverseInertia: Float64Array;
}

/** What a row does to one body: force and torque about its centre of mass for a unit of impulse, and the velocities that follow. */
interface Arm {
  readonly member: Member;
  readonly force: Float64Array;
  readonly torque: Float64Array;
  readonly linear: Float64Array;
  readonly angular: Float64Array;
}

const WORLD: RigidBodyState = makeBodyState();

/**
 * Bodies with all their degrees of freedom, held together by joints: each step finds the impulses of the joints by conjugate gradients, with the rows of
 * each joint as a block of the preconditioner. For trees of bodies the engine is faster and exact (`addJoint`); this also takes closed loops.
 *
 * @example
 * const system = new JointSystem({ arm: { mass: sphereMass(1, 0.1) } }, [revoluteJoint({ child: 'arm', childAnchor: [-1, 0, 0], axis: [0, 1, 0] })]);
 * const { converged } = system.step(0.001);
 * console.log(converged, system.state('arm').twist.linear[2]); // true, and it begins to fall
 */
export class JointSystem {
  readonly #members: ReadonlyMap<string, Member>;
  readonly #joints: readonly Joint[];
  readonly #solver: CgSolver;
  readonly #linear = new Float64Array(3);
  readonly #angular = new Float64Array(3);

  /**
   * @param bodies The bodies by name.
   * @param joints The joints between them, or between them and the world.
   * @param options Gravity and solver.
   */
  constructor(
    bodies: Readonly<Record<string, JointedBody>>,
    joints: readonly Joint[],
    options: JointSystemOptions = {},
  ) {
    const { gravity = [0, 0, -9.81], solver = {} } = settings('options', options);
    const down = numbers('gravity', gravity, 3);
    this.#members = new Map(
      Object.entries(settings('bodies', bodies)).map(([name, body]) => [name, readBody(name, body, down)]),
    );
    if (!Array.isArray(joints) || !joints.every((j) => j instanceof ChainJoint))
      throw new PartsError('bad-argument', 'joints must be a list of joints');
    this.#joints = [...joints];
    for (const { parent, child } of joints)
      for (const name of parent === undefined ? [child] : [parent, child])
        if (!this.#members.has(name)) throw new PartsError('unknown-name', `there is no body '${name}'`);
    this.#solver = new CgSolver(solver);
  }

  /**
   * The state of a body.
   *
   * @param body Its name.
   * @returns Its state, which `step` overwrites.
   */
  state(body: string): RigidBodyState {
    const member = this.#members.get(body);
    if (member === undefined) throw new PartsError('unknown-name', `there is no body '${String(body)}'`);
    return member.state;
  }

  /**
   * How far the joints are apart.
   *
   * @returns The largest error of a direction that a joint should hold: m or rad.
   */
  error(): number {
    return Math.max(0, ...this.#rows().flatMap((rows) => rows.map(({ row }) => Math.abs(row.error))));
  }

  /**
   * Moves the bodies on in time.
   *
   * @param dt Size of the step in seconds.
   * @returns How the impulses of the joints were found.
   */
  step(dt: number): CgResult {
    positive('dt', dt);
    for (const member of this.#members.values()) this.#kick(member, dt);
    const blocks = this.#rows();
    const rows = blocks.flat();
    const n = rows.length;
    const A = new Float64Array(n * n);
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) A[n * i + j] = crossed(rows[i].arms, rows[j].arms);
    const b = rows.map(({ row, arms }) => -velocity(arms) - (this.#solver.config.baumgarte / dt) * row.error);
    const sizes = blocks.map((block) => block.length).filter((size) => size > 0);
    const result = this.#solver.solve(A, b, sizes);
    for (const [i, { arms }] of rows.entries()) for (const arm of arms) push(arm, result.x[i]);
    for (const { body, state, motion } of this.#members.values()) {
      drift(motion, dt);
      body.write(state, motion);
    }
    return result;
  }

  #kick({ body, state, motion, mass, inverseInertia }: Member, h: number): void {
    body.read(motion, state);
    body.accelerate(this.#linear, this.#angular, motion, 0);
    for (let k = 0; k < 3; k++) {
      motion.linear[k] += h * this.#linear[k];
      motion.angular[k] += h * this.#angular[k];
    }
    const inertia = rotated(new Float64Array(9), mass.inertia, quat2Mat(new Float64Array(9), motion.quat));
    for (let c = 0; c < 3; c++) {
      const column = new Float64Array(3);
      column[c] = 1;
      eliminate(inertia.slice(), 3, column);
      for (let r = 0; r < 3; r++) inverseInertia[3 * r + c] = column[r];
    }
  }

  /** The rows of each joint, with what they do to its bodies. */
  #rows(): { row: ConstraintRow; arms: Arm[] }[][] {
    return this.#joints.map((joint) => {
      const child = this.#members.get(joint.child) as Member;
      const parent = joint.parent === undefined ? undefined : this.#members.get(joint.parent);
      return constraintRows(joint, parent?.state ?? WORLD, child.state).map((row) => ({
        row,
        arms: [armOf(child, row, 1), ...(parent === undefined ? [] : [armOf(parent, row, -1)])],
      }));
    });
  }
}

function readBody(name: string, given: JointedBody, gravity: Float64Array): Member {
  settings(name, given);
  const mass = readMass(`${name}.mass`, given.mass);
  const state = given.state === undefined ? makeBodyState() : readBodyState(`${name}.state`, given.state);
  const [body, motion] = [new RigidBody(mass, () => {}, gravity), new Motion()];
  body.read(motion, state);
  return { body, mass, state, motion, inverseInertia: new Float64Array(9) };
}

function armOf(member: Member, { direction, point }: ConstraintRow, sign: number): Arm {
  const force = point === undefined ? new Float64Array(3) : direction.map((x) => sign * x);
  const torque = direction.map((x) => sign * x);
  if (point !== undefined) cross(torque, point.map((x, k) => x - member.motion.pos[k]), force); // biome-ignore format: r × f
  return {
    member,
    force,
    torque,
    linear: force.map((x) => x / member.body.mass),
    angular: mulMatVec3(new Float64Array(3), member.inverseInertia, torque),
  };
}

/** The velocity along one row that a unit of impulse of another makes. */
function crossed(a: readonly Arm[], b: readonly Arm[]): number {
  let sum = 0;
  for (const x of a)
    for (const y of b) if (x.member === y.member) sum += dot(x.force, y.linear) + dot(x.torque, y.angular);
  return sum;
}

const velocity = (arms: readonly Arm[]): number =>
  arms.reduce(
    (sum, { member, force, torque }) => sum + dot(force, member.motion.linear) + dot(torque, member.motion.angular),
    0,
  );

function push({ member: { motion }, linear, angular }: Arm, impulse: number): void {
  for (let k = 0; k < 3; k++) {
    motion.linear[k] += impulse * linear[k];
    motion.angular[k] += impulse * angular[k];
  }
}

function drift({ pos, quat, linear, angular }: Motion, h: number): void {
  for (let k = 0; k < 3; k++) pos[k] += h * linear[k];
  const local = rotVecQuat(new Float64Array(3), angular, negQuat(new Float64Array(4), quat));
  quatIntegrate(quat, local, h);
  normalize4(quat);
}
