import { cos, sin } from '@qpos/core/math';
import { count, finite, notNegative, numbers, oneOf, PartsError, positive, within } from '../errors.ts';
import { type ConstraintSet, noConstraints, withElement } from './constraints/constraint-set.ts';
import { hingeAngle } from './constraints/hinges.ts';
import { measureCorner } from './constraints/shears.ts';
import { readElements } from './topology.ts';

/** What every soft body can be given. */
export interface SoftOptions {
  /** Share of relative velocities within the body that is lost in a sixtieth of a second. */
  readonly damping?: number;
  /** Distance that vertices keep from geoms, in metres: half the thickness of a sheet. */
  readonly radius?: number;
  /** Coefficient of friction. */
  readonly friction?: number;
  /** With `conaffinity`, which geoms it collides with, as for geoms of MJCF; 1 by default. */
  readonly contype?: number;
  /** The other half of the same; 1 by default. */
  readonly conaffinity?: number;
}

/** What a flex edge resists. */
export type FlexEdgeKind = 'stretch' | 'shear' | 'stretch-shear' | 'twist';

const FLEX_EDGE_VERTICES = { stretch: 2, shear: 3, 'stretch-shear': 3, twist: 4 } as const;

/** What a soft body is made of. */
interface Parts {
  readonly positions: Float64Array;
  readonly masses: Float64Array;
  readonly distances: ConstraintSet;
  readonly hinges?: ConstraintSet;
  readonly bends?: ConstraintSet;
  /** Mean length of the two parts of each bend. */
  readonly bendLengths?: Float64Array;
  readonly volumes?: ConstraintSet;
  /** Triangles of the surface, three vertices each; none for a chain. */
  readonly triangles: Int32Array;
}

/**
 * Something that deforms: particles, and constraints between them. `Cloth`, `SoftBody` and `CapsuleChain` are made of it.
 *
 * @example
 * const body: Deformable = CapsuleChain.line({ from: [0, 0, 2], to: [1, 0, 2], count: 21 });
 * body.pin(0);
 * console.log(body.count); // 21
 */
export abstract class Deformable {
  /** Number of vertices. */
  readonly count: number;
  /** Positions in the world, three numbers for each vertex. */
  readonly x: Float64Array;
  /** Velocities, three numbers for each vertex. */
  readonly v: Float64Array;
  /** Masses in kilograms. */
  readonly mass: Float64Array;
  /** Inverse masses; 0 where a vertex is pinned. */
  readonly inverseMass: Float64Array;
  /** Force of the contacts of each vertex in the last step, in newtons: three numbers, on the vertex. */
  readonly contactForce: Float64Array;
  /** Geom of a moving body that each vertex touched in the last step, or -1. */
  readonly contactGeom: Int32Array;
  /** Triangles of the surface, three vertices each; none for a chain. */
  readonly triangles: Int32Array;
  /** Coefficient of friction. */
  friction: number;
  /** Distance that vertices keep from geoms, in metres. */
  radius: number;
  /** Share of relative velocities within the body that is lost in a sixtieth of a second. */
  damping: number;
  /** Which geoms it collides with. */
  contype: number;
  /** Which geoms it collides with. */
  conaffinity: number;
  /** Whether it rests; `wake` ends that. */
  isAsleep = false;
  /** @internal Steps for which nothing moved. */
  quietSteps = 0;
  /** @internal */
  readonly before: Float64Array;
  /** @internal */
  distances: ConstraintSet;
  /** @internal */
  shears = noConstraints();
  /** @internal */
  hinges: ConstraintSet;
  /** @internal Cosine and sine of the angles at rest. */
  hingeTurns: Float64Array;
  /** @internal */
  readonly bends: ConstraintSet;
  /** @internal */
  readonly bendLengths: Float64Array;
  /** @internal */
  readonly volumes: ConstraintSet;

  protected constructor(
    parts: Parts,
    options: SoftOptions,
    defaults: Required<Pick<SoftOptions, 'damping' | 'radius' | 'friction'>>,
  ) {
    const n = parts.masses.length;
    this.count = n;
    this.x = parts.positions;
    this.v = new Float64Array(3 * n);
    this.before = new Float64Array(3 * n);
    this.mass = parts.masses;
    this.inverseMass = parts.masses.map((m) => 1 / m);
    this.contactForce = new Float64Array(3 * n);
    this.contactGeom = new Int32Array(n).fill(-1);
    this.distances = parts.distances;
    this.hinges = parts.hinges ?? noConstraints();
    this.hingeTurns = turnsOf(this.hinges);
    this.bends = parts.bends ?? noConstraints();
    this.bendLengths = parts.bendLengths ?? new Float64Array(0);
    this.volumes = parts.volumes ?? noConstraints();
    this.triangles = parts.triangles;
    this.damping = within('damping', options.damping ?? defaults.damping, 0, 1);
    this.radius = notNegative('radius', options.radius ?? defaults.radius);
    this.friction = notNegative('friction', options.friction ?? defaults.friction);
    this.contype = count('contype', options.contype ?? 1, 0);
    this.conaffinity = count('conaffinity', options.conaffinity ?? 1, 0);
  }

  /**
   * Holds a vertex where it is.
   *
   * @param vertex The vertex.
   */
  pin(vertex: number): void {
    this.#check(vertex);
    this.inverseMass[vertex] = 0;
    this.v.fill(0, 3 * vertex, 3 * vertex + 3);
  }

  /**
   * Lets a pinned vertex go.
   *
   * @param vertex The vertex.
   */
  unpin(vertex: number): void {
    this.#check(vertex);
    this.inverseMass[vertex] = 1 / this.mass[vertex];
    this.wake();
  }

  /**
   * Ties some vertices together as they are now: a seam, a stiffener, a brace.
   *
   * - `stretch`: two vertices keep their distance;
   * - `shear`: three keep the angle at the first between the other two;
   * - `stretch-shear`: three keep both, the two distances from the first and the angle;
   * - `twist`: four in a row keep their torsion angle, the turn of the last about the edge in the middle.
   *
   * @param kind What it resists.
   * @param vertices Its vertices.
   * @param compliance Compliance in m/N against stretching and rad/(N·m) against turning; 0, rigid, by default.
   */
  addFlexEdge(kind: FlexEdgeKind, vertices: ArrayLike<number>, compliance = 0): void {
    oneOf('kind', kind, Object.keys(FLEX_EDGE_VERTICES) as FlexEdgeKind[]);
    notNegative('compliance', compliance);
    const width = FLEX_EDGE_VERTICES[kind];
    if (vertices?.length !== width)
      throw new PartsError('bad-argument', `a flex edge against ${kind} has ${width} vertices`);
    const [a, b, c, d] = readElements('vertices', vertices, width, this.count);
    if (kind === 'twist') this.#keepTorsion(a, b, c, d, compliance);
    else {
      if (kind !== 'shear') this.#keepDistance(a, b, compliance);
      if (kind === 'stretch-shear') this.#keepDistance(a, c, compliance);
      if (kind !== 'stretch') this.#keepCorner(a, b, c, compliance);
    }
    this.wake();
  }

  #keepDistance(a: number, b: number, compliance: number): void {
    const length = positive('the distance of two vertices', distanceOf(this.x, a, b));
    this.distances = withElement(this.distances, [a, b], length, compliance);
  }

  #keepCorner(a: number, b: number, c: number, compliance: number): void {
    const angle = finite('the angle of three vertices', measureCorner(this.x, 3 * a, 3 * b, 3 * c));
    this.shears = withElement(this.shears, [a, b, c], angle, compliance);
  }

  #keepTorsion(a: number, b: number, c: number, d: number, compliance: number): void {
    const angle = finite('the torsion of four vertices', hingeAngle(this.x, 3 * b, 3 * c, 3 * a, 3 * d));
    this.hinges = withElement(this.hinges, [b, c, a, d], angle, compliance);
    this.hingeTurns = turnsOf(this.hinges);
  }

  #check(vertex: number): void {
    if (!Number.isInteger(vertex) || vertex < 0 || vertex >= this.count)
      throw new PartsError('bad-argument', `there is no vertex ${String(vertex)}: there are ${this.count}`);
  }

  /**
   * Moves the whole body, without a velocity.
   *
   * @param offset By how much, in metres.
   * @returns The body.
   */
  translate(offset: ArrayLike<number>): this {
    const by = numbers('offset', offset, 3);
    for (let k = 0; k < this.x.length; k++) this.x[k] += by[k % 3];
    this.wake();
    return this;
  }

  /** Ends its rest. */
  wake(): void {
    this.isAsleep = false;
    this.quietSteps = 0;
  }

  /** Mass of all vertices in kilograms. */
  get totalMass(): number {
    return this.mass.reduce((sum, m) => sum + m, 0);
  }

  /** Centre of mass in the world. */
  get centre(): Float64Array {
    const centre = new Float64Array(3);
    for (let k = 0; k < this.x.length; k++) centre[k % 3] += this.mass[Math.floor(k / 3)] * this.x[k];
    return centre.map((c) => c / this.totalMass);
  }

  /** Momentum of all vertices in kg·m/s. */
  get momentum(): Float64Array {
    const momentum = new Float64Array(3);
    for (let k = 0; k < this.v.length; k++) momentum[k % 3] += this.mass[Math.floor(k / 3)] * this.v[k];
    return momentum;
  }

  /** Kinetic energy in joules. */
  get kineticEnergy(): number {
    let sum = 0;
    for (let k = 0; k < this.v.length; k++) sum += 0.5 * this.mass[Math.floor(k / 3)] * this.v[k] * this.v[k];
    return sum;
  }

  /** Highest speed of a vertex in m/s. */
  get speed(): number {
    let most = 0;
    for (let k = 0; k < this.v.length; k += 3) {
      const square = this.v[k] ** 2 + this.v[k + 1] ** 2 + this.v[k + 2] ** 2;
      if (square > most) most = square;
    }
    return Math.sqrt(most);
  }

  /** @internal Forces that the solver adds to the velocities, such as wind. */
  addForces(_dt: number): void {}
}

/** Cosine and sine of each angle at rest. */
const turnsOf = ({ rest }: ConstraintSet): Float64Array =>
  Float64Array.from({ length: 2 * rest.length }, (_, k) => (k % 2 === 0 ? cos : sin)(rest[k >> 1]));

/** Positions as they were given; refuses what is none. */
export function readPositions(name: string, given: ArrayLike<number>): Float64Array {
  const x = numbers(name, given);
  if (x.length === 0 || x.length % 3 !== 0)
    throw new PartsError('bad-argument', `${name} must have three numbers for each vertex`);
  return x;
}

/** Distance of two vertices. */
export function distanceOf(x: Float64Array, i: number, j: number): number {
  const [dx, dy, dz] = [x[3 * i] - x[3 * j], x[3 * i + 1] - x[3 * j + 1], x[3 * i + 2] - x[3 * j + 2]];
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

/** Distances of pairs of vertices; refuses pairs at one place. */
export function restLengths(x: Float64Array, edges: Int32Array): Float64Array {
  return Float64Array.from({ length: edges.length / 2 }, (_, e) =>
    positive('the distance of two neighbours', distanceOf(x, edges[2 * e], edges[2 * e + 1])),
  );
}
