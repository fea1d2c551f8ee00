import { type BufferGeometry, Color, InstancedMesh, type Material, Matrix4 } from 'three';
import { type Paint, setPaint } from '../materials/materials.ts';

/** One copy of a shape: which object it belongs to, and how the unit shape becomes a part of it. */
export interface Part {
  readonly object: number;
  readonly scale: readonly [number, number, number];
  /** Shift along the object's z axis. */
  readonly shift: number;
  /** Turned over: its z axis is against the object's. */
  readonly flipped: boolean;
}

const color = new Color();

/** Many copies of one shape in one draw call, placed by the poses of objects. */
export class Batch {
  readonly mesh: InstancedMesh;
  readonly objects: Int32Array;
  readonly #scale: Float32Array;
  readonly #shift: Float32Array;
  readonly #sign: Float32Array;

  constructor(geometry: BufferGeometry, material: Material, parts: readonly Part[]) {
    this.mesh = new InstancedMesh(geometry, material, parts.length);
    this.mesh.frustumCulled = false;
    this.objects = Int32Array.from(parts, (p) => p.object);
    this.#scale = Float32Array.from(parts.flatMap((p) => p.scale));
    this.#shift = Float32Array.from(parts, (p) => p.shift);
    this.#sign = Float32Array.from(parts, (p) => (p.flipped ? -1 : 1));
    const identity = new Matrix4();
    for (let i = 0; i < parts.length; i++) this.mesh.setMatrixAt(i, identity);
    this.mesh.setColorAt(0, color.set(0xffffff)); // makes the array
  }

  /** Copies the poses of the objects; what is not visible shrinks to nothing. */
  place(pos: Float64Array, mat: Float64Array, visible: Uint8Array): void {
    const out = this.mesh.instanceMatrix.array;
    for (let i = 0; i < this.objects.length; i++) {
      const object = this.objects[i];
      const shown = visible[object];
      const m = 9 * object;
      const p = 3 * object;
      const o = 16 * i;
      const turn = this.#sign[i];
      const sx = shown * this.#scale[3 * i];
      const sy = shown * turn * this.#scale[3 * i + 1];
      const sz = shown * turn * this.#scale[3 * i + 2];
      const shift = this.#shift[i];
      for (let k = 0; k < 3; k++) {
        out[o + k] = mat[m + 3 * k] * sx;
        out[o + 4 + k] = mat[m + 3 * k + 1] * sy;
        out[o + 8 + k] = mat[m + 3 * k + 2] * sz;
        out[o + 12 + k] = pos[p + k] + mat[m + 3 * k + 2] * shift;
      }
    }
    this.mesh.instanceMatrix.needsUpdate = true;
  }

  /** Colours each copy. */
  paint(paintOf: (object: number) => Paint): void {
    for (let i = 0; i < this.objects.length; i++) this.mesh.setColorAt(i, setPaint(color, paintOf(this.objects[i])));
    if (this.mesh.instanceColor !== null) this.mesh.instanceColor.needsUpdate = true;
  }

  dispose(): void {
    this.mesh.removeFromParent();
    this.mesh.dispose();
    (this.mesh.material as Material).dispose();
  }
}
