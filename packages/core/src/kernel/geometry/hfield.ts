import { type F64, type f64, type i32, isNaN64, scratchF64, toF64, toInt } from '../dialect.ts';
import { copy9, mulMatTMat3, mulMatTVec3, mulMatVec3 } from '../math/mat3.ts';
import { max, min } from '../math/scalar.ts';
import { addTo3, copy3, cross3, dot3, norm3, scl3, sub3 } from '../math/vec3.ts';
import { type Contacts, MAX_PAIR_CONTACTS } from './contact.ts';
import type { CcdOptions } from './convex/ccd-options.ts';
import { copyPose, penetration, portalPenetration } from './convex/convex-contacts.ts';
import { beginShape, ConvexShape } from './convex/convex-shape.ts';
import { GjkResult } from './convex/gjk.ts';
import { INFINITE } from './convex/minkowski.ts';
import { smoothNormal } from './convex/smooth-normal.ts';
import { support } from './convex/support.ts';
import { Geom } from './geom.ts';
import { columnWidth, type HeightField, heightAt, rowWidth } from './height-field.ts';
import { SHAPE_HFIELD, SHAPE_MESH, SHAPE_SIMPLEX } from './shape-type.ts';

const MAX_SEPARATORS: i32 = 6;

/** Directions that separated the shape from prisms before, and its least coordinate along each. */
class Separators {
  /** How many were found; the last MAX_SEPARATORS are kept. */
  found: i32 = 0;
  readonly direction: F64 = scratchF64(3 * MAX_SEPARATORS);
  readonly least: F64 = scratchF64(MAX_SEPARATORS);
}

/** The cells of the grid under a shape. */
class Cells {
  firstRow: i32 = 0;
  endRow: i32 = 0;
  firstColumn: i32 = 0;
  lastColumn: i32 = 0;
}

/** Bounds of a shape along (x, y, 0), the normal of the side that the two prisms of a cell share. */
class Strip {
  x: f64 = 0;
  y: f64 = 0;
  lower: f64 = 0;
  upper: f64 = 0;
}

const prism = new ConvexShape();
const search = new GjkResult();
const separators = new Separators();
const cells = new Cells();
const strip = new Strip();
const surface = new Geom(); // stands for the prisms, none of which is smooth
const pose = new Geom(); // of the shape in the world

const centre = scratchF64(3); // of the shape, in the frame of the field
const turned = scratchF64(9);
const extent = scratchF64(6); // upper and lower bound of the shape along x, y, z of the field
const point = scratchF64(3);
const edgeU = scratchF64(3);
const edgeV = scratchF64(3);
const up = scratchF64(3); // normal of the top of the prism

/** Bounds of a shape along the axes of its frame's parent, by support points; of a simplex without its radius. */
function measureExtent(shape: ConvexShape): void {
  if (shape.type === SHAPE_SIMPLEX) {
    measurePoints(shape);
    return;
  }
  for (let k = 0; k < 3; k++) {
    for (let end = 0; end < 2; end++) {
      const sign: f64 = end === 0 ? 1 : -1;
      support(point, 0, shape, k === 0 ? sign : 0, k === 1 ? sign : 0, k === 2 ? sign : 0);
      extent[2 * k + end] = point[k];
    }
  }
}

/** Bounds of the points of a simplex. */
function measurePoints(shape: ConvexShape): void {
  for (let k = 0; k < 3; k++) {
    extent[2 * k] = shape.points[k];
    extent[2 * k + 1] = shape.points[k];
    for (let i = 1; i < shape.npoint; i++) {
      extent[2 * k] = max(extent[2 * k], shape.points[3 * i + k]);
      extent[2 * k + 1] = min(extent[2 * k + 1], shape.points[3 * i + k]);
    }
  }
}

/** Coordinate along (x, y, z) of the shape's lowest point in that direction; the shape's last vertex stays as it was. */
function leastAlong(shape: ConvexShape, x: f64, y: f64, z: f64): f64 {
  const { vertex, hullVertex } = shape;
  support(point, 0, shape, -x, -y, -z);
  shape.vertex = vertex;
  shape.hullVertex = hullVertex;
  return x * point[0] + y * point[1] + z * point[2];
}

/** Sets `strip` for the diagonals of the cells of dx × dy, which run from (column, row) to (column + 1, row + 1). Only for meshes: other shapes are cheap to query, culling them did not pay. */
function measureStrip(shape: ConvexShape, dx: f64, dy: f64, slack: f64): void {
  const inv = 1 / Math.sqrt(dx * dx + dy * dy);
  strip.x = dy * inv;
  strip.y = -(dx * inv);
  strip.lower = -INFINITE;
  strip.upper = INFINITE;
  if (shape.type !== SHAPE_MESH) return;
  strip.lower = leastAlong(shape, strip.x, strip.y, 0) - slack;
  strip.upper = -leastAlong(shape, -strip.x, -strip.y, 0) + slack;
}

/** Sets `up` to the normal of the prism's top, of any length and sense. */
function measureTop(): void {
  sub3(edgeU, 0, prism.points, 12, prism.points, 9);
  sub3(edgeV, 0, prism.points, 15, prism.points, 9);
  cross3(up, 0, edgeU, 0, edgeV, 0);
}

/** Is a shape higher than `reach` above the top of the prism, by its lowest point there? Then the direction is kept. */
function isAbove(shape: ConvexShape, reach: f64): boolean {
  measureTop();
  const len = norm3(up, 0);
  if (!(len > 0)) return false;
  scl3(up, 0, up, 0, up[2] < 0 ? -1 / len : 1 / len);
  const least = leastAlong(shape, up[0], up[1], up[2]);
  if (!(least - dot3(up, 0, prism.points, 9) > reach)) return false;
  keepSeparator(up, least);
  return true;
}

/** Is the ball of squared radius `radius2` about `centre` beyond the top or a side of the prism? Then the prism cannot be touched. */
function isBeyond(radius2: f64): boolean {
  const points = prism.points;
  measureTop();
  const turn: f64 = up[2] < 0 ? -1 : 1;
  sub3(point, 0, centre, 0, points, 9);
  const height = turn * dot3(up, 0, point, 0);
  if (height > 0 && height * height > radius2 * dot3(up, 0, up, 0)) return true;
  for (let k = 9; k < 18; k += 3) {
    const next = k === 15 ? 9 : k + 3;
    const ex = points[next] - points[k];
    const ey = points[next + 1] - points[k + 1];
    const side = turn * ((centre[0] - points[k]) * ey - (centre[1] - points[k + 1]) * ex);
    if (side > 0 && side * side > radius2 * (ex * ex + ey * ey)) return true;
  }
  return false;
}

/** Keeps a direction that separated the shape from a prism, in place of an old one. */
function keepSeparator(direction: F64, least: f64): void {
  const at = separators.found++ % MAX_SEPARATORS;
  copy3(separators.direction, 3 * at, direction, 0);
  separators.least[at] = least;
}

/**
 * Does one of the directions kept separate the shape from the prism by more than `gap`? Neighbouring prisms are often apart along the same direction,
 * and trying one costs a fraction of a search: collision takes 0.7 of the time on a height field with 30 meshes.
 */
function isSeparated(gap: f64): boolean {
  const points = prism.points;
  const direction = separators.direction;
  for (let k = 0; k < separators.found && k < MAX_SEPARATORS; k++) {
    const reach = separators.least[k] - gap;
    const p = direction[3 * k + 2] < 0 ? 0 : 9;
    if (dot3(direction, 3 * k, points, p) >= reach) continue;
    if (dot3(direction, 3 * k, points, p + 3) >= reach) continue;
    if (dot3(direction, 3 * k, points, p + 6) < reach) return true;
  }
  return false;
}

/** Makes `prism` one with its lower triangle at the base of the field, and forgets the directions that separated another shape. */
function beginPrisms(base: f64): void {
  beginShape(prism, SHAPE_HFIELD, 0);
  surface.type = SHAPE_HFIELD;
  for (let k = 2; k < 9; k += 3) prism.points[k] = -base;
  separators.found = 0;
}

/** Moves the prism on by one vertex of the grid: it keeps the last three. */
function pushVertex(x: f64, y: f64, z: f64): void {
  const points = prism.points;
  for (let k = 0; k < 6; k++) {
    points[k] = points[k + 3];
    points[k + 9] = points[k + 12];
  }
  points[6] = x;
  points[7] = y;
  points[15] = x;
  points[16] = y;
  points[17] = z;
}

/** Is the interval from `low` to `high`, widened by the margin, outside the one from `least` to `greatest`? */
function isOutside(low: f64, high: f64, margin: f64, least: f64, greatest: f64): boolean {
  return low - margin > greatest || high + margin < least;
}

/** Moves a shape to the frame of the field; false when its bounding sphere is outside the field's box. */
function enterField(field: HeightField, shape: ConvexShape, reach: f64): boolean {
  const size = field.size;
  sub3(point, 0, shape.pos, 0, field.pos, 0);
  mulMatTVec3(centre, 0, field.mat, 0, point, 0);
  if (isOutside(centre[0], centre[0], reach, -size[0], size[0])) return false;
  if (isOutside(centre[1], centre[1], reach, -size[1], size[1])) return false;
  if (isOutside(centre[2], centre[2], reach, -size[3], size[2])) return false;
  mulMatTMat3(turned, 0, field.mat, 0, shape.mat, 0);
  copy9(shape.mat, 0, turned, 0);
  copy3(shape.pos, 0, centre, 0);
  if (shape.type === SHAPE_SIMPLEX) movePoints(field, shape);
  return true;
}

/** Moves the points of a simplex to the frame of the field. */
function movePoints(field: HeightField, shape: ConvexShape): void {
  for (let k = 0; k < 3 * shape.npoint; k += 3) {
    sub3(point, 0, shape.points, k, field.pos, 0);
    mulMatTVec3(shape.points, k, field.mat, 0, point, 0);
  }
}

/** Where a coordinate is among the `n` lines of a grid that reaches from -half to half, in units of their distance. */
function lineAt(coordinate: f64, half: f64, n: i32): f64 {
  return ((coordinate + half) / (2 * half)) * toF64(n - 1);
}

/** Sets `cells` to those under the bounding box of a shape in the frame of the field; false when there are none. */
function findCells(field: HeightField, shape: ConvexShape, margin: f64): boolean {
  const { size, ncol, nrow } = field;
  measureExtent(shape);
  let sum: f64 = 0;
  for (let k = 0; k < 3; k++) {
    const depth = k === 2 ? size[3] : size[k];
    if (isOutside(extent[2 * k + 1], extent[2 * k], margin, -depth, size[k])) return false;
    sum += extent[2 * k + 1] + extent[2 * k];
  }
  if (isNaN64(sum)) return false;

  cells.firstColumn = toInt(max(0, Math.floor(lineAt(extent[1], size[0], ncol))));
  cells.lastColumn = toInt(min(toF64(ncol - 1), Math.ceil(lineAt(extent[0], size[0], ncol))));
  cells.firstRow = toInt(max(0, Math.floor(lineAt(extent[3], size[1], nrow))));
  cells.endRow = toInt(min(toF64(nrow - 1), Math.ceil(lineAt(extent[2], size[1], nrow))));
  return true;
}

/** Can the prism not be touched, by tests that are cheaper than a query? `isSecond` tells which of the two in its cell it is. */
function isCulled(shape: ConvexShape, isSecond: boolean, slack: f64, reach: f64): boolean {
  const points = prism.points;
  const bottom = extent[5];
  if (points[11] < bottom && points[14] < bottom && points[17] < bottom) return true;
  const side = points[12] * strip.x + points[13] * strip.y; // the middle vertex is on the diagonal
  if (isSecond ? side > strip.upper : side < strip.lower) return true;
  if (isSeparated(slack) || isBeyond(reach * reach)) return true;
  return shape.type === SHAPE_MESH && isAbove(shape, slack);
}

/** Contact of the shape with the prism, in the frame of the field. */
function prismContact(shape: ConvexShape, options: CcdOptions, contacts: Contacts): boolean {
  if (options.portal) return portalPenetration(prism, shape, options, 0, contacts) > 0;
  if (penetration(prism, shape, options, 0, 1, search, contacts) > 0) return true;
  if (search.hasDirection) keepSeparator(search.direction, search.least);
  return false;
}

/** Moves the last contact from the frame of the field to the world. */
function leaveField(field: HeightField, contacts: Contacts): void {
  const c = contacts.count - 1;
  mulMatVec3(contacts.normal, 3 * c, field.mat, 0, contacts.normal, 3 * c);
  mulMatVec3(contacts.pos, 3 * c, field.mat, 0, contacts.pos, 3 * c);
  addTo3(contacts.pos, 3 * c, field.pos, 0);
}

/**
 * Contacts of a height field with a convex shape: the cells under the shape's bounding box, two triangular prisms each, one contact per prism that the shape
 * touches. The shape is set without a margin, and moved to the field's frame here.
 */
export function hfieldConvex(
  field: HeightField,
  shape: ConvexShape,
  options: CcdOptions,
  margin: f64,
  contacts: Contacts,
): void {
  const size = field.size;
  const radius = shape.radius + margin;
  copyPose(pose, shape);
  if (!enterField(field, shape, radius) || !findCells(field, shape, margin)) return;
  const slack = margin + 10 * options.tolerance;
  const reach = radius + 10 * options.tolerance;
  shape.margin = margin;
  const dx = columnWidth(field);
  const dy = rowWidth(field);
  measureStrip(shape, dx, dy, slack);
  beginPrisms(size[3]);

  for (let r = cells.firstRow; r < cells.endRow; r++) {
    for (let c = cells.firstColumn; c <= cells.lastColumn; c++) {
      for (let k = 0; k < 2; k++) {
        const row = r + 1 - k;
        const height = heightAt(field, row, c);
        pushVertex(dx * toF64(c) - size[0], dy * toF64(row) - size[1], height + margin);
        if (c === cells.firstColumn || isCulled(shape, k === 1, slack, reach)) continue;
        if (!prismContact(shape, options, contacts)) continue;
        leaveField(field, contacts);
        if (options.portal) smoothNormal(contacts, contacts.count - 1, surface, pose);
        if (contacts.count === MAX_PAIR_CONTACTS) return;
      }
    }
  }
}
