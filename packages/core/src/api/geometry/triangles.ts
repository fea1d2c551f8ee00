import { checkLength } from '../../host/arguments.ts';
import { ArgumentError } from '../../host/errors/argument-error.ts';
import { Contacts } from '../../kernel/geometry/contact.ts';
import { beginShape, ConvexShape } from '../../kernel/geometry/convex/convex-shape.ts';
import { support } from '../../kernel/geometry/convex/support.ts';
import { toWorld } from '../../kernel/geometry/geom.ts';
import { SHAPE_SIMPLEX, SHAPE_SPHERE } from '../../kernel/geometry/shape-type.ts';
import { soupConvex } from '../../kernel/geometry/soup.ts';
import { readTriangle, TriangleMesh } from '../../kernel/geometry/triangle-mesh.ts';
import { checkFinite, checkIndices, type Numbers } from './arguments.ts';
import { exactly, measure, type Separation, type TouchPoint, takeContacts } from './distance.ts';
import { type Pose, place } from './pose.ts';
import { placedRecord, type Shape } from './shape.ts';
import { buildTree } from './triangle-tree.ts';

/**
 * Triangles of any arrangement, convex or not, with a bounding volume hierarchy over them. Vertices are kept in single precision.
 *
 * @example
 * const one: TriangleSoup = triangleSoup([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]);
 * console.log(one.count); // 1
 */
export class TriangleSoup {
  /** Radius of the ball about the origin that holds all triangles. */
  readonly radius: number;
  /** Number of triangles. */
  readonly count: number;
  /** @internal */
  readonly record = new TriangleMesh();

  /** @internal */
  constructor(vert: Float32Array, face: Int32Array) {
    const { record } = this;
    const tree = buildTree(vert, face);
    record.vert = vert;
    record.face = face;
    record.aabb = tree.aabb;
    record.child = tree.child;
    record.nodeid = tree.nodeid;
    for (let k = 0; k < 3; k++) record.size[k] = Math.abs(tree.aabb[k]) + tree.aabb[3 + k];
    let square = 0;
    for (const v of face) square = Math.max(square, vert[3 * v] ** 2 + vert[3 * v + 1] ** 2 + vert[3 * v + 2] ** 2);
    this.radius = Math.sqrt(square);
    this.count = face.length / 3;
  }
}

/**
 * Triangles as a surface to measure, to hit and to collide with. The outer side of a triangle is the one from which its corners turn left.
 *
 * @param vertices Coordinates of the vertices, three for each.
 * @param faces Indices of the corners, three for each triangle.
 * @returns The surface.
 * @example
 * const square = triangleSoup([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], [0, 1, 2, 0, 2, 3]);
 * console.log(square.count); // 2
 */
export function triangleSoup(vertices: Numbers, faces: Numbers): TriangleSoup {
  checkLength('vertices', vertices, 3);
  checkLength('faces', faces, 3);
  checkFinite('vertices', vertices, vertices.length);
  if (vertices.length % 3 !== 0 || faces.length % 3 !== 0)
    throw new ArgumentError('vertices and faces have three numbers for each');
  checkIndices('faces', faces, vertices.length / 3);
  return new TriangleSoup(Float32Array.from(vertices), Int32Array.from(faces));
}

const triangle = new ConvexShape();
const corners = new Float64Array(9);
const contacts = new Contacts();
const bounds = new Float64Array(6); // of the shape along the axes of the mesh: lower, then upper
const extreme = new Float64Array(3);

/** Makes `triangle` a face of the placed mesh. */
function setTriangle(mesh: TriangleMesh, face: number): void {
  beginShape(triangle, SHAPE_SIMPLEX, 0);
  triangle.npoint = 3;
  triangle.size[0] = 0;
  readTriangle(corners, mesh, face);
  const { points } = triangle;
  for (let k = 0; k < 9; k += 3) toWorld(points, k, mesh.pos, mesh.mat, corners[k], corners[k + 1], corners[k + 2]);
  for (let k = 0; k < 3; k++) triangle.pos[k] = (points[k] + points[3 + k] + points[6 + k]) / 3;
}

/** Measures a placed shape along the axes of the placed mesh. */
function measureBounds(mesh: TriangleMesh, shape: ConvexShape): void {
  for (let k = 0; k < 3; k++) {
    const [x, y, z] = [mesh.mat[k], mesh.mat[3 + k], mesh.mat[6 + k]];
    const origin = x * mesh.pos[0] + y * mesh.pos[1] + z * mesh.pos[2];
    support(extreme, 0, shape, -x, -y, -z);
    bounds[k] = x * extreme[0] + y * extreme[1] + z * extreme[2] - origin;
    support(extreme, 0, shape, x, y, z);
    bounds[3 + k] = x * extreme[0] + y * extreme[1] + z * extreme[2] - origin;
  }
}

/** Distance of the bounds and the box of a node: at most that of what is in them. */
function boxGap(aabb: Float64Array, node: number): number {
  let square = 0;
  for (let k = 0; k < 3; k++) {
    const [centre, half] = [aabb[6 * node + k], aabb[6 * node + 3 + k]];
    const gap = Math.max(0, centre - half - bounds[3 + k], bounds[k] - centre - half);
    square += gap * gap;
  }
  return Math.sqrt(square);
}

/** Distance of triangles and a placed shape: down the tree, nearer child first, leaving out what cannot be nearer than the best so far. */
export function measureSoup(
  soup: TriangleSoup,
  pose: Pose,
  shape: ConvexShape,
  cutoff: number,
): Separation | undefined {
  const { record } = soup;
  place(record, pose);
  measureBounds(record, shape);
  let best: Separation | undefined;
  const visit = (node: number): void => {
    const face = record.nodeid[node];
    if (face >= 0) {
      setTriangle(record, face);
      const found = measure(triangle, shape, Math.max(best?.distance ?? cutoff, Number.MIN_VALUE));
      if (found !== undefined && found.distance < (best?.distance ?? cutoff)) best = found;
      return;
    }
    const [left, right] = [record.child[2 * node], record.child[2 * node + 1]];
    const [gapLeft, gapRight] = [boxGap(record.aabb, left), boxGap(record.aabb, right)];
    const leftFirst = gapLeft <= gapRight;
    if (Math.min(gapLeft, gapRight) < Math.max(best?.distance ?? cutoff, 0) || best === undefined)
      visit(leftFirst ? left : right);
    if (Math.max(gapLeft, gapRight) <= Math.max(best?.distance ?? cutoff, 0)) visit(leftFirst ? right : left);
  };
  visit(0);
  return best;
}

/**
 * Distance and nearest points of triangles and a convex shape. Overlapping, it is the depth in the triangle that the shape is deepest in.
 *
 * @param soup The triangles.
 * @param poseSoup Where they are.
 * @param shape The shape.
 * @param poseShape Where it is.
 * @returns What was found, triangles first.
 * @example
 * const square = triangleSoup([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], [0, 1, 2, 0, 2, 3]);
 * console.log(soupDistance(square, {}, sphereShape(0.5), { pos: [0.3, 0.6, 2] }).distance); // 1.5
 */
export function soupDistance(soup: TriangleSoup, poseSoup: Pose, shape: Shape, poseShape: Pose): Separation {
  checkSoup(soup);
  const found = measureSoup(soup, poseSoup, placedRecord(shape, 1, poseShape), Number.MAX_VALUE);
  if (found === undefined) throw new ArgumentError('the shape is too far away to be measured');
  return found;
}

/**
 * Points where a convex shape touches the outer sides of triangles.
 *
 * @param soup The triangles.
 * @param poseSoup Where they are.
 * @param shape The shape.
 * @param poseShape Where it is.
 * @returns The points, 50 at most.
 * @example
 * const square = triangleSoup([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], [0, 1, 2, 0, 2, 3]);
 * console.log(soupContacts(square, {}, sphereShape(0.5), { pos: [0.3, 0.6, 0.4] })[0]?.distance); // -0.1
 */
export function soupContacts(soup: TriangleSoup, poseSoup: Pose, shape: Shape, poseShape: Pose): TouchPoint[] {
  checkSoup(soup);
  place(soup.record, poseSoup);
  contacts.count = 0;
  soupConvex(soup.record, placedRecord(shape, 1, poseShape), exactly(0), 0, contacts);
  return takeContacts(contacts);
}

const point = new ConvexShape();

/**
 * The point of the triangles that is nearest to a given one, in their own frame.
 *
 * @param soup The triangles.
 * @param at The point.
 * @returns The nearest point and its distance.
 * @example
 * const square = triangleSoup([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], [0, 1, 2, 0, 2, 3]);
 * console.log(nearestOnSoup(square, [2, 0.5, 0]).point); // 1 0.5 0
 */
export function nearestOnSoup(soup: TriangleSoup, at: Numbers): { point: Float64Array; distance: number } {
  checkSoup(soup);
  checkFinite('at', at, 3);
  beginShape(point, SHAPE_SPHERE, 0);
  place(point, { pos: at });
  const found = measureSoup(soup, {}, point, Number.MAX_VALUE);
  return found === undefined
    ? { point: new Float64Array(3), distance: Number.POSITIVE_INFINITY }
    : { point: found.onA, distance: Math.max(found.distance, 0) };
}

/**
 * The triangles whose boxes meet a box, in their own frame: the first step of a query of one's own.
 *
 * @param soup The triangles.
 * @param low The least corner of the box.
 * @param high Its greatest corner.
 * @returns Indices of triangles, ascending.
 * @example
 * const square = triangleSoup([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], [0, 1, 2, 0, 2, 3]);
 * console.log(trianglesInBox(square, [0.9, 0, -1], [2, 0.1, 1])); // 0 and 1
 */
export function trianglesInBox(soup: TriangleSoup, low: Numbers, high: Numbers): number[] {
  checkSoup(soup);
  checkFinite('low', low, 3);
  checkFinite('high', high, 3);
  for (let k = 0; k < 3; k++) [bounds[k], bounds[3 + k]] = [low[k], high[k]];
  const { aabb, child, nodeid } = soup.record;
  const found: number[] = [];
  const visit = (node: number): void => {
    if (boxGap(aabb, node) > 0) return;
    if (nodeid[node] >= 0) found.push(nodeid[node]);
    else for (let k = 0; k < 2; k++) visit(child[2 * node + k]);
  };
  visit(0);
  return found.sort((a, b) => a - b);
}

/** @internal Refuses what is no soup. */
export function checkSoup(soup: TriangleSoup): void {
  if (!(soup instanceof TriangleSoup)) throw new ArgumentError('triangles are needed: make them with triangleSoup');
}
