import { type Data, enums, type Model } from '@qpos/core';
import { Color, CylinderGeometry, DynamicDrawUsage, Group, InstancedMesh, SphereGeometry, Vector2 } from 'three';
import { makeSurface, type Paint, paintOf, setPaint } from '../materials/materials.ts';
import type { Textures } from '../materials/textures.ts';
import type { ViewOptions } from '../options.ts';
import { markSegment } from '../picture/capture.ts';
import type { Quality } from '../quality.ts';
import { frameAlong } from './decor.ts';

const axis = new Float64Array(3);
const pose = new Float64Array(9);
const paint: Paint = { r: 0, g: 0, b: 0, a: 0 };
const color = new Color();
const surface = { alpha: 1, repeat: new Vector2(1, 1), size: [1, 1, 1], textured: false };

/** Spatial tendons as round strings along their path points. */
export class Tendons {
  readonly group = new Group();
  readonly #model: Model;
  readonly #rods: InstancedMesh;
  readonly #knots: InstancedMesh;
  readonly #ids: Int32Array; // tendon of each segment

  constructor(model: Model, textures: Textures, quality: Quality) {
    this.#model = model;
    const capacity = Math.max(1, 2 * model.nwrap);
    this.#ids = new Int32Array(capacity);
    markSegment(this.group, { type: enums.ObjType.TENDON, ids: this.#ids });
    const material = makeSurface(model, textures, -1, { ...surface, quality });
    const rod = new CylinderGeometry(1, 1, 2, 12, 1, true).rotateX(Math.PI / 2);
    this.#rods = new InstancedMesh(rod, material, capacity);
    this.#knots = new InstancedMesh(new SphereGeometry(1, 12, 8), material, capacity);
    for (const mesh of [this.#rods, this.#knots]) {
      mesh.instanceMatrix.setUsage(DynamicDrawUsage);
      mesh.setColorAt(0, color);
      mesh.frustumCulled = false;
      mesh.castShadow = true;
      this.group.add(mesh);
    }
  }

  update(d: Data, options: ViewOptions): void {
    const m = this.#model;
    let count = 0;
    for (let t = 0; t < m.ntendon; t++) {
      if (!options.tendon || !options.tendonGroup[m.tendon_group[t]]) continue;
      paintOf(paint, m, m.tendon_matid[t], m.tendon_rgba, 4 * t);
      if (paint.a === 0) continue;
      setPaint(color, paint);
      const end = d.ten_wrapadr[t] + d.ten_wrapnum[t];
      for (let w = d.ten_wrapadr[t]; w + 1 < end; w++) {
        if (d.wrap_obj[w] === -2 || d.wrap_obj[w + 1] === -2) continue; // a pulley parts the path
        if (this.#segment(d.wrap_xpos, 3 * w, m.tendon_width[t], count)) this.#ids[count++] = t;
      }
    }
    for (const mesh of [this.#rods, this.#knots]) {
      mesh.count = count;
      mesh.visible = count > 0;
      mesh.instanceMatrix.needsUpdate = true;
      if (mesh.instanceColor !== null) mesh.instanceColor.needsUpdate = true;
    }
  }

  /** A rod from a path point to the next, with a ball at its start. */
  #segment(points: Float64Array, p: number, width: number, i: number): boolean {
    for (let k = 0; k < 3; k++) axis[k] = points[p + 3 + k] - points[p + k];
    const length = frameAlong(axis, 0, pose);
    if (length === 0 || i >= this.#rods.instanceMatrix.count) return false;
    const rods = this.#rods.instanceMatrix.array;
    const knots = this.#knots.instanceMatrix.array;
    const o = 16 * i;
    for (let k = 0; k < 3; k++) {
      rods[o + k] = width * pose[3 * k];
      rods[o + 4 + k] = width * pose[3 * k + 1];
      rods[o + 8 + k] = 0.5 * length * pose[3 * k + 2];
      rods[o + 12 + k] = 0.5 * (points[p + k] + points[p + 3 + k]);
      knots[o + 5 * k] = width;
      knots[o + 12 + k] = points[p + k];
    }
    rods[o + 15] = 1;
    knots[o + 15] = 1;
    this.#rods.setColorAt(i, color);
    this.#knots.setColorAt(i, color);
    return true;
  }

  dispose(): void {
    for (const mesh of [this.#rods, this.#knots]) {
      mesh.geometry.dispose();
      mesh.dispose();
    }
    this.group.removeFromParent();
  }
}
