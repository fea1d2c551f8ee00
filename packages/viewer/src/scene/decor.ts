import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DynamicDrawUsage,
  Group,
  InstancedMesh,
  LineBasicMaterial,
  LineSegments,
  MeshLambertMaterial,
  SRGBColorSpace,
} from 'three';
import { type UnitShape, unitShape } from '../geometry/shapes.ts';

type Rgba = ArrayLike<number>;
type Vec = ArrayLike<number>;

const color = new Color();

/** Copies of one unit shape that are drawn anew for each frame. */
class Pool {
  mesh: InstancedMesh;
  count = 0;
  readonly #group: Group;
  readonly #ghost: boolean;

  constructor(group: Group, shape: UnitShape, ghost: boolean) {
    this.#group = group;
    this.#ghost = ghost;
    this.mesh = this.#make(shape, 64);
  }

  /** The next free instance; grows when all are used. */
  next(rgba: Rgba): Float32Array {
    if (this.count === this.mesh.instanceMatrix.count) this.#grow();
    color.setRGB(rgba[0] ?? 1, rgba[1] ?? 1, rgba[2] ?? 1, SRGBColorSpace);
    this.mesh.setColorAt(this.count, color);
    return this.mesh.instanceMatrix.array as Float32Array;
  }

  flush(): void {
    this.mesh.count = this.count;
    this.mesh.visible = this.count > 0;
    this.mesh.instanceMatrix.needsUpdate = true;
    if (this.mesh.instanceColor !== null) this.mesh.instanceColor.needsUpdate = true;
    this.count = 0;
  }

  #make(shape: UnitShape, capacity: number): InstancedMesh {
    const material = new MeshLambertMaterial(
      this.#ghost ? { transparent: true, opacity: 0.45, depthWrite: false } : { emissive: 0x222222 },
    );
    const mesh = new InstancedMesh(unitShape(shape), material, capacity);
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.frustumCulled = false;
    mesh.renderOrder = this.#ghost ? 2 : 1;
    mesh.setColorAt(0, color);
    this.#group.add(mesh);
    return mesh;
  }

  #grow(): void {
    const old = this.mesh;
    const mesh = new InstancedMesh(old.geometry, old.material, 2 * old.instanceMatrix.count);
    mesh.frustumCulled = false;
    mesh.renderOrder = old.renderOrder;
    mesh.setColorAt(0, color);
    mesh.instanceMatrix.array.set(old.instanceMatrix.array);
    mesh.instanceColor?.array.set(old.instanceColor?.array ?? []);
    this.#group.remove(old);
    old.dispose();
    this.#group.add(mesh);
    this.mesh = mesh;
  }
}

/** Line segments that are drawn anew for each frame. */
class Lines {
  readonly object: LineSegments;
  #position = new Float32Array(6 * 64);
  #color = new Float32Array(6 * 64);
  #count = 0;

  constructor(group: Group) {
    const material = new LineBasicMaterial({ vertexColors: true, transparent: true, opacity: 0.9 });
    this.object = new LineSegments(new BufferGeometry(), material);
    this.object.frustumCulled = false;
    this.#attach();
    group.add(this.object);
  }

  add(a: Vec, i: number, b: Vec, j: number, rgba: Rgba): void {
    const at = 6 * this.#count;
    if (at === this.#position.length) this.#grow();
    color.setRGB(rgba[0] ?? 1, rgba[1] ?? 1, rgba[2] ?? 1, SRGBColorSpace);
    for (let k = 0; k < 3; k++) {
      this.#position[at + k] = a[i + k] ?? 0;
      this.#position[at + 3 + k] = b[j + k] ?? 0;
    }
    color.toArray(this.#color, at);
    color.toArray(this.#color, at + 3);
    this.#count++;
  }

  flush(): void {
    const { geometry } = this.object;
    geometry.setDrawRange(0, 2 * this.#count);
    this.object.visible = this.#count > 0;
    geometry.getAttribute('position').needsUpdate = true;
    geometry.getAttribute('color').needsUpdate = true;
    this.#count = 0;
  }

  #attach(): void {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(this.#position, 3).setUsage(DynamicDrawUsage));
    geometry.setAttribute('color', new BufferAttribute(this.#color, 3).setUsage(DynamicDrawUsage));
    this.object?.geometry.dispose();
    this.object.geometry = geometry;
  }

  #grow(): void {
    const position = new Float32Array(2 * this.#position.length);
    const colors = new Float32Array(2 * this.#color.length);
    position.set(this.#position);
    colors.set(this.#color);
    this.#position = position;
    this.#color = colors;
    this.#attach();
  }
}

/** Markers that overlays draw: each frame starts empty. Positions and matrices are given as (array, offset). */
export class Decor {
  readonly group = new Group();
  readonly #pools = new Map<string, Pool>();
  readonly #lines = new Lines(this.group);

  /** A box, sphere, cylinder, ... with a pose and half sizes. */
  shape(
    shape: UnitShape,
    pos: Vec,
    p: number,
    mat: Vec,
    m: number,
    sx: number,
    sy: number,
    sz: number,
    rgba: Rgba,
    ghost = false,
  ): void {
    const pool = this.#pool(shape, ghost);
    const out = pool.next(rgba);
    const o = 16 * pool.count++;
    for (let k = 0; k < 3; k++) {
      out[o + k] = (mat[m + 3 * k] ?? 0) * sx;
      out[o + 4 + k] = (mat[m + 3 * k + 1] ?? 0) * sy;
      out[o + 8 + k] = (mat[m + 3 * k + 2] ?? 0) * sz;
      out[o + 12 + k] = pos[p + k] ?? 0;
      out[o + 4 * k + 3] = 0;
    }
    out[o + 15] = 1;
  }

  sphere(pos: Vec, p: number, radius: number, rgba: Rgba, ghost = false): void {
    this.shape('sphere', pos, p, identity, 0, radius, radius, radius, rgba, ghost);
  }

  /** A rod between two points. */
  rod(a: Vec, i: number, b: Vec, j: number, radius: number, rgba: Rgba, ghost = false): void {
    for (let k = 0; k < 3; k++) {
      middle[k] = 0.5 * ((a[i + k] ?? 0) + (b[j + k] ?? 0));
      axis[k] = (b[j + k] ?? 0) - (a[i + k] ?? 0);
    }
    const length = frameAlong(axis, 0);
    if (length > 0) this.shape('tube', middle, 0, frame, 0, radius, radius, 0.5 * length, rgba, ghost);
  }

  /** An arrow from a point along a vector, which is scaled by `scale`. */
  arrow(pos: Vec, p: number, vec: Vec, v: number, scale: number, width: number, rgba: Rgba): void {
    for (let k = 0; k < 3; k++) axis[k] = scale * (vec[v + k] ?? 0);
    const length = frameAlong(axis, 0);
    if (length <= 0) return;
    const head = Math.min(5 * width, 0.5 * length);
    for (let k = 0; k < 3; k++) {
      const along = frame[3 * k + 2] ?? 0;
      middle[k] = (pos[p + k] ?? 0) + 0.5 * (length - head) * along;
      tip[k] = (pos[p + k] ?? 0) + (length - head) * along;
    }
    this.shape('cylinder', middle, 0, frame, 0, width, width, 0.5 * (length - head), rgba);
    this.shape('cone', tip, 0, frame, 0, 2 * width, 2 * width, head, rgba);
  }

  line(a: Vec, i: number, b: Vec, j: number, rgba: Rgba): void {
    this.#lines.add(a, i, b, j, rgba);
  }

  /** Sends what was drawn to the scene, and starts anew. */
  flush(): void {
    for (const pool of this.#pools.values()) pool.flush();
    this.#lines.flush();
  }

  #pool(shape: UnitShape, ghost: boolean): Pool {
    const key = ghost ? `${shape}~` : shape;
    let pool = this.#pools.get(key);
    if (pool === undefined) {
      pool = new Pool(this.group, shape, ghost);
      this.#pools.set(key, pool);
    }
    return pool;
  }
}

const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const middle = new Float64Array(3);
const tip = new Float64Array(3);
const axis = new Float64Array(3);
const frame = new Float64Array(9);

/** Fills `frame` with a rotation whose z axis is along the vector; returns the vector's length. */
export function frameAlong(vec: Vec, v: number, out: Float64Array = frame): number {
  let x = vec[v] ?? 0;
  let y = vec[v + 1] ?? 0;
  let z = vec[v + 2] ?? 0;
  const length = Math.hypot(x, y, z);
  if (!(length > 1e-12)) return 0;
  x /= length;
  y /= length;
  z /= length;
  // the two other axes (Duff et al. 2017)
  const sign = z >= 0 ? 1 : -1;
  const a = -1 / (sign + z);
  const b = x * y * a;
  out[0] = 1 + sign * x * x * a;
  out[3] = sign * b;
  out[6] = -sign * x;
  out[1] = b;
  out[4] = sign + y * y * a;
  out[7] = -y;
  out[2] = x;
  out[5] = y;
  out[8] = z;
  return length;
}
