import { BufferAttribute, BufferGeometry, DoubleSide, DynamicDrawUsage, Mesh } from 'three';
import type { Surface } from '../materials/materials.ts';

/** A triangle surface whose vertices move. */
export class MovingSurface {
  readonly mesh: Mesh;
  readonly position: Float32Array;
  readonly #normal: Float32Array;
  readonly #index: Uint32Array;

  constructor(vertices: number, index: Uint32Array, material: Surface, uv?: Float32Array) {
    this.position = new Float32Array(3 * vertices);
    this.#normal = new Float32Array(3 * vertices);
    this.#index = index;
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(this.position, 3).setUsage(DynamicDrawUsage));
    geometry.setAttribute('normal', new BufferAttribute(this.#normal, 3).setUsage(DynamicDrawUsage));
    if (uv !== undefined) geometry.setAttribute('uv', new BufferAttribute(uv, 2));
    geometry.setIndex(new BufferAttribute(index, 1));
    material.side = DoubleSide;
    this.mesh = new Mesh(geometry, material);
    this.mesh.frustumCulled = false;
    this.mesh.castShadow = true;
    this.mesh.receiveShadow = true;
  }

  /** After `position` was written: normals by area, then both to the graphics card. */
  flush(): void {
    const p = this.position;
    const n = this.#normal;
    n.fill(0);
    for (let f = 0; f < this.#index.length; f += 3) {
      const a = 3 * this.#index[f];
      const b = 3 * this.#index[f + 1];
      const c = 3 * this.#index[f + 2];
      const ux = p[b] - p[a];
      const uy = p[b + 1] - p[a + 1];
      const uz = p[b + 2] - p[a + 2];
      const vx = p[c] - p[a];
      const vy = p[c + 1] - p[a + 1];
      const vz = p[c + 2] - p[a + 2];
      const x = uy * vz - uz * vy;
      const y = uz * vx - ux * vz;
      const z = ux * vy - uy * vx;
      for (const v of [a, b, c]) {
        n[v] += x;
        n[v + 1] += y;
        n[v + 2] += z;
      }
    }
    for (let v = 0; v < n.length; v += 3) {
      const s = 1 / (Math.hypot(n[v], n[v + 1], n[v + 2]) || 1);
      n[v] *= s;
      n[v + 1] *= s;
      n[v + 2] *= s;
    }
    this.mesh.geometry.getAttribute('position').needsUpdate = true;
    this.mesh.geometry.getAttribute('normal').needsUpdate = true;
  }

  dispose(): void {
    this.mesh.removeFromParent();
    this.mesh.geometry.dispose();
    (this.mesh.material as Surface).dispose();
  }
}
