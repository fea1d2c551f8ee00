import type { Model } from '@qpos/core';
import { CylinderGeometry, DynamicDrawUsage, Group, InstancedMesh, SphereGeometry } from 'three';
import type { Surface } from '../../materials/materials.ts';
import { frameAlong } from '../decor.ts';

const LEAST_PART = 0.0004; // of the model's extent: thinner than this cannot be seen
const axis = new Float64Array(3);
const pose = new Float64Array(9);

/** Edges of a flex as rods and its vertices as balls; together they are capsules. */
export class FlexRods {
  readonly group = new Group();
  readonly material: Surface;
  readonly #edges: Int32Array;
  readonly #radius: number;
  readonly #rods: InstancedMesh;
  readonly #balls: InstancedMesh;

  constructor(m: Model, f: number, material: Surface) {
    this.material = material;
    const from = 2 * m.flex_edgeadr[f];
    this.#edges = m.flex_edge.slice(from, from + 2 * m.flex_edgenum[f]);
    this.#radius = Math.max(m.flex_radius[f], LEAST_PART * m.stat.extent);
    const round = m.flex_dim[f] === 1 ? 20 : 8; // a rope is looked at, a net is looked through
    const rod = new CylinderGeometry(1, 1, 2, round, 1, true).rotateX(Math.PI / 2);
    this.#rods = new InstancedMesh(rod, material, Math.max(1, m.flex_edgenum[f]));
    this.#balls = new InstancedMesh(new SphereGeometry(1, round, round / 2), material, Math.max(1, m.flex_vertnum[f]));
    for (const mesh of [this.#rods, this.#balls]) {
      mesh.instanceMatrix.setUsage(DynamicDrawUsage);
      mesh.frustumCulled = false;
      mesh.castShadow = true;
      mesh.receiveShadow = true;
      this.group.add(mesh);
    }
  }

  /** Follows the vertices of its flex. Balls are drawn in either case: they round the ends of rods. */
  update(x: Float64Array, withEdges: boolean): void {
    const r = this.#radius;
    const balls = this.#balls.instanceMatrix.array;
    for (let v = 0; 3 * v < x.length; v++)
      for (let k = 0; k < 3; k++) {
        balls[16 * v + 5 * k] = r;
        balls[16 * v + 12 + k] = x[3 * v + k];
      }
    this.#balls.instanceMatrix.needsUpdate = true;
    this.#rods.visible = withEdges;
    if (!withEdges) return;
    for (let e = 0; 2 * e < this.#edges.length; e++)
      this.#rod(x, 3 * this.#edges[2 * e], 3 * this.#edges[2 * e + 1], e);
    this.#rods.instanceMatrix.needsUpdate = true;
  }

  #rod(x: Float64Array, a: number, b: number, e: number): void {
    for (let k = 0; k < 3; k++) axis[k] = x[b + k] - x[a + k];
    const length = frameAlong(axis, 0, pose);
    const out = this.#rods.instanceMatrix.array;
    const o = 16 * e;
    for (let k = 0; k < 3; k++) {
      out[o + k] = this.#radius * pose[3 * k];
      out[o + 4 + k] = this.#radius * pose[3 * k + 1];
      out[o + 8 + k] = 0.5 * length * pose[3 * k + 2];
      out[o + 12 + k] = 0.5 * (x[a + k] + x[b + k]);
    }
  }

  dispose(): void {
    for (const mesh of [this.#rods, this.#balls]) {
      mesh.geometry.dispose();
      mesh.dispose();
    }
    this.material.dispose();
    this.group.removeFromParent();
  }
}
