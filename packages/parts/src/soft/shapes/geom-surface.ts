import type { Data, Model } from '@qpos/core';
import { GeomType } from '@qpos/core/enums';
import { nearestHeight } from './height-field.ts';
import {
  makeNearest,
  type Nearest,
  nearestBox,
  nearestCapsule,
  nearestCylinder,
  nearestEllipsoid,
  nearestSphere,
  put,
} from './nearest.ts';
import { nearestTriangles, type Triangles, trianglesOf } from './triangles.ts';
import { fieldOf, nearestField, type UserField } from './user-field.ts';

/** The surfaces of a model's geoms, as points see them. */
export class GeomSurfaces {
  readonly #model: Model;
  readonly #data: Data;
  readonly #triangles: (Triangles | undefined)[];
  readonly #fields: (UserField | undefined)[];
  readonly #local = makeNearest();

  constructor(model: Model, data: Data) {
    this.#model = model;
    this.#data = data;
    const { MESH, SDF } = GeomType;
    const types = Array.from(model.geom_type);
    this.#fields = types.map((type, g) => (type === SDF ? fieldOf(model, data, g) : undefined));
    this.#triangles = types.map((type, g) => {
      const needed = type === MESH || (type === SDF && this.#fields[g] === undefined);
      return needed && model.geom_dataid[g] >= 0 ? trianglesOf(model, model.geom_dataid[g], type === MESH) : undefined;
    });
  }

  /** Nearest point of geom `g` to a point of the world; far away for what has no surface. */
  nearest(res: Nearest, g: number, x: number, y: number, z: number): void {
    const { geom_xpos: pos, geom_xmat: mat } = this.#data;
    const dx = x - pos[3 * g];
    const dy = y - pos[3 * g + 1];
    const dz = z - pos[3 * g + 2];
    const m = 9 * g;
    const near = this.#local;
    this.#inFrame(
      near,
      g,
      mat[m] * dx + mat[m + 3] * dy + mat[m + 6] * dz,
      mat[m + 1] * dx + mat[m + 4] * dy + mat[m + 7] * dz,
      mat[m + 2] * dx + mat[m + 5] * dy + mat[m + 8] * dz,
    );
    put(
      res,
      near.distance,
      mat[m] * near.x + mat[m + 1] * near.y + mat[m + 2] * near.z,
      mat[m + 3] * near.x + mat[m + 4] * near.y + mat[m + 5] * near.z,
      mat[m + 6] * near.x + mat[m + 7] * near.y + mat[m + 8] * near.z,
    );
  }

  #inFrame(res: Nearest, g: number, x: number, y: number, z: number): void {
    const { geom_type, geom_size, geom_dataid } = this.#model;
    const a = geom_size[3 * g];
    const b = geom_size[3 * g + 1];
    const c = geom_size[3 * g + 2];
    const triangles = this.#triangles[g];
    const field = this.#fields[g];
    switch (geom_type[g]) {
      case GeomType.PLANE:
        put(res, z, 0, 0, 1);
        break;
      case GeomType.SPHERE:
        nearestSphere(res, x, y, z, a);
        break;
      case GeomType.CAPSULE:
        nearestCapsule(res, x, y, z, a, b);
        break;
      case GeomType.CYLINDER:
        nearestCylinder(res, x, y, z, a, b);
        break;
      case GeomType.BOX:
        nearestBox(res, x, y, z, a, b, c);
        break;
      case GeomType.ELLIPSOID:
        nearestEllipsoid(res, x, y, z, a, b, c);
        break;
      case GeomType.HFIELD:
        nearestHeight(res, this.#model, geom_dataid[g], x, y, z);
        break;
      default:
        if (triangles !== undefined) nearestTriangles(res, triangles, x, y, z);
        else if (field !== undefined) nearestField(res, field, x, y, z);
        else put(res, Infinity, 0, 0, 1);
    }
  }
}
