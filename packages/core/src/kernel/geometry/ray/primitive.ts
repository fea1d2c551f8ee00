// @cold

import type { Geom } from '../geom.ts';
import { SHAPE_BOX, SHAPE_CAPSULE, SHAPE_CYLINDER, SHAPE_ELLIPSOID, SHAPE_PLANE, SHAPE_SPHERE } from '../shape-type.ts';
import { rayBox } from './box.ts';
import { rayCapsule } from './capsule.ts';
import { rayCylinder } from './cylinder.ts';
import { rayEllipsoid } from './ellipsoid.ts';
import { rayPlane } from './plane.ts';
import { miss, type Ray, type RayHit } from './ray.ts';
import { raySphere } from './sphere.ts';

/** Ray against a shape that has a closed form; others are missed. */
export function rayPrimitive(geom: Geom, ray: Ray, hit: RayHit): void {
  const type = geom.type;
  if (type === SHAPE_PLANE) rayPlane(geom, ray, hit);
  else if (type === SHAPE_SPHERE) raySphere(geom, ray, hit);
  else if (type === SHAPE_CAPSULE) rayCapsule(geom, ray, hit);
  else if (type === SHAPE_ELLIPSOID) rayEllipsoid(geom, ray, hit);
  else if (type === SHAPE_CYLINDER) rayCylinder(geom, ray, hit);
  else if (type === SHAPE_BOX) rayBox(geom, ray, hit);
  else miss(hit);
}
