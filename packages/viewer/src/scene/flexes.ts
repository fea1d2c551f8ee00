import type { Data, Model } from '@qpos/core';
import { BufferAttribute, BufferGeometry, Group, LineBasicMaterial, LineSegments, Vector2 } from 'three';
import { makeSurface, type Paint, paintOf, setPaint } from '../materials/materials.ts';
import type { Textures } from '../materials/textures.ts';
import type { ViewOptions } from '../options.ts';
import type { Quality } from '../quality.ts';
import { MovingSurface } from './surface.ts';

const paint: Paint = { r: 0, g: 0, b: 0, a: 0 };

/** Deformable bodies: cables as lines, cloth and solids as surfaces. */
export class Flexes {
  readonly group = new Group();
  readonly #model: Model;
  readonly #surfaces: (MovingSurface | undefined)[] = [];
  readonly #lines: (LineSegments | undefined)[] = [];

  constructor(model: Model, textures: Textures, quality: Quality) {
    this.#model = model;
    for (let f = 0; f < model.nflex; f++) {
      const dim = model.flex_dim[f];
      this.#surfaces.push(dim > 1 ? this.#surface(f, textures, quality) : undefined);
      this.#lines.push(dim === 1 ? this.#cable(f) : undefined);
    }
  }

  update(d: Data, options: ViewOptions): void {
    const m = this.#model;
    for (let f = 0; f < m.nflex; f++) {
      const object = this.#surfaces[f]?.mesh ?? this.#lines[f];
      if (object === undefined) continue;
      object.visible = options.flex && options.flexGroup[m.flex_group[f]] === true;
      if (!object.visible) continue;
      const from = 3 * m.flex_vertadr[f];
      const points = d.flexvert_xpos.subarray(from, from + 3 * m.flex_vertnum[f]);
      const surface = this.#surfaces[f];
      if (surface !== undefined) {
        surface.position.set(points);
        surface.flush();
      } else {
        const position = object.geometry.getAttribute('position');
        (position.array as Float32Array).set(points);
        position.needsUpdate = true;
      }
    }
  }

  #surface(f: number, textures: Textures, quality: Quality): MovingSurface {
    const m = this.#model;
    const dim = m.flex_dim[f];
    const solid = dim === 3;
    const corners = solid ? m.flex_shell : m.flex_elem;
    const adr = solid ? m.flex_shelldataadr[f] : m.flex_elemdataadr[f];
    const count = 3 * (solid ? m.flex_shellnum[f] : m.flex_elemnum[f]);
    const matid = m.flex_matid[f];
    paintOf(paint, m, matid, m.flex_rgba, 4 * f);
    const tex = m.flex_texcoordadr[f];
    const vertices = m.flex_vertnum[f];
    const uv = tex >= 0 ? m.flex_texcoord.slice(2 * tex, 2 * (tex + vertices)) : undefined;
    const options = { alpha: paint.a, repeat: new Vector2(1, 1), size: [1, 1, 1], textured: uv !== undefined, quality };
    const material = makeSurface(m, textures, matid, options);
    setPaint(material.color, paint);
    const surface = new MovingSurface(vertices, Uint32Array.from(corners.subarray(adr, adr + count)), material, uv);
    this.group.add(surface.mesh);
    return surface;
  }

  #cable(f: number): LineSegments {
    const m = this.#model;
    paintOf(paint, m, m.flex_matid[f], m.flex_rgba, 4 * f);
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(3 * m.flex_vertnum[f]), 3));
    const adr = m.flex_elemdataadr[f];
    geometry.setIndex([...m.flex_elem.subarray(adr, adr + 2 * m.flex_elemnum[f])]);
    const material = new LineBasicMaterial();
    setPaint(material.color, paint);
    const lines = new LineSegments(geometry, material);
    lines.frustumCulled = false;
    this.group.add(lines);
    return lines;
  }

  dispose(): void {
    for (const surface of this.#surfaces) surface?.dispose();
    for (const lines of this.#lines) lines?.geometry.dispose();
    this.group.removeFromParent();
  }
}
