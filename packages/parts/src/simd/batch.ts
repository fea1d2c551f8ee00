import { checkNumbers, finite, notNegative, PartsError } from '../errors.ts';
import { SimdBoxes, SimdNumbers, SimdVectors } from './arrays.ts';
import { kernel } from './kernel/select.ts';

function vectors(name: string, x: SimdVectors, n?: number): Float64Array {
  if (!(x instanceof SimdVectors)) throw new PartsError('bad-argument', `${name} must be SimdVectors`);
  return sized(name, x, n).data;
}

function values(name: string, x: SimdNumbers, n?: number): Float64Array {
  if (!(x instanceof SimdNumbers)) throw new PartsError('bad-argument', `${name} must be SimdNumbers`);
  return sized(name, x, n).values;
}

function sized<T extends { readonly length: number }>(name: string, x: T, n = x.length): T {
  if (x.length !== n) throw new PartsError('bad-argument', `${name} has ${x.length} elements, but must have ${n}`);
  return x;
}

function component(name: string, x: ArrayLike<number>, k: number): number {
  if (typeof x !== 'object' || x === null || x.length !== 3)
    throw new PartsError('bad-argument', `${name} must be an array of 3 numbers`);
  return finite(name, x[k]);
}

/**
 * The vector that goes farthest along a direction: the support point of a cloud.
 *
 * @param points The vectors.
 * @param direction The direction, of any length.
 * @returns Index of the first with the largest product.
 * @example
 * const corners = SimdVectors.from([0, 0, 0, 1, 0, 0, 1, 1, 0]);
 * console.log(findMaxDot(corners, [1, 1, 0])); // 2
 */
export function findMaxDot(points: SimdVectors, direction: ArrayLike<number>): number {
  const p = vectors('points', points);
  return kernel().maxDot(p, points.length, component('direction', direction, 0), component('direction', direction, 1), component('direction', direction, 2)); // biome-ignore format: one call
}

/**
 * The vector that goes least along a direction.
 *
 * @param points The vectors.
 * @param direction The direction, of any length.
 * @returns Index of the first with the smallest product.
 * @example
 * const corners = SimdVectors.from([0, 0, 0, 1, 0, 0, 1, 1, 0]);
 * console.log(findMinDot(corners, [1, 1, 0])); // 0
 */
export function findMinDot(points: SimdVectors, direction: ArrayLike<number>): number {
  const p = vectors('points', points);
  return kernel().maxDot(p, points.length, -component('direction', direction, 0), -component('direction', direction, 1), -component('direction', direction, 2)); // biome-ignore format: one call
}

/**
 * Products of vectors with a direction.
 *
 * @param out Receives a number for each vector.
 * @param points The vectors.
 * @param direction The direction.
 * @example
 * const heights = new SimdNumbers(2);
 * batchDot(heights, SimdVectors.from([1, 2, 3, 4, 5, 6]), [0, 0, 1]);
 * console.log(heights.values); // 3 6
 */
export function batchDot(out: SimdNumbers, points: SimdVectors, direction: ArrayLike<number>): void {
  const p = vectors('points', points);
  kernel().dots(values('out', out, points.length), p, points.length, component('direction', direction, 0), component('direction', direction, 1), component('direction', direction, 2)); // biome-ignore format: one call
}

/**
 * Products of vectors with others, pair by pair.
 *
 * @param out Receives a number for each pair.
 * @param a The first of each pair.
 * @param b The second of each pair.
 * @example
 * const powers = new SimdNumbers(1);
 * batchDotPairs(powers, SimdVectors.from([1, 2, 3]), SimdVectors.from([4, 5, 6]));
 * console.log(powers.values[0]); // 32
 */
export function batchDotPairs(out: SimdNumbers, a: SimdVectors, b: SimdVectors): void {
  const first = vectors('a', a);
  kernel().pairDots(values('out', out, a.length), first, vectors('b', b, a.length), a.length);
}

/**
 * The boxes that a box touches or overlaps.
 *
 * @param boxes The boxes.
 * @param least Least corner of the one box.
 * @param greatest Greatest corner of the one box.
 * @returns Their number, and for each box 1 if it overlaps; overwritten by the next call with these boxes.
 * @example
 * const boxes = new SimdBoxes(1);
 * boxes.set(0, [0, 0, 0], [1, 1, 1]);
 * console.log(overlappingBoxes(boxes, [1, 1, 1], [2, 2, 2]).count); // 1: they touch
 */
export function overlappingBoxes(
  boxes: SimdBoxes,
  least: ArrayLike<number>,
  greatest: ArrayLike<number>,
): { readonly count: number; readonly overlaps: Uint8Array } {
  if (!(boxes instanceof SimdBoxes)) throw new PartsError('bad-argument', 'boxes must be SimdBoxes');
  const found = kernel().overlaps(boxes.flags, boxes.data, boxes.length, component('least', least, 0), component('least', least, 1), component('least', least, 2), component('greatest', greatest, 0), component('greatest', greatest, 1), component('greatest', greatest, 2)); // biome-ignore format: one call
  return { count: found, overlaps: boxes.flags };
}

/**
 * Adds multiples: y += a·x.
 *
 * @param y Numbers that are changed.
 * @param x Numbers that are added.
 * @param a Their factor.
 * @example
 * const y = SimdNumbers.from([1, 2]);
 * batchAxpy(y, SimdNumbers.from([10, 20]), 0.5);
 * console.log(y.values); // 6 12
 */
export function batchAxpy(y: SimdNumbers, x: SimdNumbers, a: number): void {
  const to = values('y', y);
  kernel().axpy(to, values('x', x, y.length), y.length, finite('a', a));
}

/**
 * The sum of products.
 *
 * @param a Numbers.
 * @param b As many numbers.
 * @returns Σ aᵢ·bᵢ, by four partial sums as the engine adds them.
 * @example
 * console.log(batchDotSum(SimdNumbers.from([1, 2, 3]), SimdNumbers.from([4, 5, 6]))); // 32
 */
export function batchDotSum(a: SimdNumbers, b: SimdNumbers): number {
  const first = values('a', a);
  return kernel().dotSum(first, values('b', b, a.length), a.length);
}

/**
 * Turns vectors: out = M·p for each.
 *
 * @param out Receives the vectors; may be the same.
 * @param matrix A 3×3 matrix by rows.
 * @param points The vectors.
 * @example
 * const points = SimdVectors.from([1, 2, 3]);
 * batchMulMatVec3(points, [0, -1, 0, 1, 0, 0, 0, 0, 1], points);
 * console.log(points.get(0)); // -2 1 3
 */
export function batchMulMatVec3(out: SimdVectors, matrix: ArrayLike<number>, points: SimdVectors): void {
  const p = vectors('points', points);
  checkNumbers('matrix', matrix, 9);
  kernel().matVec(vectors('out', out, points.length), p, points.length, matrix);
}

/**
 * Moves positions on: p += v·dt.
 *
 * @param positions Positions that are changed.
 * @param velocities Velocities.
 * @param dt Time in seconds.
 * @example
 * const positions = new SimdVectors(1);
 * integratePositions(positions, SimdVectors.from([1, 2, 3]), 0.5);
 * console.log(positions.get(0)); // 0.5 1 1.5
 */
export function integratePositions(positions: SimdVectors, velocities: SimdVectors, dt: number): void {
  const p = vectors('positions', positions);
  kernel().axpy(p, vectors('velocities', velocities, positions.length), 3 * positions.length, finite('dt', dt));
}

/**
 * Moves velocities on: v += f·dt / m.
 *
 * @param velocities Velocities that are changed.
 * @param forces Forces.
 * @param inverseMass 1 / m of each body; 0 for one that does not move.
 * @param dt Time in seconds.
 * @example
 * const velocities = new SimdVectors(1);
 * integrateVelocities(velocities, SimdVectors.from([0, 0, -9.81]), SimdNumbers.from([1]), 0.1);
 * console.log(velocities.get(0)); // 0 0 -0.981
 */
export function integrateVelocities(
  velocities: SimdVectors,
  forces: SimdVectors,
  inverseMass: SimdNumbers,
  dt: number,
): void {
  const v = vectors('velocities', velocities);
  const n = velocities.length;
  kernel().kick(v, vectors('forces', forces, n), values('inverseMass', inverseMass, n), n, finite('dt', dt));
}

/** How contacts push back, in `batchNormalForces`. */
export interface PenaltyContact {
  /** Force for a penetration of 1 m, N. */
  readonly stiffness: number;
  /** Force for each m/s of approach, N·s/m. */
  readonly damping: number;
  /** Exponent of the penetration: 1 (a spring), 1.5 (Hertz) or 2. */
  readonly exponent: 1 | 1.5 | 2;
}

/**
 * Normal forces of penalty contacts: k·dᵖ + c·v, never below 0, and 0 where there is no penetration. This is not how the engine makes contacts.
 *
 * @param out Receives a force for each contact.
 * @param depths Penetrations, m; negative where there is none.
 * @param approaches Velocities with which the penetrations grow, m/s.
 * @param contact How contacts push back.
 * @example
 * const forces = new SimdNumbers(2);
 * const contact: PenaltyContact = { stiffness: 1000, damping: 10, exponent: 1 };
 * batchNormalForces(forces, SimdNumbers.from([0.01, -0.01]), new SimdNumbers(2), contact);
 * console.log(forces.values); // 10 0
 */
export function batchNormalForces(
  out: SimdNumbers,
  depths: SimdNumbers,
  approaches: SimdNumbers,
  contact: PenaltyContact,
): void {
  const d = values('depths', depths);
  const n = depths.length;
  const { stiffness, damping, exponent } = contact ?? {};
  if (exponent !== 1 && exponent !== 1.5 && exponent !== 2)
    throw new PartsError('bad-argument', 'exponent must be 1, 1.5 or 2');
  kernel().normalForces(values('out', out, n), d, values('approaches', approaches, n), n, notNegative('stiffness', stiffness), notNegative('damping', damping), exponent); // biome-ignore format: one call
}

/**
 * Friction forces of penalty contacts: −μ·N along the sliding velocity, and in proportion to it below a small speed.
 *
 * @param out Receives a force for each contact.
 * @param normals Normal forces, N.
 * @param slips Sliding velocities, m/s.
 * @param friction Coefficient of friction μ.
 * @param slow Speed below which the force falls to 0, m/s; 0.001 by default.
 * @example
 * const forces = new SimdVectors(1);
 * batchFrictionForces(forces, SimdNumbers.from([10]), SimdVectors.from([3, 4, 0]), 0.5);
 * console.log(forces.get(0)); // -3 -4 0
 */
export function batchFrictionForces(
  out: SimdVectors,
  normals: SimdNumbers,
  slips: SimdVectors,
  friction: number,
  slow = 0.001,
): void {
  const v = vectors('slips', slips);
  const n = slips.length;
  if (!(notNegative('slow', slow) > 0)) throw new PartsError('bad-argument', 'slow must be above 0');
  kernel().frictionForces(
    vectors('out', out, n),
    values('normals', normals, n),
    v,
    n,
    notNegative('friction', friction),
    slow,
  );
}
