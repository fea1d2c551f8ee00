import { enums, type Model } from '@qpos/core';
import type { Group } from 'three';
import { type Paint, paintOf } from '../materials/materials.ts';
import { Textures } from '../materials/textures.ts';
import type { Quality } from '../quality.ts';
import { Solids } from './solids.ts';

const { GeomType, ObjType } = enums;
const LAST_GROUP = 2; // of those that are shown by default

/** The geoms that a copy of a model consists of: what is shown by default, but for planes, which all copies stand on together. */
function geomsOf(model: Model): Int32Array {
  const paint: Paint = { r: 0, g: 0, b: 0, a: 0 };
  const isDrawn = (g: number): boolean =>
    model.geom_type[g] !== GeomType.PLANE &&
    model.geom_group[g] <= LAST_GROUP &&
    paintOf(paint, model, model.geom_matid[g], model.geom_rgba, 4 * g).a > 0;
  return Int32Array.from({ length: model.ngeom }, (_, g) => g).filter(isDrawn);
}

/** The rows of an array, of `width` numbers each, that belong to the geoms, once for each copy. */
function repeated<T extends Float64Array | Float32Array | Int32Array>(
  from: T,
  geoms: Int32Array,
  width: number,
  n: number,
): T {
  const rows = new (from.constructor as new (length: number) => T)(n * geoms.length * width);
  for (let i = 0; i < n * geoms.length; i++)
    for (let k = 0; k < width; k++) rows[width * i + k] = from[width * geoms[i % geoms.length] + k];
  return rows;
}

/**
 * Many copies of a model, each in a state of its own, in as many draw calls as one: every shape is an instanced mesh. It draws geoms only, and
 * computes no physics.
 *
 * @example
 * const swarm = new Swarm(model, 256);
 * createViewer(canvas, model).view.scene.add(swarm.group);
 * const { geoms, n } = swarm;
 * const [pos, mat] = [new Float64Array(3 * geoms.length * n), new Float64Array(9 * geoms.length * n)];
 * swarm.place(pos, mat); // poses of the geoms, one copy after the other
 */
export class Swarm {
  /** What to add to a scene. */
  readonly group: Group;
  /** How many copies there are. */
  readonly n: number;
  /** The geoms of the model that are drawn: all that are shown by default but planes, which the copies share. */
  readonly geoms: Int32Array;
  readonly #textures: Textures;
  readonly #solids: Solids;
  readonly #visible: Uint8Array;

  /**
   * @param model The model.
   * @param n How many copies.
   * @param quality How much work goes into a picture; `low`, the default, has no shadows of copies.
   */
  constructor(model: Model, n: number, quality: Quality = 'low') {
    const geoms = geomsOf(model);
    const copies = <T extends Float64Array | Float32Array | Int32Array>(from: T, width: number): T =>
      repeated(from, geoms, width, n);
    this.n = n;
    this.geoms = geoms;
    this.#textures = new Textures(model, 1);
    this.#visible = new Uint8Array(n * geoms.length).fill(1);
    this.#solids = new Solids(
      model,
      {
        objtype: ObjType.UNKNOWN, // no object of the Data in view
        count: n * geoms.length,
        type: copies(model.geom_type, 1),
        size: copies(model.geom_size, 3),
        dataid: copies(model.geom_dataid, 1),
        matid: copies(model.geom_matid, 1),
        rgba: copies(model.geom_rgba, 4),
        bodyid: copies(model.geom_bodyid, 1),
      },
      this.#textures,
      { textured: true, hulls: false, quality, detail: 'coarse' },
    );
    this.group = this.#solids.group;
    this.group.name = 'swarm';
    if (quality === 'low') for (const mesh of this.group.children) mesh.castShadow = false;
  }

  /**
   * Moves all copies.
   *
   * @param pos Positions of `geoms`, for one copy after the other.
   * @param mat Their orientations, as matrices row by row.
   */
  place(pos: Float64Array, mat: Float64Array): void {
    this.#solids.place(pos, mat, this.#visible, true);
  }

  /**
   * Lets the copies be seen through, but for what cannot move.
   *
   * @param opacity From 0 to 1, which is as opaque as the model's own colours.
   */
  fade(opacity: number): void {
    this.#solids.setGhost(opacity);
  }

  /** Frees what it holds on the graphics card. */
  dispose(): void {
    this.#solids.dispose();
    this.#textures.dispose();
  }
}
