import { BufferAttribute, BufferGeometry, DoubleSide, DynamicDrawUsage, Mesh } from 'three';
import type { Surface } from '../materials/materials.ts';

/** A triangle surface whose vertices move. */
export class MovingSurface {
  readonly mesh: Mesh;
  readonly position: Float32Array;
  readonly normal: Float32Array;

  constructor(vertices: number, index: Uint32Array, material: Surface, uv?: Float32Array) {
    this.position = new Float32Array(3 * vertices);
    this.normal = new Float32Array(3 * vertices);
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(this.position, 3).setUsage(DynamicDrawUsage));
    geometry.setAttribute('normal', new BufferAttribute(this.normal, 3).setUsage(DynamicDrawUsage));
    if (uv !== undefined) geometry.setAttribute('uv', new BufferAttribute(uv, 2));
    geometry.setIndex(new BufferAttribute(index, 1));
    material.side = DoubleSide;
    this.mesh = new Mesh(geometry, material);
    this.mesh.frustumCulled = false;
    this.mesh.castShadow = true;
    this.mesh.receiveShadow = true;
  }

  /** After `position` was written: normals weighted by area; both go to the graphics card. */
  flush(): void {
    this.mesh.geometry.getAttribute('position').needsUpdate = true;
    this.mesh.geometry.computeVertexNormals();
  }

  /** After `position` and `normal` were written. */
  upload(): void {
    for (const name of ['position', 'normal']) this.mesh.geometry.getAttribute(name).needsUpdate = true;
  }

  dispose(): void {
    this.mesh.removeFromParent();
    this.mesh.geometry.dispose();
    (this.mesh.material as Surface).dispose();
  }
}
