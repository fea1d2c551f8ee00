import { type Data, enums, type Model } from '@qpos/core';
import { Group, Vector2 } from 'three';
import { makeSurface, type Paint, paintOf, type Surface, setPaint } from '../../materials/materials.ts';
import type { Textures } from '../../materials/textures.ts';
import type { ViewOptions } from '../../options.ts';
import { markSegment } from '../../picture/capture.ts';
import type { Quality } from '../../quality.ts';
import { highlight } from '../highlight.ts';
import { FlexRods } from './flex-rods.ts';
import { FlexSurface } from './flex-surface.ts';
import { layerTriangles, outerTriangles } from './triangles.ts';

const paint: Paint = { r: 0, g: 0, b: 0, a: 0 };

/** Which parts of a flex are drawn. */
export interface FlexParts {
  readonly skin: boolean;
  readonly faces: boolean;
  readonly edges: boolean;
  readonly vertices: boolean;
}

/** What the flags show of a flex: as in simulate, the skin replaces everything else, and that of a rope is its edges. */
export function flexParts(dim: number, o: ViewOptions): FlexParts {
  if (o.flexSkin) return { skin: dim > 1, faces: false, edges: dim === 1, vertices: false };
  return { skin: false, faces: o.flexFace && dim > 1, edges: o.flexEdge, vertices: o.flexVertex };
}

const textureRepeat = (m: Model, matid: number): Vector2 =>
  matid < 0 ? new Vector2(1, 1) : new Vector2(m.mat_texrepeat[2 * matid], m.mat_texrepeat[2 * matid + 1]);

/** The drawn parts of one flex, each made when it is first shown. */
class FlexView {
  readonly #model: Model;
  readonly #flex: number;
  readonly #group: Group;
  readonly #makeSurface: () => Surface;
  #skin: FlexSurface | undefined;
  #faces: FlexSurface | undefined;
  #layer = -1;
  #rods: FlexRods | undefined;

  constructor(model: Model, flex: number, group: Group, makeSurface: () => Surface) {
    this.#model = model;
    this.#flex = flex;
    this.#group = group;
    this.#makeSurface = makeSurface;
  }

  update(x: Float64Array, options: ViewOptions, parts: FlexParts, isSelected: boolean): void {
    const m = this.#model;
    const f = this.#flex;
    if (parts.skin) this.#skin ??= this.#surface(outerTriangles(m, f), m.flex_dim[f] === 2 ? [1, -1] : [1], false);
    if (parts.faces && this.#layer !== options.flexLayer) {
      this.#faces?.dispose();
      this.#layer = options.flexLayer;
      this.#faces = this.#surface(layerTriangles(m, f, this.#layer), [0], m.flex_dim[f] === 3);
    }
    if (parts.edges || parts.vertices) this.#rods ??= this.#makeRods();
    this.#show(this.#skin, parts.skin, x);
    this.#show(this.#faces, parts.faces, x);
    if (this.#rods !== undefined) {
      this.#rods.group.visible = parts.edges || parts.vertices;
      if (this.#rods.group.visible) this.#rods.update(x, parts.edges);
    }
    this.#paint(options.wireframe, isSelected);
  }

  #surface(triangles: ReturnType<typeof outerTriangles>, sides: readonly number[], isFlat: boolean): FlexSurface {
    const material = this.#makeSurface();
    material.flatShading = isFlat || this.#model.flex_flatskin[this.#flex] !== 0;
    const surface = new FlexSurface(this.#model, this.#flex, triangles, sides, material);
    this.#group.add(surface.mesh);
    return surface;
  }

  #makeRods(): FlexRods {
    const rods = new FlexRods(this.#model, this.#flex, this.#makeSurface());
    rods.material.map = null; // rods have no texture coordinates of the flex
    this.#group.add(rods.group);
    return rods;
  }

  #show(surface: FlexSurface | undefined, shown: boolean, x: Float64Array): void {
    if (surface === undefined) return;
    surface.mesh.visible = shown;
    if (shown) surface.update(x);
  }

  #paint(wireframe: boolean, isSelected: boolean): void {
    const m = this.#model;
    paintOf(paint, m, m.flex_matid[this.#flex], m.flex_rgba, 4 * this.#flex);
    if (isSelected) highlight(paint);
    for (const part of [this.#skin, this.#faces, this.#rods]) {
      if (part === undefined) continue;
      setPaint(part.material.color, paint);
      part.material.wireframe = wireframe;
    }
  }

  dispose(): void {
    this.#skin?.dispose();
    this.#faces?.dispose();
    this.#rods?.dispose();
  }
}

/** Deformable bodies: ropes as strings of capsules, cloth and solids as surfaces, smooth or flat. */
export class Flexes {
  readonly group = new Group();
  readonly #model: Model;
  readonly #groups: readonly Group[];
  readonly #views: readonly FlexView[];

  constructor(model: Model, textures: Textures, quality: Quality, textured: boolean) {
    this.#model = model;
    this.#groups = Array.from({ length: model.nflex }, () => new Group());
    this.#views = this.#groups.map((group, f) => {
      this.group.add(group);
      markSegment(group, { type: enums.ObjType.FLEX, id: f });
      const matid = model.flex_matid[f];
      return new FlexView(model, f, group, () => {
        const alpha = paintOf(paint, model, matid, model.flex_rgba, 4 * f).a;
        const hasTexture = textured && model.flex_texcoordadr[f] >= 0;
        const options = { alpha, repeat: textureRepeat(model, matid), size: [1, 1, 1], textured: hasTexture, quality };
        return makeSurface(model, textures, matid, options);
      });
    });
  }

  update(d: Data, options: ViewOptions, selected: number): void {
    const m = this.#model;
    this.#views.forEach((view, f) => {
      const group = this.#groups[f];
      if (group === undefined) return;
      group.visible = options.flexGroup[Math.max(0, Math.min(5, m.flex_group[f]))] === true;
      if (!group.visible) return;
      const from = 3 * m.flex_vertadr[f];
      const x = d.flexvert_xpos.subarray(from, from + 3 * m.flex_vertnum[f]);
      view.update(x, options, flexParts(m.flex_dim[f], options), f === selected);
    });
  }

  dispose(): void {
    for (const view of this.#views) view.dispose();
    this.group.removeFromParent();
  }
}
