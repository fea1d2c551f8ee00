import { checkFlag, checkIndex, checkLength, checkReal, checkSettings } from '../host/arguments.ts';
import { withArrays } from '../host/backend/staging.ts';
import { ArgumentError } from '../host/errors/argument-error.ts';
import type { Data } from '../host/model/data.ts';
import { at, backendOf, checkModel } from '../host/model/handle.ts';
import type { Model } from '../host/model/model.ts';

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

function groupMask(groups: readonly boolean[] | undefined): number {
  if (groups === undefined) return -1;
  if (!Array.isArray(groups)) throw new ArgumentError('groups must be an array of flags');
  return groups.reduce((mask, seen, k) => (seen ? mask | (1 << k) : mask), 0);
}

/** Where many rays hit: one distance and geom, and three numbers of a normal, for each. */
export interface RayHits {
  /** Distances in units of the length of each direction; -1 for a miss. */
  readonly distances: Float64Array;
  /** Geoms that were hit; -1 for a miss. */
  readonly geoms: Int32Array;
  /** Surface normals at the hits, in the world frame; zero for a miss. */
  readonly normals: Float64Array;
}

/** A hit of one geom. */
export type RayGeomHit = Omit<RayHit, 'geom'>;

/** Which geoms many rays see, and where the results go: each array is allocated if not given. */
export interface RaysOptions extends RayOptions, Partial<RayHits> {}

/**
 * Where a ray meets one geom, whether that is visible or not. Needs `kinematics`.
 *
 * @param model The model.
 * @param data Its Data.
 * @param geom Index of the geom.
 * @param point Where the ray starts, in the world frame.
 * @param direction Where it goes, in the world frame; its length is the unit of distance.
 * @returns Distance, or -1, and normal of the hit.
 * @see mj_rayMesh
 * @see mj_rayHfield
 * @example
 * console.log(castRayGeom(model, data, model.geom('floor').id, [1, 1, 2], [0, 0, -1]).distance); // 2
 */
export function castRayGeom(
  model: Model,
  data: Data,
  geom: number,
  point: ArrayLike<number>,
  direction: ArrayLike<number>,
): RayGeomHit {
  const backend = backendOf(model, data);
  checkIndex('geom', geom, model.ngeom);
  checkLength('point', point, 3);
  checkLength('direction', direction, 3);
  const normal = new Float64Array(3);
  let distance = -1;
  withArrays(backend, (kernels, use) => {
    const [pnt, vec] = [use.input(point), use.input(direction)];
    distance = kernels.rayOneGeom(at(model), at(data), geom, pnt, vec, use.result(normal));
  });
  return { distance, normal };
}

/**
 * The nearest geom along a ray. Geoms with zero alpha are not seen. Needs `kinematics`.
 *
 * @param model The model.
 * @param data Its Data.
 * @param point Where the ray starts, in the world frame.
 * @param direction Where it goes, in the world frame; its length is the unit of distance.
 * @param options Which geoms are seen.
 * @returns Distance, geom and normal of the first hit.
 * @see mj_ray
 * @example
 * const hit = castRay(model, data, [1, 1, 2], [0, 0, -1]);
 * console.log(hit.distance, model.geom(hit.geom).name); // 2 floor
 */
export function castRay(
  model: Model,
  data: Data,
  point: ArrayLike<number>,
  direction: ArrayLike<number>,
  options: RayOptions = {},
): RayHit {
  backendOf(model, data);
  checkLength('direction', direction, 3);
  const one = direction.length === 3 ? direction : Float64Array.from(direction).subarray(0, 3);
  const { distances, geoms, normals } = castRays(model, data, point, one, options);
  return { distance: distances[0] as number, geom: geoms[0] as number, normal: normals };
}

/**
 * The nearest geom along each of many rays from one point; much faster than as many calls of `castRay`. Needs `kinematics`.
 *
 * @param model The model.
 * @param data Its Data.
 * @param point Where all rays start, in the world frame.
 * @param directions Three numbers for each ray, in the world frame.
 * @param options Which geoms are seen, and where the results go.
 * @returns The hits, in the order of the rays.
 * @see mj_multiRay
 * @example
 * const { distances, geoms } = castRays(model, data, [1, 1, 2], [0, 0, -1, 0, 0.1, -1]);
 * console.log(distances.length, geoms[0]); // 2 rays
 */
export function castRays(
  model: Model,
  data: Data,
  point: ArrayLike<number>,
  directions: ArrayLike<number>,
  options: RaysOptions = {},
): RayHits {
  const backend = backendOf(model, data);
  checkSettings('options', options);
  checkReal('cutoff', options.cutoff ?? 0);
  checkReal('bodyExclude', options.bodyExclude ?? 0);
  checkLength('point', point, 3);
  checkLength('directions', directions, 0);
  const nray = Math.floor(directions.length / 3);
  const {
    distances = new Float64Array(nray),
    geoms = new Int32Array(nray),
    normals = new Float64Array(3 * nray),
  } = options;
  checkLength('distances', distances, nray);
  checkLength('geoms', geoms, nray);
  checkLength('normals', normals, 3 * nray);
  withArrays(backend, (kernels, use) =>
    kernels.multiRay(
      at(model),
      at(data),
      use.input(point),
      use.input(directions),
      groupMask(options.groups),
      options.withStatic ?? true,
      options.bodyExclude ?? -1,
      options.cutoff ?? Number.MAX_VALUE,
      nray,
      use.indices(geoms),
      use.result(distances),
      use.result(normals),
    ),
  );
  return { distances, geoms, normals };
}

/** What of a flex a ray sees: the parts that are drawn. */
export interface RayFlexOptions {
  /** Whether vertices are seen, as balls; not where edges are. False by default. */
  readonly vertices?: boolean | undefined;
  /** Whether edges are seen, as capsules; false by default. */
  readonly edges?: boolean | undefined;
  /** Whether the faces of elements are seen; true by default. */
  readonly faces?: boolean | undefined;
  /** Whether the skin is seen: faces of the outer layer, and edges; false by default. */
  readonly skin?: boolean | undefined;
  /** Layer of a solid whose elements have faces, counted from the surface; 0 by default. */
  readonly layer?: number | undefined;
}

/** Where a ray hit a flex. */
export interface RayFlexHit {
  /** Distance in units of the direction's length, or -1 if the flex was not hit. */
  readonly distance: number;
  /** The vertex of the flex that is nearest to the hit, or -1. */
  readonly vertex: number;
  /** Surface normal at the hit, or zero. */
  readonly normal: Float64Array;
}

const partMask = ({ vertices = false, edges = false, faces = true, skin = false }: RayFlexOptions): number =>
  (vertices ? 1 : 0) | (edges ? 2 : 0) | (faces ? 4 : 0) | (skin ? 8 : 0);

/**
 * Where a ray first meets a flex. Needs `kinematics`.
 *
 * @param model The model.
 * @param data Its Data.
 * @param flex Index of the flex.
 * @param point Where the ray starts, in the world frame.
 * @param direction Where it goes, in the world frame; its length is the unit of distance.
 * @param options What of the flex is seen.
 * @returns Distance, nearest vertex and normal of the first hit.
 * @see mj_rayFlex
 * @example
 * const cloth = loadModel(`<mujoco><worldbody>
 *   <flexcomp name="sheet" type="grid" dim="2" count="4 4 1" spacing=".1 .1 .1" radius=".01" pos="0 0 1"/>
 * </worldbody></mujoco>`);
 * const hanging = makeData(cloth);
 * forward(cloth, hanging);
 * const hit = castRayFlex(cloth, hanging, 0, [0.02, 0.01, 2], [0, 0, -1]);
 * console.log(hit.distance, hit.vertex); // 1, and the number of a vertex
 */
export function castRayFlex(
  model: Model,
  data: Data,
  flex: number,
  point: ArrayLike<number>,
  direction: ArrayLike<number>,
  options: RayFlexOptions = {},
): RayFlexHit {
  const backend = backendOf(model, data);
  checkSettings('options', options);
  checkReal('layer', options.layer ?? 0);
  checkIndex('flex', flex, model.nflex);
  checkLength('point', point, 3);
  checkLength('direction', direction, 3);
  const vertex = new Int32Array(1);
  const distance = new Float64Array(1);
  const normal = new Float64Array(3);
  withArrays(backend, (kernels, use) =>
    kernels.rayFlex(
      at(model),
      at(data),
      flex,
      options.layer ?? 0,
      partMask(options),
      use.input(point),
      use.input(direction),
      1,
      use.indices(vertex),
      use.result(distance),
      use.result(normal),
    ),
  );
  return { distance: distance[0] as number, vertex: vertex[0] as number, normal };
}

/**
 * Signed distance between the surfaces of two geoms, negative if they overlap. Needs `kinematics`.
 *
 * @param model The model.
 * @param data Its Data.
 * @param geom1 Index of the first geom.
 * @param geom2 Index of the second geom.
 * @param distmax Largest distance that matters; what is farther apart gives `distmax`. Smaller is faster.
 * @param fromto Receives the nearest points, 3 + 3 numbers in the world frame; zeros beyond `distmax`.
 * @returns The distance in metres, at most `distmax`.
 * @see mj_geomDistance
 * @example
 * console.log(geomDistance(model, data, model.geom('lower').id, model.geom('ball').id, 1));
 */
export function geomDistance(
  model: Model,
  data: Data,
  geom1: number,
  geom2: number,
  distmax: number,
  fromto: Float64Array = new Float64Array(6),
): number {
  const backend = backendOf(model, data);
  checkReal('distmax', distmax);
  checkIndex('geom1', geom1, model.ngeom);
  checkIndex('geom2', geom2, model.ngeom);
  checkLength('fromto', fromto, 6);
  return withArrays(backend, (kernels, use) =>
    kernels.geomDistance(at(model), at(data), geom1, geom2, distmax, use.result(fromto), 0),
  );
}

/**
 * The largest number of contacts that two geoms can have.
 *
 * @param model The model.
 * @param geom1 Index of the first geom.
 * @param geom2 Index of the second geom.
 * @param hasMargin Whether contacts are made before the geoms touch; false by default.
 * @returns The number of contacts.
 * @see mj_maxContact
 * @example
 * console.log(maxContact(model, model.geom('floor').id, model.geom('ball').id)); // 1
 */
export function maxContact(model: Model, geom1: number, geom2: number, hasMargin = false): number {
  checkModel(model);
  checkFlag('hasMargin', hasMargin);
  checkIndex('geom1', geom1, model.ngeom);
  checkIndex('geom2', geom2, model.ngeom);
  return model.backend.kernels.maxContact(at(model), geom1, geom2, hasMargin);
}
