import { ArgumentError } from '../../host/errors/argument-error.ts';
import { rayHfield } from '../../kernel/geometry/ray/hfield.ts';
import { rayMesh } from '../../kernel/geometry/ray/mesh.ts';
import { rayPrimitive } from '../../kernel/geometry/ray/primitive.ts';
import { Ray, RayHit } from '../../kernel/geometry/ray/ray.ts';
import { checkFinite, type Numbers } from './arguments.ts';
import { HeightField } from './height-field.ts';
import { type Pose, place } from './pose.ts';
import { placedGeom, Shape } from './shape.ts';
import { TriangleSoup } from './triangles.ts';

/** Where a ray first meets a surface. */
export interface Hit {
  /** How many lengths of the direction from the origin it is. */
  readonly distance: number;
  /** The point. */
  readonly point: Float64Array;
  /** Outward unit normal of the surface there. */
  readonly normal: Float64Array;
}

const ray = new Ray();
const hit = new RayHit();

/** Shoots `ray` at anything. */
function shoot(target: Shape | TriangleSoup | HeightField, pose: Pose): void {
  if (target instanceof TriangleSoup) {
    place(target.record, pose);
    rayMesh(target.record, ray, hit);
  } else if (target instanceof HeightField) {
    place(target.record, pose);
    rayHfield(target.record, ray, hit);
  } else if (target instanceof Shape && target.kind !== 'hull') rayPrimitive(placedGeom(target, pose), ray, hit);
  else throw new ArgumentError('castRay takes a shape that is no hull, triangles or terrain');
}

/**
 * Where a ray first meets a shape, triangles or terrain.
 *
 * @param target What it is shot at.
 * @param pose Where that is.
 * @param origin Where the ray starts.
 * @param direction Its direction, of any length but 0.
 * @returns The hit; undefined if the ray misses.
 * @example
 * console.log(castRay(sphereShape(1), { pos: [5, 0, 0] }, [0, 0, 0], [1, 0, 0])?.distance); // 4
 */
export function castRay(
  target: Shape | TriangleSoup | HeightField,
  pose: Pose,
  origin: Numbers,
  direction: Numbers,
): Hit | undefined {
  checkFinite('origin', origin, 3);
  checkFinite('direction', direction, 3);
  if (direction[0] === 0 && direction[1] === 0 && direction[2] === 0) throw new ArgumentError('direction is zero');
  for (let k = 0; k < 3; k++) {
    ray.pnt[k] = origin[k];
    ray.vec[k] = direction[k];
  }
  shoot(target, pose);
  if (hit.dist < 0) return undefined;
  const distance = hit.dist;
  const point = Float64Array.from({ length: 3 }, (_, k) => origin[k] + distance * direction[k]);
  return { distance, point, normal: hit.normal.slice() as Float64Array };
}
