import { checkReal, checkSettings } from '../../host/arguments.ts';
import { ArgumentError } from '../../host/errors/argument-error.ts';
import { Geom } from '../../kernel/geometry/geom.ts';
import { signedDistance } from '../../kernel/geometry/signed-distance.ts';
import { checkPositive, type Numbers } from './arguments.ts';
import { type Pose, place } from './pose.ts';
import { checkShape, type Shape } from './shape.ts';

/** A solid that is known by its signed distance: negative inside, and nowhere more than the true distance. */
export interface Field {
  /** A box that holds the surface: centre, half sizes. */
  readonly bounds: Numbers;
  /**
   * The signed distance of a point.
   *
   * @param point Three coordinates.
   * @returns The distance, negative inside.
   */
  distance(point: Numbers): number;
}

const at = new Float64Array(3);

/** Distance to a box: exact on both sides, where the engine's bends inside to have a smooth gradient. */
function boxDistance(half: Numbers, point: Numbers): number {
  let deepest = Number.NEGATIVE_INFINITY;
  let square = 0;
  for (let k = 0; k < 3; k++) {
    const beyond = Math.abs(point[k]) - half[k];
    deepest = Math.max(deepest, beyond);
    square += Math.max(beyond, 0) ** 2;
  }
  return deepest < 0 ? deepest : Math.sqrt(square);
}

/**
 * The signed distance of a shape. Exact but for ellipsoids, which are approximated; hulls have none.
 *
 * @param shape A sphere, capsule, cylinder, ellipsoid or box.
 * @returns The field.
 * @example
 * console.log(shapeField(sphereShape(1)).distance([0, 3, 0])); // 2
 */
export function shapeField(shape: Shape): Field {
  checkShape(shape);
  if (shape.kind === 'hull') throw new ArgumentError('a hull has no closed form of its distance');
  const { radius, size, records } = shape;
  if (shape.kind === 'box')
    return { bounds: [0, 0, 0, size[0], size[1], size[2]], distance: (p) => boxDistance(size, p) };
  const [record] = records;
  return {
    bounds: [0, 0, 0, radius, radius, radius],
    distance(point) {
      for (let k = 0; k < 3; k++) at[k] = point[k];
      return signedDistance(record, at, 0);
    },
  };
}

/** The box around two boxes. */
function around(a: Numbers, b: Numbers): number[] {
  const box = new Array<number>(6);
  for (let k = 0; k < 3; k++) {
    const low = Math.min(a[k] - a[3 + k], b[k] - b[3 + k]);
    const high = Math.max(a[k] + a[3 + k], b[k] + b[3 + k]);
    box[k] = 0.5 * (low + high);
    box[3 + k] = 0.5 * (high - low);
  }
  return box;
}

/** A field of two others. */
function combine(a: Field, b: Field, bounds: Numbers, distance: (a: number, b: number) => number): Field {
  checkField(a);
  checkField(b);
  return { bounds, distance: (point) => distance(a.distance(point), b.distance(point)) };
}

/**
 * What is in either of two fields.
 *
 * @param a One field.
 * @param b The other.
 * @returns The union.
 * @example
 * const pair = unionFields(shapeField(sphereShape(1)), moveField(shapeField(sphereShape(1)), { pos: [5, 0, 0] }));
 * console.log(pair.distance([4, 0, 0])); // 0
 */
export function unionFields(a: Field, b: Field): Field {
  return combine(a, b, around(checkField(a).bounds, checkField(b).bounds), Math.min);
}

/**
 * What is in both of two fields.
 *
 * @param a One field.
 * @param b The other.
 * @returns The intersection.
 * @example
 * const lens = intersectFields(shapeField(sphereShape(1)), moveField(shapeField(sphereShape(1)), { pos: [1, 0, 0] }));
 * console.log(lens.distance([0.5, 0, 0])); // -0.5
 */
export function intersectFields(a: Field, b: Field): Field {
  return combine(a, b, checkField(a).bounds, Math.max);
}

/**
 * What is in one field and not in another.
 *
 * @param a The field to cut from.
 * @param b What is cut away.
 * @returns The difference.
 * @example
 * const shell = subtractFields(shapeField(sphereShape(1)), shapeField(sphereShape(0.9)));
 * console.log(shell.distance([0, 0, 0])); // 0.9
 */
export function subtractFields(a: Field, b: Field): Field {
  return combine(a, b, checkField(a).bounds, (x, y) => Math.max(x, -y));
}

/**
 * A union whose seam is rounded.
 *
 * @param a One field.
 * @param b The other.
 * @param radius How far from the seam the rounding reaches.
 * @returns The union.
 * @example
 * const drop = blendFields(shapeField(sphereShape(1)), moveField(shapeField(sphereShape(1)), { pos: [1.5, 0, 0] }), 0.3);
 * console.log(drop.distance([0.75, 0.7, 0]) < 0); // true: the seam is filled
 */
export function blendFields(a: Field, b: Field, radius: number): Field {
  checkPositive('radius', radius);
  return combine(a, b, around(checkField(a).bounds, checkField(b).bounds), (x, y) => {
    const overlap = Math.max(radius - Math.abs(x - y), 0);
    return Math.min(x, y) - (overlap * overlap) / (4 * radius);
  });
}

/**
 * A field grown by a distance, which rounds its corners; shrunk by a negative one.
 *
 * @param field The field.
 * @param by The distance.
 * @returns The grown field.
 * @example
 * console.log(growField(shapeField(boxShape([1, 1, 1])), 0.5).distance([3, 0, 0])); // 1.5
 */
export function growField(field: Field, by: number): Field {
  checkReal('by', by);
  const { bounds } = checkField(field);
  return {
    bounds: Array.from({ length: 6 }, (_, k) => bounds[k] + (k < 3 ? 0 : by)),
    distance: (point) => field.distance(point) - by,
  };
}

/**
 * A field at another place.
 *
 * @param field The field.
 * @param pose Where its frame goes.
 * @returns The moved field.
 * @example
 * console.log(moveField(shapeField(sphereShape(1)), { pos: [0, 0, 5] }).distance([0, 0, 5])); // -1
 */
export function moveField(field: Field, pose: Pose): Field {
  const { bounds } = checkField(field);
  const frame = new Geom();
  place(frame, pose);
  const { mat, pos } = frame;
  const local = new Float64Array(3);
  const box = new Array<number>(6);
  for (let i = 0; i < 3; i++) {
    box[i] = pos[i];
    box[3 + i] = 0;
    for (let k = 0; k < 3; k++) {
      box[i] += mat[3 * i + k] * bounds[k];
      box[3 + i] += Math.abs(mat[3 * i + k]) * bounds[3 + k];
    }
  }
  return {
    bounds: box,
    distance(point) {
      for (let k = 0; k < 3; k++) {
        local[k] = 0;
        for (let i = 0; i < 3; i++) local[k] += mat[3 * i + k] * (point[i] - pos[i]);
      }
      return field.distance(local);
    },
  };
}

/** @internal Refuses what is no field. */
export function checkField(field: Field): Field {
  checkSettings('a field', field);
  if (typeof field.distance !== 'function' || !(field.bounds?.length >= 6))
    throw new ArgumentError('a field has `bounds` of six numbers and a function `distance`');
  return field;
}
