import { enums, type Model } from '@qpos/core';
import {
  AdditiveBlending,
  type BufferGeometry,
  type Color,
  DoubleSide,
  FrontSide,
  Group,
  MeshPhysicalMaterial,
  NormalBlending,
  Vector2,
} from 'three';
import { hfieldGeometry } from '../geometry/hfield-geometry.ts';
import { hullGeometry, meshGeometry } from '../geometry/mesh-geometry.ts';
import { type Detail, type UnitShape, unitShape } from '../geometry/shapes.ts';
import { colorTexture, makeSurface, type Paint, paintOf, type Surface } from '../materials/materials.ts';
import type { Textures } from '../materials/textures.ts';
import { markSegment } from '../picture/capture.ts';
import type { Quality } from '../quality.ts';
import { Batch, type Part } from './batch.ts';
import { fadeWithDistance, planeGeometry, planeReach } from './planes.ts';

const { GeomType, ObjType } = enums;
const FLOOR_GLOSS = 0.4; // seen at a flat angle, an endless floor would be all sky

/** The arrays that describe geoms or sites. */
export interface SolidSource {
  readonly objtype: enums.ObjType;
  readonly count: number;
  readonly type: Int32Array;
  readonly size: Float64Array;
  readonly dataid: Int32Array;
  readonly matid: Int32Array;
  readonly rgba: Float32Array;
  readonly bodyid: Int32Array;
}

export const geomSource = (m: Model): SolidSource => ({
  objtype: ObjType.GEOM,
  count: m.ngeom,
  type: m.geom_type,
  size: m.geom_size,
  dataid: m.geom_dataid,
  matid: m.geom_matid,
  rgba: m.geom_rgba,
  bodyid: m.geom_bodyid,
});

export const siteSource = (m: Model): SolidSource => ({
  objtype: ObjType.SITE,
  count: m.nsite,
  type: m.site_type,
  size: m.site_size,
  dataid: m.site_dataid,
  matid: m.site_matid,
  rgba: m.site_rgba,
  bodyid: m.site_bodyid,
});

/** What a batch is made of: equal keys are drawn together. */
interface Recipe {
  readonly key: string;
  readonly geometry: BufferGeometry;
  readonly matid: number;
  readonly alpha: number;
  readonly repeat: Vector2;
  readonly size: readonly number[];
  readonly still: boolean;
  readonly endless: boolean;
  readonly parts: Part[];
}

export interface SolidOptions {
  readonly textured: boolean;
  readonly hulls: boolean;
  readonly quality: Quality;
  /** How many triangles round shapes have; `fine` by default. */
  readonly detail?: Detail;
  /** What endless planes fade into; without it they fade out. */
  readonly horizon?: Color | undefined;
}

/** Whether a body can move at all. */
export const isStill = (m: Model, body: number): boolean => {
  const weld = m.body_weldid[body];
  return weld === 0 && m.body_mocapid[m.body_rootid[body]] < 0 && m.body_mocapid[body] < 0;
};

/** Geoms or sites of a model, in as few draw calls as their shapes and materials allow. */
export class Solids {
  readonly group = new Group();
  readonly #model: Model;
  readonly #source: SolidSource;
  readonly #textures: Textures;
  readonly #geometries = new Map<string, BufferGeometry>();
  readonly #batches: { batch: Batch; still: boolean; alpha: number; matid: number; endless: boolean }[] = [];
  #placed = false;

  constructor(model: Model, source: SolidSource, textures: Textures, options: SolidOptions) {
    this.#model = model;
    this.#source = source;
    this.#textures = textures;
    this.#build(options);
  }

  /** Batches of endless or reflecting planes. */
  get planes(): { batch: Batch; object: number; matid: number }[] {
    return this.#batches
      .filter((b) => this.#source.type[b.batch.objects[0]] === GeomType.PLANE)
      .map((b) => ({ batch: b.batch, object: b.batch.objects[0], matid: b.matid }));
  }

  /** Moves everything to where the objects are; what cannot move only when `all` is set. */
  place(pos: Float64Array, mat: Float64Array, visible: Uint8Array, all: boolean): void {
    for (const { batch, still } of this.#batches) {
      if (still && this.#placed && !all) continue;
      batch.place(pos, mat, visible);
    }
    this.#placed = true;
  }

  paint(colorOf: (object: number) => Paint): void {
    for (const { batch } of this.#batches) batch.paint(colorOf);
  }

  /** Scales the opacity of what moves. */
  setGhost(factor: number): void {
    for (const { batch, still, alpha } of this.#batches) {
      if (still) continue;
      const material = batch.mesh.material as Surface;
      const opacity = alpha * factor;
      if (material.transparent !== opacity < 1) material.needsUpdate = true;
      material.opacity = opacity;
      material.transparent = opacity < 1;
      material.depthWrite = opacity >= 0.99;
    }
  }

  setWireframe(on: boolean): void {
    for (const { batch, endless } of this.#batches) if (!endless) (batch.mesh.material as Surface).wireframe = on;
  }

  /** Lets surfaces that can be seen through add their light. */
  setBlending(additive: boolean): void {
    for (const { batch, endless } of this.#batches) {
      const material = batch.mesh.material as Surface;
      material.blending = additive && material.transparent && !endless ? AdditiveBlending : NormalBlending;
    }
  }

  /** Leaves sides out that face away. */
  setCulling(on: boolean): void {
    for (const { batch } of this.#batches) {
      if (this.#source.type[batch.objects[0]] === GeomType.HFIELD) continue; // both sides are seen
      const material = batch.mesh.material as Surface;
      const side = on ? FrontSide : DoubleSide;
      if (material.side !== side) material.needsUpdate = true;
      material.side = side;
    }
  }

  dispose(): void {
    for (const { batch } of this.#batches) batch.dispose();
    for (const geometry of this.#geometries.values()) geometry.dispose();
    this.group.removeFromParent();
  }

  #build(options: SolidOptions): void {
    const recipes = new Map<string, Recipe>();
    for (let i = 0; i < this.#source.count; i++) this.#addParts(recipes, i, options);
    for (const recipe of recipes.values()) this.#addBatch(recipe, options);
  }

  #addBatch(recipe: Recipe, options: SolidOptions): void {
    const { matid, alpha, repeat, size, still, endless, parts } = recipe;
    const material = makeSurface(this.#model, this.#textures, matid, {
      alpha,
      repeat,
      size,
      textured: options.textured,
      quality: options.quality,
    });
    if (endless) {
      const reach = planeReach(this.#model);
      fadeWithDistance(material, 0.06 * reach, 0.6 * reach, options.horizon);
      if (material instanceof MeshPhysicalMaterial) material.specularIntensity *= FLOOR_GLOSS;
    }
    const batch = new Batch(recipe.geometry, material, parts);
    batch.mesh.castShadow = alpha > 0.5 && !endless;
    batch.mesh.receiveShadow = true;
    if (endless && material.transparent) batch.mesh.renderOrder = -1;
    if (this.#source.type[parts[0]?.object ?? 0] === GeomType.HFIELD) material.side = DoubleSide;
    batch.paint((object) => this.#paint(object));
    markSegment(batch.mesh, { type: this.#source.objtype, ids: batch.objects });
    this.#batches.push({ batch, still, alpha, matid, endless });
    this.group.add(batch.mesh);
  }

  readonly #scratch: Paint = { r: 0, g: 0, b: 0, a: 0 };
  #paint(object: number): Paint {
    return paintOf(this.#scratch, this.#model, this.#source.matid[object], this.#source.rgba, 4 * object);
  }

  #addParts(recipes: Map<string, Recipe>, object: number, options: SolidOptions): void {
    const { type, size } = this.#source;
    const [sx, sy, sz] = size.subarray(3 * object, 3 * object + 3) as unknown as [number, number, number];
    const add = (shape: UnitShape, scale: [number, number, number], shift = 0, flipped = false): void =>
      this.#recipe(recipes, object, shape, () => unitShape(shape, options.detail)).parts.push({
        object,
        scale,
        shift,
        flipped,
      }) as never;
    const kind = type[object];
    if (kind === GeomType.SPHERE) add('sphere', [sx, sx, sx]);
    else if (kind === GeomType.ELLIPSOID) add('sphere', [sx, sy, sz]);
    else if (kind === GeomType.BOX) add('box', [sx, sy, sz]);
    else if (kind === GeomType.CYLINDER) add('cylinder', [sx, sx, sy]);
    else if (kind === GeomType.CAPSULE) {
      add('tube', [sx, sx, sy]);
      add('cap', [sx, sx, sx], sy);
      add('cap', [sx, sx, sx], -sy, true);
    } else this.#addStored(recipes, object, options);
  }

  /** Planes, meshes and height fields have a geometry of their own. */
  #addStored(recipes: Map<string, Recipe>, object: number, options: SolidOptions): void {
    const { type, size, dataid } = this.#source;
    const data = dataid[object];
    const [sx, sy] = size.subarray(3 * object, 3 * object + 2) as unknown as [number, number];
    const unit: Part = { object, scale: [1, 1, 1], shift: 0, flipped: false };
    let made: Recipe | undefined;
    if (type[object] === GeomType.PLANE)
      made = this.#recipe(recipes, object, `plane${object}`, () => planeGeometry(this.#model, sx, sy));
    else if (type[object] === GeomType.HFIELD && data >= 0)
      made = this.#recipe(recipes, object, `hfield${data}`, () => hfieldGeometry(this.#model, data));
    else if (data >= 0)
      made = this.#recipe(recipes, object, `mesh${data}`, () =>
        options.hulls
          ? (hullGeometry(this.#model, data) ?? meshGeometry(this.#model, data))
          : meshGeometry(this.#model, data),
      );
    made?.parts.push(unit);
  }

  #geometry(name: string, make: () => BufferGeometry): BufferGeometry {
    if (!/\d$/.test(name)) return make(); // unit shapes are shared and stay
    let geometry = this.#geometries.get(name);
    if (geometry === undefined) {
      geometry = make();
      this.#geometries.set(name, geometry);
    }
    return geometry;
  }

  /** The batch that a part of an object belongs to. */
  #recipe(recipes: Map<string, Recipe>, object: number, shape: string, make: () => BufferGeometry): Recipe {
    const m = this.#model;
    const { size, type, matid, bodyid, dataid } = this.#source;
    const mat = matid[object];
    const alpha = this.#paint(object).a;
    const still = isStill(m, bodyid[object]);
    const [sx, sy, sz] = size.subarray(3 * object, 3 * object + 3) as unknown as [number, number, number];
    const repeat = new Vector2(1, 1);
    let uniform: readonly number[] = [1, 1, 1];
    if (colorTexture(m, mat) >= 0) {
      repeat.set(m.mat_texrepeat[2 * mat] || 1, m.mat_texrepeat[2 * mat + 1] || 1);
      const stretch = m.mat_texuniform[mat] !== 0 && dataid[object] < 0;
      if (stretch) {
        repeat.set(repeat.x * (sx > 0 ? sx : 1), repeat.y * (sy > 0 ? sy : 1));
        uniform = [sx, sy || sx, sz || sy || sx];
      }
    }
    const endless = type[object] === GeomType.PLANE && (sx <= 0 || sy <= 0);
    const key = [shape, mat, alpha, still, repeat.x, repeat.y, ...uniform].join();
    let recipe = recipes.get(key);
    if (recipe === undefined) {
      const geometry = this.#geometry(shape, make);
      recipe = { key, geometry, matid: mat, alpha, repeat, size: uniform, still, endless, parts: [] };
      recipes.set(key, recipe);
    }
    return recipe;
  }
}
