import { pow } from '@qpos/core/math';
import { count, finite, notNegative, PartsError, positive, settings, within } from '../errors.ts';
import { solveBends } from './constraints/bends.ts';
import { solveDistances } from './constraints/distances.ts';
import { solveHinges } from './constraints/hinges.ts';
import { solveShears } from './constraints/shears.ts';
import { solveVolumes } from './constraints/volumes.ts';
import { Deformable } from './deformable.ts';

/** How the solver works. */
export interface XpbdOptions {
  /** Times that all constraints are projected in a substep; 10 by default. */
  readonly iterations?: number;
  /** Parts of a step; 1 by default. More substeps make bodies stiffer than as many more iterations. */
  readonly substeps?: number;
  /** Share of all velocities that is lost in a sixtieth of a second; 0.01 by default. */
  readonly damping?: number;
  /** Highest speed of a vertex in m/s; 100 by default. */
  readonly maxVelocity?: number;
  /** Bodies whose vertices are all slower than this for half a second rest, in m/s; 0, never, by default. */
  readonly sleepThreshold?: number;
  /** Times in a step that contacts are looked for, each followed by all substeps: 1 to 4, 1 by default. */
  readonly passes?: number;
}

/** Settings of the solver. */
export const xpbdPresets = {
  default: { iterations: 10, substeps: 1, damping: 0.01, maxVelocity: 100 },
  realtime: { iterations: 4, substeps: 1, damping: 0.02, maxVelocity: 50 },
  accurate: { iterations: 20, substeps: 4, damping: 0.001, maxVelocity: 200 },
  soft: { iterations: 8, substeps: 2, damping: 0.05, maxVelocity: 100 },
  stiff: { iterations: 20, substeps: 4, damping: 0.01, maxVelocity: 100 },
} as const satisfies Readonly<Record<string, XpbdOptions>>;

/** @internal Something that pushes vertices in a substep: contacts with rigid bodies. */
export interface Collisions {
  /** A substep of `dt` begins; vertices are where their velocities bring them. */
  begin(dt: number): void;
  /** Projects every contact once. */
  solve(): void;
  /** The substep ends; velocities are known. */
  end(): void;
}

const REFERENCE_RATE = 60; // damping is by a sixtieth of a second
const QUIET_TIME = 0.5; // seconds without motion after which a body rests

/**
 * Extended position-based dynamics: predicts positions, projects the constraints onto them, and takes velocities from the difference. It is
 * stable for any stiffness and step, and stiffer bodies need more work.
 *
 * @example
 * const solver = new XpbdSolver(xpbdPresets.accurate);
 * const rope = CapsuleChain.line({ from: [0, 0, 1], to: [1, 0, 1], count: 11 });
 * rope.pin(0);
 * solver.step(rope, [0, 0, -9.81], 0.01);
 */
export class XpbdSolver {
  /** Times that all constraints are projected in a substep. */
  readonly iterations: number;
  /** Parts of a step. */
  readonly substeps: number;
  /** Share of all velocities that is lost in a sixtieth of a second. */
  readonly damping: number;
  /** Highest speed of a vertex in m/s. */
  readonly maxVelocity: number;
  /** Speed in m/s below which bodies come to rest, or 0. */
  readonly sleepThreshold: number;
  /** Times in a step that contacts are looked for. */
  readonly passes: number;
  readonly #gravity = new Float64Array(3);

  /** @param options How it works. */
  constructor(options: XpbdOptions = {}) {
    const o = settings('options', options);
    this.iterations = count('iterations', o.iterations ?? 10);
    this.substeps = count('substeps', o.substeps ?? 1);
    this.damping = within('damping', o.damping ?? 0.01, 0, 1);
    this.maxVelocity = positive('maxVelocity', o.maxVelocity ?? 100);
    this.sleepThreshold = notNegative('sleepThreshold', o.sleepThreshold ?? 0);
    this.passes = within('passes', count('passes', o.passes ?? 1), 1, 4);
  }

  /**
   * Moves a body on that touches nothing; `SoftScene` does that with contacts.
   *
   * @param body The body.
   * @param gravity Gravity in m/s².
   * @param dt The step in seconds.
   */
  step(body: Deformable, gravity: ArrayLike<number>, dt: number): void {
    if (!(body instanceof Deformable)) throw new PartsError('bad-argument', 'body must be a soft body');
    if (typeof gravity !== 'object' || gravity?.length !== 3)
      throw new PartsError('bad-argument', 'gravity must be 3 numbers');
    for (let k = 0; k < 3; k++) this.#gravity[k] = finite('gravity', gravity[k]);
    positive('dt', dt);
    const h = dt / this.substeps;
    for (let k = 0; k < this.substeps && !body.isAsleep; k++) {
      predict(body, this.#gravity, h, this.maxVelocity);
      for (let i = 0; i < this.iterations; i++) project(body, 1 / (h * h));
      this.finish(body, h);
    }
    this.settle(body, dt);
  }

  /**
   * @internal Moves bodies on that collide.
   * @param bodies The bodies; those that rest are left out.
   */
  substep(bodies: readonly Deformable[], gravity: Float64Array, h: number, collisions: Collisions): void {
    for (const body of bodies) if (!body.isAsleep) predict(body, gravity, h, this.maxVelocity);
    collisions.begin(h);
    for (let i = 0; i < this.iterations; i++) {
      for (const body of bodies) if (!body.isAsleep) project(body, 1 / (h * h));
      collisions.solve();
    }
    for (const body of bodies) if (!body.isAsleep) this.finish(body, h);
    collisions.end();
  }

  /** Velocities from the positions, damped: those between neighbours by the body's damping, all by the solver's. */
  private finish(body: Deformable, h: number): void {
    const { x, v, before } = body;
    const keep = pow(1 - this.damping, REFERENCE_RATE * h);
    for (let k = 0; k < v.length; k++) v[k] = ((x[k] - before[k]) / h) * keep;
    if (body.damping > 0) dampEdges(body, 1 - pow(1 - body.damping, REFERENCE_RATE * h));
  }

  /** @internal Lets a body rest that has not moved for a while. */
  settle(body: Deformable, dt: number): void {
    if (this.sleepThreshold === 0 || body.isAsleep) return;
    body.quietSteps = body.speed < this.sleepThreshold ? body.quietSteps + 1 : 0;
    if (body.quietSteps * dt < QUIET_TIME) return;
    body.isAsleep = true;
    body.v.fill(0);
  }
}

/** Moves vertices by their velocities and gravity. */
function predict(body: Deformable, gravity: Float64Array, h: number, most: number): void {
  body.addForces(h);
  const { x, v, before, inverseMass, count: n } = body;
  for (let i = 0; i < n; i++) {
    const k = 3 * i;
    before[k] = x[k];
    before[k + 1] = x[k + 1];
    before[k + 2] = x[k + 2];
    if (inverseMass[i] === 0) continue;
    const vx = v[k] + h * gravity[0];
    const vy = v[k + 1] + h * gravity[1];
    const vz = v[k + 2] + h * gravity[2];
    const square = vx * vx + vy * vy + vz * vz;
    const s = square > most * most ? (h * most) / Math.sqrt(square) : h;
    x[k] += s * vx;
    x[k + 1] += s * vy;
    x[k + 2] += s * vz;
  }
  body.distances.lambda.fill(0);
  body.shears.lambda.fill(0);
  body.hinges.lambda.fill(0);
  body.bends.lambda.fill(0);
  body.volumes.lambda.fill(0);
}

/** Projects every constraint once. */
function project(body: Deformable, inverseSquare: number): void {
  const { x, inverseMass: w } = body;
  solveDistances(body.distances, x, w, inverseSquare);
  solveShears(body.shears, x, w, inverseSquare);
  solveBends(body.bends, body.bendLengths, x, w, inverseSquare);
  solveHinges(body.hinges, body.hingeTurns, x, w, inverseSquare);
  solveVolumes(body.volumes, x, w, inverseSquare);
}

/** Takes a share of the velocity at which neighbours approach or part. Momentum is kept. */
function dampEdges({ x, v, inverseMass, distances }: Deformable, share: number): void {
  const { vertices, rest } = distances;
  for (let e = 0; e < rest.length; e++) {
    const i = vertices[2 * e];
    const j = vertices[2 * e + 1];
    const weight = inverseMass[i] + inverseMass[j];
    const a = 3 * i;
    const b = 3 * j;
    const dx = x[a] - x[b];
    const dy = x[a + 1] - x[b + 1];
    const dz = x[a + 2] - x[b + 2];
    const square = dx * dx + dy * dy + dz * dz;
    if (weight === 0 || !(square > 0)) continue;
    const rate = dx * (v[a] - v[b]) + dy * (v[a + 1] - v[b + 1]) + dz * (v[a + 2] - v[b + 2]);
    const s = (share * rate) / (square * weight);
    const si = s * inverseMass[i];
    const sj = s * inverseMass[j];
    v[a] -= si * dx;
    v[a + 1] -= si * dy;
    v[a + 2] -= si * dz;
    v[b] += sj * dx;
    v[b + 1] += sj * dy;
    v[b + 2] += sj * dz;
  }
}
