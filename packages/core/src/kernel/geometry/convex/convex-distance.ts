import { type f64, type i32, scratchF64 } from '../../dialect.ts';
import { addToScl3, copy3, normalize3, sub3 } from '../../math/vec3.ts';
import { CcdOptions } from './ccd-options.ts';
import { type ConvexShape, SUPPORT_CAPSULE, SUPPORT_POINT, SUPPORT_SEGMENT, SUPPORT_SPHERE } from './convex-shape.ts';
import { EPA_FOUND, EPA_LOST, EpaResult, epa } from './epa.ts';
import { type GjkResult, gjk } from './gjk.ts';
import { INFINITE } from './minkowski.ts';
import { multicontact, type Witnesses } from './multicontact.ts';

const deepest = new EpaResult();
const coreOptions = new CcdOptions();
const direction = scratchF64(3);

/** Is a shape a point or a segment with a radius? */
function hasCore(shape: ConvexShape): boolean {
  return shape.support === SUPPORT_SPHERE || shape.support === SUPPORT_CAPSULE;
}

/** Radius by which a sphere or capsule is shrunk to its core, margin included; 0 for other shapes. */
function coreRadius(shape: ConvexShape): f64 {
  return hasCore(shape) ? shape.size[0] + 0.5 * shape.margin : 0;
}

/** Shrinks a sphere or capsule to its core. */
function shrink(shape: ConvexShape): void {
  if (!hasCore(shape)) return;
  shape.support = shape.support === SUPPORT_SPHERE ? SUPPORT_POINT : SUPPORT_SEGMENT;
  shape.margin = 0;
}

/** Distance of two shapes by that of their cores; false when those overlap. */
function coreDistance(a: ConvexShape, b: ConvexShape, options: CcdOptions, result: GjkResult): boolean {
  const radiusA = coreRadius(a);
  const radiusB = coreRadius(b);
  const { support: supportA, margin: marginA } = a;
  const { support: supportB, margin: marginB } = b;
  coreOptions.cutoff = options.cutoff + (radiusA + radiusB);
  coreOptions.tolerance = options.tolerance;
  coreOptions.iterations = options.iterations;
  shrink(a);
  shrink(b);
  gjk(a, b, coreOptions, result);
  a.support = supportA;
  b.support = supportB;
  a.margin = marginA;
  b.margin = marginB;
  if (!(result.dist > options.tolerance)) return false;

  // back to the surfaces
  sub3(direction, 0, result.onB, 0, result.onA, 0);
  normalize3(direction, 0);
  if (radiusA !== 0) addToScl3(result.onA, 0, direction, 0, radiusA);
  if (radiusB !== 0) addToScl3(result.onB, 0, direction, 0, -radiusB);
  result.dist -= radiusA + radiusB;
  if (result.dist > options.cutoff) result.dist = INFINITE;
  return true;
}

/** Makes the nearest points of GJK the only witnesses. */
function takeNearest(witnesses: Witnesses, nearest: GjkResult): void {
  witnesses.count = nearest.located ? 1 : 0;
  witnesses.dist[0] = nearest.dist;
  copy3(witnesses.onA, 0, nearest.onA, 0);
  copy3(witnesses.onB, 0, nearest.onB, 0);
}

/** Makes the deepest points of EPA the only witnesses. */
function takeDeepest(witnesses: Witnesses): void {
  witnesses.count = 1;
  witnesses.dist[0] = deepest.dist;
  copy3(witnesses.onA, 0, deepest.onA, 0);
  copy3(witnesses.onB, 0, deepest.onB, 0);
}

/**
 * Signed distance of two convex shapes: negative when they overlap, INFINITE when they are farther apart than the cutoff. `witnesses` gets the points
 * that it belongs to, and more of them where faces meet if `maxContacts` is more than 1; `search` tells how GJK ended.
 */
export function convexDistance(
  a: ConvexShape,
  b: ConvexShape,
  options: CcdOptions,
  maxContacts: i32,
  search: GjkResult,
  witnesses: Witnesses,
): f64 {
  if ((hasCore(a) || hasCore(b)) && coreDistance(a, b, options, search)) {
    takeNearest(witnesses, search);
    return search.dist;
  }
  gjk(a, b, options, search);
  takeNearest(witnesses, search);
  if (!(search.dist <= options.tolerance && search.nsimplex > 1 && !search.separated)) return search.dist;

  witnesses.dist[0] = 0;
  epa(a, b, options, search, deepest);
  if (deepest.status === EPA_LOST) witnesses.count = 0;
  if (deepest.status !== EPA_FOUND) return 0;
  takeDeepest(witnesses);
  if (maxContacts > 1) multicontact(a, b, deepest, maxContacts, witnesses);
  let least = witnesses.dist[0];
  for (let k = 1; k < witnesses.count; k++) if (witnesses.dist[k] < least) least = witnesses.dist[k];
  return least;
}
