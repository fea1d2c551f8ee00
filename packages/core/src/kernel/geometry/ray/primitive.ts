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
  switch (geom.type) {
    case SHAPE_PLANE:
      rayPlane(geom, ray, hit);
      break;
    case SHAPE_SPHERE:
      raySphere(geom, ray, hit);
      break;
    case SHAPE_CAPSULE:
      rayCapsule(geom, ray, hit);
      break;
    case SHAPE_ELLIPSOID:
      rayEllipsoid(geom, ray, hit);
      break;
    case SHAPE_CYLINDER:
      rayCylinder(geom, ray, hit);
      break;
    case SHAPE_BOX:
      rayBox(geom, ray, hit);
      break;
    default:
      miss(hit);
      break;
  }
}
