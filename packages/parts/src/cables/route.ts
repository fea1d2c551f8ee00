import { atan2, quat2Mat } from '@qpos/core/math';
import { checkNumbers, count, numbers, PartsError, positive, rotation } from '../errors.ts';
import { makeWrapPath, type WrapSurface, wrapAround } from './wrap-surface.ts';

/** A point that moves with a frame. */
export interface RoutePoint {
  /** Position in the frame, in metres. */
  readonly point: ArrayLike<number>;
  /** Number of the frame; 0, the world, by default. */
  readonly frame?: number;
}

/** What a cable can run around, between two points. */
export interface RouteWrap {
  /** Radius of a sphere in metres. */
  readonly sphere?: number;
  /** Radius of a cylinder about its third axis in metres. */
  readonly cylinder?: number;
  /** Half of the cylinder's height in metres; a cable that runs past an end goes straight. Without ends by default. */
  readonly halfHeight?: number;
  /** Number of the frame; 0, the world, by default. */
  readonly frame?: number;
  /** Position of the centre in the frame, in metres; its origin by default. */
  readonly pos?: ArrayLike<number>;
  /** Orientation in the frame, a quaternion (w, x, y, z). */
  readonly quat?: ArrayLike<number>;
  /** A point on the side where the cable passes; inside of the surface, the cable runs along the inside. The shorter side by default. */
  readonly side?: RoutePoint;
}

/** Starts a new branch, of which only a part counts. */
export interface RoutePulley {
  /** The branch's length and tension count divided by this. */
  readonly pulley: number;
}

/** An element of a route. */
export type RouteElement = RoutePoint | RouteWrap | RoutePulley;

const isWrap = (e: RouteElement): e is RouteWrap => 'sphere' in e || 'cylinder' in e;
const isPulley = (e: RouteElement): e is RoutePulley => 'pulley' in e;

interface Surface extends WrapSurface {
  readonly frame: number;
  readonly pos: Float64Array;
  readonly own: Float64Array;
  readonly sideFrame: number;
  readonly sidePos: Float64Array;
}

/** The part of a route between two points: straight, or around a surface. */
interface Leg {
  readonly from: number;
  readonly to: number;
  readonly surface: Surface | undefined;
  readonly share: number;
  /** Whether it starts a branch. */
  readonly isFirst: boolean;
}

/**
 * The way of a cable through points, around spheres and cylinders, and over pulleys, each fixed to a frame: the routes of MJCF's spatial
 * tendons, and the same lengths. Frames are given as `xpos` and `xmat` of all, so a route whose frames are the bodies of a model follows it
 * with `route.update(data.xpos, data.xmat)`.
 *
 * @example
 * const route = new Route([
 *   { point: [0, 0, 1] },
 *   { sphere: 0.1, frame: 1 },
 *   { point: [0, 0, -0.3], frame: 1 },
 * ]);
 * const unit = [1, 0, 0, 0, 1, 0, 0, 0, 1];
 * route.update([0, 0, 0, 0.05, 0, 0.5], [...unit, ...unit]);
 * console.log(route.length); // the sphere is in the way
 */
export class Route {
  /** Number of frames that it refers to, the world included. */
  readonly frames: number;
  /** Length in metres, after an update. */
  length = 0;
  /** Sum of all angles by which the cable turns, at points and on surfaces, in radians. */
  angle = 0;
  /** Six numbers for each frame, torque about its origin and force, which a tension of 1 N does: minus the slope of the length. */
  readonly wrenches: Float64Array;
  /** Points of the path in the world, three numbers each; the first `pathCount` are in use. */
  readonly path: Float64Array;
  /** Number of points of the path. */
  pathCount = 0;
  readonly #points: Float64Array; // in their frames
  readonly #pointFrame: Int32Array;
  readonly #world: Float64Array; // the same points
  readonly #legs: readonly Leg[];
  readonly #last = new Float64Array(3); // direction of the last straight part
  #hasLast = false;

  /** @param elements Points, with surfaces between them and pulleys before branches. */
  constructor(elements: readonly RouteElement[]) {
    if (!Array.isArray(elements) || !elements.every((e) => typeof e === 'object' && e !== null))
      throw new PartsError('bad-argument', 'elements must be an array of points, surfaces and pulleys');
    const points = elements.filter((e): e is RoutePoint => !isWrap(e) && !isPulley(e));
    this.#pointFrame = Int32Array.from(points, (p) => count('frame', p.frame ?? 0, 0));
    this.#points = new Float64Array(3 * points.length);
    for (const [k, p] of points.entries()) this.#points.set(numbers('point', p.point, 3), 3 * k);
    this.#world = new Float64Array(3 * points.length);
    this.#legs = readLegs(elements);
    const surfaces = this.#legs.flatMap((leg) => leg.surface ?? []);
    const most = [...this.#pointFrame, ...surfaces.flatMap((s) => [s.frame, s.sideFrame])];
    this.frames = 1 + Math.max(0, ...most);
    this.wrenches = new Float64Array(6 * this.frames);
    this.path = new Float64Array(3 * 4 * this.#legs.length);
  }

  /**
   * Follows the frames.
   *
   * @param xpos Position of each frame, three numbers; the world first.
   * @param xmat Rotation of each frame, nine numbers by rows.
   */
  update(xpos: ArrayLike<number>, xmat: ArrayLike<number>): void {
    checkNumbers('xpos', xpos, 3 * this.frames);
    checkNumbers('xmat', xmat, 9 * this.frames);
    this.length = 0;
    this.angle = 0;
    this.pathCount = 0;
    this.wrenches.fill(0);
    for (let p = 0; p < this.#pointFrame.length; p++)
      placePoint(this.#world, 3 * p, xpos, xmat, this.#pointFrame[p], this.#points, 3 * p);
    for (let k = 0; k < this.#legs.length; k++) this.#follow(this.#legs[k], xpos, xmat);
  }

  #follow(leg: Leg, xpos: ArrayLike<number>, xmat: ArrayLike<number>): void {
    const { from, to, surface, share } = leg;
    if (leg.isFirst) this.#hasLast = false;
    const frame1 = this.#pointFrame[from];
    const frame2 = this.#pointFrame[to];
    copy3(start, 0, this.#world, 3 * from);
    copy3(end, 0, this.#world, 3 * to);
    this.#addPoint(start, 0);
    if (surface !== undefined && aroundSurface(surface, xpos, xmat)) {
      const { points } = wrapped;
      copy3(touch, 0, points, 0);
      this.length += (wrapped.length + distance(start, touch)) * share;
      this.#straight(start, frame1, touch, surface.frame, share, xpos);
      this.#addPoint(points, 0);
      this.#addPoint(points, 3);
      this.angle += wrapped.angle;
      copy3(touch, 0, points, 3);
      this.#hasLast = false; // the turn on the surface is counted
      this.length += distance(touch, end) * share;
      this.#straight(touch, surface.frame, end, frame2, share, xpos);
    } else {
      this.length += distance(start, end) * share;
      this.#straight(start, frame1, end, frame2, share, xpos);
    }
    this.#addPoint(end, 0);
  }

  /** Adds what a unit tension between two points does to their frames, and the turn from the last straight part to this one. */
  #straight(
    a: Float64Array,
    frame1: number,
    b: Float64Array,
    frame2: number,
    share: number,
    xpos: ArrayLike<number>,
  ): void {
    const length = distance(a, b);
    if (length < LEAST) {
      along[0] = 1;
      along[1] = along[2] = 0;
    } else for (let k = 0; k < 3; k++) along[k] = (b[k] - a[k]) / length;
    if (this.#hasLast && length >= LEAST) this.angle += turn(this.#last, along);
    if (length >= LEAST) {
      copy3(this.#last, 0, along, 0);
      this.#hasLast = true;
    }
    if (frame1 === frame2) return;
    addWrench(this.wrenches, frame1, a, xpos, share);
    addWrench(this.wrenches, frame2, b, xpos, -share);
  }

  #addPoint(a: Float64Array, i: number): void {
    copy3(this.path, 3 * this.pathCount++, a, i);
  }
}

const LEAST = 1e-15;
const start = new Float64Array(3);
const end = new Float64Array(3);
const touch = new Float64Array(3);
const along = new Float64Array(3);
const wrapped = makeWrapPath();

/** Directions whose turn is their angle, without a loss of digits where they are close. */
function turn(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  let difference = 0;
  for (let k = 0; k < 3; k++) {
    sum += (a[k] + b[k]) * (a[k] + b[k]);
    difference += (a[k] - b[k]) * (a[k] - b[k]);
  }
  return 2 * atan2(Math.sqrt(difference), Math.sqrt(sum));
}

function copy3(res: Float64Array, r: number, a: ArrayLike<number>, i: number): void {
  res[r] = a[i];
  res[r + 1] = a[i + 1];
  res[r + 2] = a[i + 2];
}

function distance(a: Float64Array, b: Float64Array): number {
  const x = b[0] - a[0];
  const y = b[1] - a[1];
  const z = b[2] - a[2];
  return Math.sqrt(x * x + y * y + z * z);
}

/** res = a point of a frame in the world */
function placePoint(
  res: Float64Array,
  r: number,
  xpos: ArrayLike<number>,
  xmat: ArrayLike<number>,
  frame: number,
  point: Float64Array,
  p: number,
): void {
  for (let k = 0; k < 3; k++) {
    const m = 9 * frame + 3 * k;
    res[r + k] = xpos[3 * frame + k] + xmat[m] * point[p] + xmat[m + 1] * point[p + 1] + xmat[m + 2] * point[p + 2];
  }
}

/** Adds `share` times the force `along` at a point to the wrench of a frame. */
function addWrench(
  res: Float64Array,
  frame: number,
  point: Float64Array,
  xpos: ArrayLike<number>,
  share: number,
): void {
  const at = 6 * frame;
  const x = point[0] - xpos[3 * frame];
  const y = point[1] - xpos[3 * frame + 1];
  const z = point[2] - xpos[3 * frame + 2];
  res[at] += share * (y * along[2] - z * along[1]);
  res[at + 1] += share * (z * along[0] - x * along[2]);
  res[at + 2] += share * (x * along[1] - y * along[0]);
  for (let k = 0; k < 3; k++) res[at + 3 + k] += share * along[k];
}

/** Whether the path from `start` to `end` runs around a surface; `wrapped` says how. */
function aroundSurface(s: Surface, xpos: ArrayLike<number>, xmat: ArrayLike<number>): boolean {
  placePoint(s.centre, 0, xpos, xmat, s.frame, s.pos, 0);
  for (let row = 0; row < 3; row++)
    for (let k = 0; k < 3; k++) {
      const m = 9 * s.frame + 3 * row;
      s.mat[3 * row + k] = xmat[m] * s.own[k] + xmat[m + 1] * s.own[3 + k] + xmat[m + 2] * s.own[6 + k];
    }
  if (s.hasSide) placePoint(s.side, 0, xpos, xmat, s.sideFrame, s.sidePos, 0);
  return wrapAround(wrapped, s, start, end);
}

function readSurface(e: RouteWrap): Surface {
  const isSphere = e.sphere !== undefined;
  if (isSphere && e.cylinder !== undefined)
    throw new PartsError('bad-argument', 'a surface is either a sphere or a cylinder');
  const side = e.side;
  return {
    isSphere,
    radius: positive(isSphere ? 'sphere' : 'cylinder', (e.sphere ?? e.cylinder) as number),
    halfHeight: e.halfHeight === undefined ? Infinity : positive('halfHeight', e.halfHeight),
    frame: count('frame', e.frame ?? 0, 0),
    pos: numbers('pos', e.pos ?? [0, 0, 0], 3),
    own: quat2Mat(new Float64Array(9), rotation('quat', e.quat ?? [1, 0, 0, 0])),
    hasSide: side !== undefined,
    sideFrame: count('frame', side?.frame ?? 0, 0),
    sidePos: side === undefined ? new Float64Array(3) : numbers('side.point', side.point, 3),
    centre: new Float64Array(3),
    mat: new Float64Array(9),
    side: new Float64Array(3),
  };
}

/** The parts between neighbouring points; refuses surfaces that are not between two points, and branches of less than two. */
function readLegs(elements: readonly RouteElement[]): Leg[] {
  const legs: Leg[] = [];
  let [points, share, inBranch] = [0, 1, 0];
  let surface: Surface | undefined;
  const endBranch = (): void => {
    if (surface !== undefined || inBranch < 2)
      throw new PartsError(
        'bad-argument',
        'every branch of a route starts and ends with a point, and has two at least',
      );
  };
  elements.forEach((e, k) => {
    if (isPulley(e)) {
      if (k > 0) endBranch();
      share = 1 / positive('pulley', e.pulley);
      inBranch = 0;
    } else if (isWrap(e)) {
      if (surface !== undefined || inBranch === 0)
        throw new PartsError('bad-argument', 'a surface must be between two points of a route');
      surface = readSurface(e);
    } else {
      if (inBranch > 0) legs.push({ from: points - 1, to: points, surface, share, isFirst: inBranch === 1 });
      surface = undefined;
      points++;
      inBranch++;
    }
  });
  endBranch();
  return legs;
}
