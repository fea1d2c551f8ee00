import { checkLength } from '../../host/arguments.ts';
import { ArgumentError } from '../../host/errors/argument-error.ts';
import { beginShape, ConvexShape } from '../../kernel/geometry/convex/convex-shape.ts';
import { Geom } from '../../kernel/geometry/geom.ts';
import {
  SHAPE_BOX,
  SHAPE_CAPSULE,
  SHAPE_CYLINDER,
  SHAPE_ELLIPSOID,
  SHAPE_MESH,
  SHAPE_SPHERE,
} from '../../kernel/geometry/shape-type.ts';
import { checkFinite, checkPositive, type Numbers } from './arguments.ts';
import { type Pose, place } from './pose.ts';

/**
 * A convex shape about the origin of its own frame. Made by `sphereShape`, `boxShape` and their like; it may be used in any number of queries.
 *
 * @example
 * const brick: Shape = boxShape([0.1, 0.05, 0.03]);
 * console.log(brick.kind); // box
 */
export class Shape {
  /** What it is: `'sphere'`, `'box'`, ... */
  readonly kind: string;
  /** Radius of the ball about its origin that holds it. */
  readonly radius: number;
  /** @internal Its type, as the kernels count them. */
  readonly type: number;
  /** @internal Sizes, as of a geom of the type. */
  readonly size: Numbers;
  /** @internal One record for each side of a query, so that a shape may meet itself. */
  readonly records: readonly [ConvexShape, ConvexShape];

  /** @internal */
  constructor(kind: string, type: number, size: Numbers, radius: number, vertices?: Float32Array) {
    this.kind = kind;
    this.type = type;
    this.size = size;
    this.radius = radius;
    this.records = [new ConvexShape(), new ConvexShape()];
    for (const record of this.records) {
      beginShape(record, type, 0);
      record.radius = radius;
      for (let k = 0; k < 3; k++) record.size[k] = size[k] ?? 0;
      if (vertices === undefined) continue;
      record.vert = vertices;
      record.vertnum = vertices.length / 3;
      record.graphadr = -1;
    }
  }
}

/** @internal The record of a shape for one side of a query, at a pose, and without a warm start: results do not depend on earlier queries. */
export function placedRecord(shape: Shape, side: 0 | 1, pose: Pose): ConvexShape {
  checkShape(shape);
  const record = shape.records[side];
  record.vertex = -1;
  record.hullVertex = -1;
  record.margin = 0;
  place(record, pose);
  return record;
}

/** @internal Refuses what is no shape. */
export function checkShape(shape: Shape): void {
  if (!(shape instanceof Shape)) throw new ArgumentError('a shape is needed: make one with boxShape, sphereShape, ...');
}

/** @internal A shape as rays see it. */
export function placedGeom(shape: Shape, pose: Pose): Geom {
  const geom = new Geom();
  geom.type = shape.type;
  for (let k = 0; k < 3; k++) geom.size[k] = shape.size[k] ?? 0;
  place(geom, pose);
  return geom;
}

/**
 * A ball.
 *
 * @param radius Its radius.
 * @returns The shape.
 * @example
 * console.log(sphereShape(0.5).radius); // 0.5
 */
export function sphereShape(radius: number): Shape {
  checkPositive('radius', radius);
  return new Shape('sphere', SHAPE_SPHERE, [radius], radius);
}

/**
 * A capsule along z: the points within `radius` of a segment.
 *
 * @param radius Its radius.
 * @param half Half the length of the segment.
 * @returns The shape.
 * @example
 * console.log(capsuleShape(0.1, 0.4).radius); // 0.5
 */
export function capsuleShape(radius: number, half: number): Shape {
  checkPositive('radius', radius);
  checkPositive('half', half);
  return new Shape('capsule', SHAPE_CAPSULE, [radius, half], radius + half);
}

/**
 * A cylinder along z.
 *
 * @param radius Its radius.
 * @param half Half its height.
 * @returns The shape.
 * @example
 * console.log(cylinderShape(3, 4).radius); // 5
 */
export function cylinderShape(radius: number, half: number): Shape {
  checkPositive('radius', radius);
  checkPositive('half', half);
  return new Shape('cylinder', SHAPE_CYLINDER, [radius, half], Math.sqrt(radius * radius + half * half));
}

/**
 * An ellipsoid with its axes along those of the frame.
 *
 * @param radii Three radii.
 * @returns The shape.
 * @example
 * console.log(ellipsoidShape([1, 2, 3]).radius); // 3
 */
export function ellipsoidShape(radii: Numbers): Shape {
  const size = readSizes('radii', radii);
  return new Shape('ellipsoid', SHAPE_ELLIPSOID, size, Math.max(size[0], size[1], size[2]));
}

/**
 * A box with its sides along the axes of the frame.
 *
 * @param half Three half sizes.
 * @returns The shape.
 * @example
 * console.log(boxShape([1, 2, 2]).radius); // 3
 */
export function boxShape(half: Numbers): Shape {
  const [x, y, z] = readSizes('half', half);
  return new Shape('box', SHAPE_BOX, [x, y, z], Math.sqrt(x * x + y * y + z * z));
}

/**
 * The convex hull of points, which are kept in single precision, as the vertices of meshes are.
 *
 * @param points Coordinates of the points, three for each.
 * @returns The shape.
 * @example
 * const tetrahedron = hullShape([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
 * console.log(tetrahedron.radius); // 1
 */
export function hullShape(points: Numbers): Shape {
  checkLength('points', points, 3);
  checkFinite('points', points, points.length);
  if (points.length % 3 !== 0) throw new ArgumentError(`points has ${points.length} numbers, not three for each point`);
  const vertices = Float32Array.from(points);
  let square = 0;
  for (let v = 0; v < vertices.length; v += 3)
    square = Math.max(square, vertices[v] ** 2 + vertices[v + 1] ** 2 + vertices[v + 2] ** 2);
  return new Shape('hull', SHAPE_MESH, [0, 0, 0], Math.sqrt(square), vertices);
}

/** Three positive sizes. */
function readSizes(name: string, sizes: Numbers): [number, number, number] {
  checkLength(name, sizes, 3);
  for (let k = 0; k < 3; k++) checkPositive(name, sizes[k]);
  return [sizes[0], sizes[1], sizes[2]];
}
