import { RandomGenerator } from '@qpos/batch';
import { comPos, type Data, enums, integratePos, kinematics, type Model } from '@qpos/core';
import { ControlError, checkCount, checkPair, checkPositive, checkSettings } from '../errors.ts';
import { BoxQp } from '../linear/box-qp.ts';
import { factorCholesky, solveCholesky } from '../linear/factor.ts';
import { prepareTarget, type Target, type Task } from './targets.ts';

/** How inverse kinematics goes about it. */
export interface InverseKinematicsOptions {
  /** Largest error of a target that counts as reached, in metres or radians times its weight; 1e-6 by default. */
  readonly tolerance?: number;
  /** Most iterations of an attempt; 100 by default. */
  readonly iterations?: number;
  /** Further attempts from random postures, where the first does not reach the targets; 0 by default. */
  readonly restarts?: number;
  /** Seed of these postures; 0 by default. */
  readonly seed?: number;
  /** Whether joints stay within their limits; true by default. */
  readonly limits?: boolean;
  /** Names of the joints that may move; all by default. */
  readonly joints?: readonly string[];
}

/** How inverse kinematics ended. */
export interface InverseKinematicsResult {
  /** Whether every target but postures is reached. */
  readonly converged: boolean;
  /** The largest error of a target but postures, times its weight. */
  readonly error: number;
  /** Iterations of all attempts. */
  readonly iterations: number;
  /** Attempts. */
  readonly attempts: number;
}

const FIRST_DAMPING = 1e-3;
const LEAST_DAMPING = 1e-12;
const MOST_DAMPING = 1e8;
const STILL = 1e-12; // a step that moves nothing
const ROOM = 1e-9; // damping of the projection on what other targets leave free

/**
 * Inverse kinematics: moves `data.qpos` until targets are reached. Newton steps of Gauss with damping (Levenberg, Marquardt), each solved
 * within the limits of the joints; postures only move what the other targets leave free. Afterwards the kinematics of `data` are computed;
 * other derived fields are not.
 *
 * @param model The model.
 * @param data Its Data; `qpos` is where the search starts, and receives the result, the best found if the targets cannot be reached.
 * @param targets What to reach.
 * @param options Tolerance, limits, attempts.
 * @returns How it ended.
 * @example
 * const { converged } = inverseKinematics(model, data, [{ site: 'hand', position: [0.4, 0, 0.5] }], { tolerance: 1e-6 });
 * console.log(converged, data.qpos);
 */
export function inverseKinematics(
  model: Model,
  data: Data,
  targets: readonly Target[],
  options: InverseKinematicsOptions = {},
): InverseKinematicsResult {
  checkPair(model, data);
  checkSettings('options', options);
  if (!Array.isArray(targets) || targets.length === 0)
    throw new ControlError('bad-argument', 'targets must be a list with at least one target');
  const { tolerance = 1e-6, iterations = 100, restarts = 0, seed = 0 } = options;
  checkPositive('tolerance', tolerance);
  checkCount('iterations', iterations);
  checkCount('restarts', restarts, 0);
  const search = new Search(
    model,
    data,
    targets.map((target, k) => prepareTarget(model, target, k)),
    options,
  );
  const random = restarts > 0 ? new RandomGenerator(seed) : undefined;
  const best = { error: Number.POSITIVE_INFINITY, qpos: data.qpos.slice() };
  let count = 0;
  for (let attempt = 0; attempt <= restarts; attempt++) {
    if (attempt > 0) search.scatter(random as RandomGenerator);
    count += search.run(iterations, tolerance);
    if (search.error < best.error || attempt === 0) {
      best.error = search.error;
      best.qpos.set(data.qpos);
    }
    if (best.error <= tolerance || attempt === restarts) {
      data.qpos.set(best.qpos);
      search.evaluate();
      return { converged: best.error <= tolerance, error: best.error, iterations: count, attempts: attempt + 1 };
    }
  }
  throw new Error('unreachable');
}

/** One search in the dofs that may move and that some target feels; all memory is allocated here. */
class Search {
  /** The largest error of a target but postures. */
  error = Number.POSITIVE_INFINITY;
  readonly #model: Model;
  readonly #data: Data;
  readonly #tasks: readonly { readonly task: Task; readonly residual: Float64Array; readonly jacobian: Float64Array }[];
  readonly #dofs: Int32Array;
  readonly #limits: boolean;
  readonly #hasPosture: boolean;
  readonly #hessian: Float64Array;
  readonly #damped: Float64Array;
  readonly #gradient: Float64Array;
  readonly #step: Float64Array;
  readonly #lower: Float64Array;
  readonly #upper: Float64Array;
  readonly #free: Float64Array;
  readonly #felt: Float64Array;
  readonly #motion: Float64Array;
  readonly #start: Float64Array;
  readonly #qp: BoxQp;
  #promise = 0;

  constructor(model: Model, data: Data, tasks: readonly Task[], { limits = true, joints }: InverseKinematicsOptions) {
    const { nv } = model;
    this.#model = model;
    this.#data = data;
    this.#limits = limits;
    this.#tasks = tasks.map((task) => ({
      task,
      residual: new Float64Array(task.dim),
      jacobian: new Float64Array(task.dim * nv),
    }));
    this.#hasPosture = tasks.some((task) => task.secondary);
    this.#dofs = searchedDofs(model, tasks, joints);
    const n = this.#dofs.length;
    this.#hessian = new Float64Array(n * n);
    this.#damped = new Float64Array(n * n);
    this.#gradient = new Float64Array(n);
    this.#step = new Float64Array(n);
    this.#lower = new Float64Array(n);
    this.#upper = new Float64Array(n);
    this.#free = new Float64Array(n);
    this.#felt = new Float64Array(n);
    this.#motion = new Float64Array(nv);
    this.#start = new Float64Array(model.nq);
    this.#qp = new BoxQp(n);
  }

  /** Goes on from the present posture; returns the iterations it took. */
  run(most: number, tolerance: number): number {
    let damping = FIRST_DAMPING;
    let cost = this.evaluate();
    for (let k = 0; k < most; k++) {
      if (this.error <= tolerance && !this.#hasPosture) return k;
      this.#linearise();
      this.#bound();
      this.#start.set(this.#data.qpos);
      for (;;) {
        const moved = this.#tryStep(damping);
        const next = moved === undefined ? Number.POSITIVE_INFINITY : this.evaluate();
        if (moved !== undefined && (next < cost || this.error <= tolerance)) {
          if (moved <= (this.error <= tolerance ? tolerance : STILL)) return k + 1;
          const kept = (cost - next) / this.#promise;
          if (kept > 0.75) damping = Math.max(0.1 * damping, LEAST_DAMPING);
          else if (kept < 0.25) damping *= 4;
          cost = next;
          break;
        }
        this.#data.qpos.set(this.#start);
        damping *= 10;
        if (damping > MOST_DAMPING) {
          this.evaluate();
          return k + 1;
        }
      }
    }
    return most;
  }

  /** Random angles and lengths of the joints that are searched, within their limits. */
  scatter(random: RandomGenerator): void {
    const model = this.#model;
    const { qpos } = this.#data;
    for (let j = 0; j < model.njnt; j++) {
      const type = model.jnt_type[j];
      const adr = model.jnt_qposadr[j];
      if (type === enums.JointType.FREE || !this.#dofs.includes(model.jnt_dofadr[j])) continue;
      if (type === enums.JointType.BALL) {
        for (let i = 0; i < 4; i++) qpos[adr + i] = random.normal();
        const norm = Math.sqrt(qpos[adr] ** 2 + qpos[adr + 1] ** 2 + qpos[adr + 2] ** 2 + qpos[adr + 3] ** 2);
        for (let i = 0; i < 4; i++) qpos[adr + i] /= norm;
      } else if (model.jnt_limited[j] !== 0)
        qpos[adr] = random.uniform(model.jnt_range[2 * j], model.jnt_range[2 * j + 1]);
      else if (type === enums.JointType.HINGE) qpos[adr] = random.uniform(-Math.PI, Math.PI);
    }
  }

  /** Residuals and Jacobians at the present posture; returns half of the weighted squares of all but postures. */
  evaluate(): number {
    kinematics(this.#model, this.#data);
    comPos(this.#model, this.#data);
    let cost = 0;
    this.error = 0;
    for (const { task, residual, jacobian } of this.#tasks) {
      task.evaluate(this.#data, residual, jacobian);
      if (task.secondary) continue;
      let squares = 0;
      for (let i = 0; i < task.dim; i++) squares += residual[i] * residual[i];
      cost += 0.5 * task.weight * task.weight * squares;
      this.error = Math.max(this.error, task.weight * Math.sqrt(squares));
    }
    if (!Number.isFinite(cost)) throw new ControlError('diverged', 'the positions of this model are not finite');
    return cost;
  }

  /** Hessian and gradient of the targets but postures. */
  #linearise(): void {
    const { nv } = this.#model;
    const dofs = this.#dofs;
    const n = dofs.length;
    this.#hessian.fill(0);
    this.#gradient.fill(0);
    for (const { task, residual, jacobian } of this.#tasks) {
      if (task.secondary) continue;
      const w = task.weight * task.weight;
      for (let r = 0; r < task.dim; r++)
        for (let i = 0; i < n; i++) {
          const s = w * jacobian[r * nv + dofs[i]];
          if (s === 0) continue;
          this.#gradient[i] += s * residual[r];
          for (let j = 0; j < n; j++) this.#hessian[i * n + j] += s * jacobian[r * nv + dofs[j]];
        }
    }
  }

  /** How far each dof may go in this iteration. */
  #bound(): void {
    const model = this.#model;
    for (let i = 0; i < this.#dofs.length; i++) {
      const j = model.dof_jntid[this.#dofs[i]];
      const isScalar = model.jnt_type[j] === enums.JointType.HINGE || model.jnt_type[j] === enums.JointType.SLIDE;
      const limited = this.#limits && isScalar && model.jnt_limited[j] !== 0;
      const q = this.#data.qpos[model.jnt_qposadr[j]];
      this.#lower[i] = limited ? Math.min(model.jnt_range[2 * j] - q, 0) : Number.NEGATIVE_INFINITY;
      this.#upper[i] = limited ? Math.max(model.jnt_range[2 * j + 1] - q, 0) : Number.POSITIVE_INFINITY;
    }
  }

  /** Moves by the damped step within the bounds; returns how far the dof goes that moves most, or nothing if there is no step. */
  #tryStep(damping: number): number | undefined {
    const n = this.#dofs.length;
    const size = this.#scaleOfHessian();
    this.#damp(damping * size);
    this.#step.fill(0);
    if (!this.#qp.solve(this.#step, this.#damped, this.#gradient, this.#lower, this.#upper)) return undefined;
    this.#promise = this.#expectedGain();
    if (this.#hasPosture) this.#addPostures(size);
    let most = 0;
    this.#motion.fill(0);
    for (let i = 0; i < n; i++) {
      most = Math.max(most, Math.abs(this.#step[i]));
      this.#motion[this.#dofs[i]] = this.#step[i];
    }
    integratePos(this.#model, this.#data.qpos, this.#motion, 1);
    return most;
  }

  /** How much the cost would fall if the targets were linear. */
  #expectedGain(): number {
    const n = this.#dofs.length;
    let sum = 0;
    for (let i = 0; i < n; i++) {
      let row = this.#gradient[i];
      for (let j = 0; j < n; j++) row += 0.5 * this.#hessian[i * n + j] * this.#step[j];
      sum -= this.#step[i] * row;
    }
    return sum;
  }

  #scaleOfHessian(): number {
    const n = this.#dofs.length;
    let most = 0;
    for (let i = 0; i < n; i++) most = Math.max(most, this.#hessian[i * (n + 1)]);
    return most > 0 ? most : 1;
  }

  /** damped = hessian + x. */
  #damp(x: number): void {
    const n = this.#dofs.length;
    this.#damped.set(this.#hessian);
    for (let i = 0; i < n; i++) this.#damped[i * (n + 1)] += x;
  }

  /** step += the part of (posture ⊖ qpos) that the other targets do not feel, x - (H + ε)⁻¹·H·x, within the bounds. */
  #addPostures(size: number): void {
    const n = this.#dofs.length;
    const [free, felt] = [this.#free, this.#felt];
    this.#wantPostures(free);
    this.#damp(ROOM * size);
    if (!factorCholesky(this.#damped, this.#damped, n)) return;
    for (let i = 0; i < n; i++) {
      felt[i] = 0;
      for (let j = 0; j < n; j++) felt[i] += this.#hessian[i * n + j] * free[j];
    }
    solveCholesky(felt, this.#damped, n);
    for (let i = 0; i < n; i++) {
      const x = this.#step[i] + free[i] - felt[i];
      this.#step[i] = Math.min(Math.max(x, this.#lower[i]), this.#upper[i]);
    }
  }

  /** res = posture ⊖ qpos, of several postures their weighted mean. */
  #wantPostures(res: Float64Array): void {
    res.fill(0);
    let weights = 0;
    for (const { task } of this.#tasks) if (task.secondary) weights += task.weight;
    for (const { task, residual } of this.#tasks) {
      if (!task.secondary) continue;
      for (let i = 0; i < res.length; i++) res[i] -= (task.weight / weights) * residual[this.#dofs[i]];
    }
  }
}

/** The dofs of the joints that may move, and that some target feels. */
function searchedDofs(model: Model, tasks: readonly Task[], joints: readonly string[] | undefined): Int32Array {
  if (joints !== undefined && !Array.isArray(joints))
    throw new ControlError('bad-argument', 'joints must be a list of names');
  const ids = joints?.map((name) => model.joint(name).id);
  const felt = new Uint8Array(model.nv);
  for (const { bodies } of tasks) {
    if (bodies === 'all') felt.fill(1);
    else
      for (let b = bodies; b > 0; b = model.body_parentid[b])
        for (let i = 0; i < model.body_dofnum[b]; i++) felt[model.body_dofadr[b] + i] = 1;
  }
  return Int32Array.from(felt.keys()).filter((i) => felt[i] === 1 && (ids?.includes(model.dof_jntid[i]) ?? true));
}
