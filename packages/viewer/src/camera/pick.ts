import { ArgumentError, castRay, castRayFlex, type Data, type Model } from '@qpos/core';
import { type Camera, Vector3 } from 'three';
import type { ViewOptions } from '../options.ts';

/** What is seen at a point of a picture. */
export interface Picked {
  /** Index of the geom, or -1 if a flex was hit. */
  readonly geom: number;
  /** Index of the flex, or -1 if a geom was hit. */
  readonly flex: number;
  /** The vertex of the flex that is nearest to the hit, counted over all flexes, or -1. */
  readonly vertex: number;
  /** Index of the body of the geom or vertex; for a vertex between control nodes that of the nearest node. */
  readonly body: number;
  /** Where it was hit, in the world frame. */
  readonly point: Float64Array;
  /** The point, or the vertex of a flex, in the frame of its body. */
  readonly local: Float64Array;
}

const near = new Vector3();
const far = new Vector3();

const distanceSquared = (a: Float64Array, i: number, b: ArrayLike<number>, j: number): number =>
  (a[i] - b[j]) ** 2 + (a[i + 1] - b[j + 1]) ** 2 + (a[i + 2] - b[j + 2]) ** 2;

/** The flex that a ray meets first, nearer than a distance (or anywhere, if that is negative). */
function nearestFlex(
  model: Model,
  data: Data,
  from: Float64Array,
  direction: Float64Array,
  options: ViewOptions,
  limit: number,
): { flex: number; vertex: number; distance: number } | undefined {
  const parts = {
    vertices: options.flexVertex,
    edges: options.flexEdge,
    faces: options.flexFace,
    skin: options.flexSkin,
    layer: options.flexLayer,
  };
  let nearest: { flex: number; vertex: number; distance: number } | undefined;
  for (let flex = 0; flex < model.nflex; flex++) {
    if (options.flexGroup?.[Math.max(0, Math.min(5, model.flex_group[flex]))] === false) continue;
    const { distance, vertex } = castRayFlex(model, data, flex, from, direction, parts);
    const least = nearest?.distance ?? limit;
    if (distance >= 0 && (least < 0 || distance < least))
      nearest = { flex, vertex: model.flex_vertadr[flex] + vertex, distance };
  }
  return nearest;
}

/** The body that carries a vertex: its own, or that of the nearest control node. */
function bodyOfVertex(model: Model, data: Data, flex: number, vertex: number): number {
  const own = model.flex_vertbodyid[vertex];
  if (own >= 0) return own;
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (let n = model.flex_nodeadr[flex]; n < model.flex_nodeadr[flex] + model.flex_nodenum[flex]; n++) {
    const body = model.flex_nodebodyid[n];
    const d = distanceSquared(data.flexvert_xpos, 3 * vertex, data.xpos, 3 * body);
    if (d < least) [best, least] = [body, d];
  }
  return best;
}

function toLocal(data: Data, body: number, point: ArrayLike<number>): Float64Array {
  const local = new Float64Array(3);
  for (let k = 0; k < 3; k++)
    for (let a = 0; a < 3; a++) local[k] += data.xmat[9 * body + 3 * a + k] * (point[a] - data.xpos[3 * body + a]);
  return local;
}

/**
 * What a camera sees at a point of its picture.
 *
 * @param model The model.
 * @param data Its Data.
 * @param camera The camera, up to date.
 * @param at The point: x from -1 at the left to 1 at the right, y from -1 at the bottom to 1 at the top.
 * @param options What is drawn: groups that are hidden are not hit.
 * @returns The geom or flex, and where it was hit; undefined for the background.
 * @example
 * const rig = new CameraRig(model);
 * rig.update(data);
 * const picked = pick(model, data, rig.camera, { x: 0, y: 0 }, defaultOptions());
 * console.log(picked?.geom);
 */
export function pick(
  model: Model,
  data: Data,
  camera: Camera,
  at: { readonly x: number; readonly y: number },
  options: ViewOptions,
): Picked | undefined {
  if (!(camera?.isCamera === true)) throw new ArgumentError('a camera of three.js is needed');
  if (typeof at?.x !== 'number' || typeof at.y !== 'number') throw new ArgumentError('a place is given as { x, y }');
  if (typeof options !== 'object' || options === null) throw new ArgumentError('options must be an object');
  near.set(at.x, at.y, -1).unproject(camera);
  far.set(at.x, at.y, 1).unproject(camera).sub(near).normalize();
  const from = Float64Array.of(near.x, near.y, near.z);
  const direction = Float64Array.of(far.x, far.y, far.z);
  const hit = castRay(model, data, from, direction, { groups: options.geomGroup, withStatic: options.staticBody });
  const along = (distance: number): Float64Array => from.map((v, k) => v + distance * (direction[k] ?? 0));
  const soft = nearestFlex(model, data, from, direction, options, hit.distance);
  if (soft !== undefined) {
    const { flex, vertex, distance } = soft;
    const body = bodyOfVertex(model, data, flex, vertex);
    const local = toLocal(data, body, data.flexvert_xpos.subarray(3 * vertex, 3 * vertex + 3));
    return { geom: -1, flex, vertex, body, point: along(distance), local };
  }
  if (hit.geom < 0) return undefined;
  const body = model.geom_bodyid[hit.geom];
  const point = along(hit.distance);
  return { geom: hit.geom, flex: -1, vertex: -1, body, point, local: toLocal(data, body, point) };
}
