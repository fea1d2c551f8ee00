import { stage, stageIndices, stageResult, unstage } from '../backend/staging.ts';
import type { Data } from '../model/data.ts';
import { at, backendOf, checkIndex, checkLength } from '../model/handle.ts';
import type { Model } from '../model/model.ts';

/** Which geoms a ray sees. */
export interface RayOptions {
  /** Geom groups that are seen, as flags of groups 0 to 5; all by default. */
  readonly groups?: readonly boolean[] | undefined;
  /** Whether geoms of static bodies are seen; true by default. */
  readonly withStatic?: boolean | undefined;
  /** A body whose geoms are not seen. */
  readonly bodyExclude?: number | undefined;
  /** Geoms farther than this are left out. */
  readonly cutoff?: number | undefined;
}

/** What a ray hit. */
export interface RayHit {
  /** Distance in units of the direction's length, or -1 if nothing was hit. */
  readonly distance: number;
  /** The geom, or -1. */
  readonly geom: number;
  /** Surface normal at the hit, or zero. */
  readonly normal: Float64Array;
}

const groupMask = (groups: readonly boolean[] | undefined): number =>
  groups === undefined ? -1 : groups.reduce((mask, seen, k) => (seen ? mask | (1 << k) : mask), 0);

/** The nearest geom along a ray; geoms with zero alpha are not seen. Needs kinematics. */
export function ray(
  model: Model,
  data: Data,
  point: ArrayLike<number>,
  direction: ArrayLike<number>,
  options: RayOptions = {},
): RayHit {
  checkLength('direction', direction, 3);
  const distance = new Float64Array(1);
  const geom = new Int32Array(1);
  const normal = new Float64Array(3);
  multiRay(model, data, point, direction, distance, geom, normal, options);
  return { distance: distance[0], geom: geom[0], normal };
}

/** Many rays from one point: three numbers of `directions`, one of `distances` and `geoms`, three of `normals` per ray. */
export function multiRay(
  model: Model,
  data: Data,
  point: ArrayLike<number>,
  directions: ArrayLike<number>,
  distances: Float64Array,
  geoms: Int32Array,
  normals: Float64Array,
  options: RayOptions = {},
): void {
  const nray = Math.floor(directions.length / 3);
  checkLength('point', point, 3);
  checkLength('distances', distances, nray);
  checkLength('geoms', geoms, nray);
  checkLength('normals', normals, 3 * nray);
  const backend = backendOf(model, data);
  try {
    backend.kernels.multiRay(
      at(model),
      at(data),
      stage(backend, point),
      stage(backend, directions),
      groupMask(options.groups),
      options.withStatic ?? true,
      options.bodyExclude ?? -1,
      options.cutoff ?? Number.MAX_VALUE,
      nray,
      stageIndices(backend, geoms),
      stageResult(backend, distances),
      stageResult(backend, normals),
    );
  } finally {
    unstage(backend);
  }
}

/** Signed distance of two geoms, at most `distmax`; `fromto` gets the nearest points on both. Needs kinematics. */
export function geomDistance(
  model: Model,
  data: Data,
  geom1: number,
  geom2: number,
  distmax: number,
  fromto: Float64Array = new Float64Array(6),
): number {
  checkIndex('geom1', geom1, model.ngeom);
  checkIndex('geom2', geom2, model.ngeom);
  checkLength('fromto', fromto, 6);
  const backend = backendOf(model, data);
  try {
    return backend.kernels.geomDistance(at(model), at(data), geom1, geom2, distmax, stageResult(backend, fromto), 0);
  } finally {
    unstage(backend);
  }
}

/** Most contacts that two geoms can have; `hasMargin` if contacts are made before they touch. */
export function maxContact(model: Model, geom1: number, geom2: number, hasMargin = false): number {
  checkIndex('geom1', geom1, model.ngeom);
  checkIndex('geom2', geom2, model.ngeom);
  return model.backend.kernels.maxContact(at(model), geom1, geom2, hasMargin);
}
