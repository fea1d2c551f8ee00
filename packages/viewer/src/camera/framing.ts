import { type Data, enums, type Model } from '@qpos/core';
import { Vector3 } from 'three';
import { isStill } from '../scene/solids.ts';

/** The axes of a camera, and the tangents of half its angles of view. */
export interface Sight {
  readonly right: Vector3;
  readonly up: Vector3;
  readonly forward: Vector3;
  readonly tanX: number;
  readonly tanY: number;
}

const { GeomType } = enums;
const centre = new Float64Array(3);
const FAR = 3; // extents from the centre beyond which a thing has left the scene
const LARGE = 1.2; // extents: still things of that size are surroundings

/**
 * What a camera must see: everything that was added, from one direction of sight. A point at (x, y, z) along right, up and forward from an
 * origin is inside of the picture of a camera at distance d if
 *
 *     ±x ≤ tan·(z + d)      ⇔      d ≥ ±x/tan − z
 *
 * which is linear in the point: an object needs the greatest value of that over itself, its support along ±right/tan − forward. The greatest
 * of these at each of the four sides are all that is kept, over any number of states.
 */
export class Framing {
  readonly #model: Model;
  readonly #sides = new Float64Array(4); // right, left, top, bottom
  readonly #directions = Array.from({ length: 4 }, () => new Vector3());

  constructor(model: Model) {
    this.#model = model;
    this.clear();
  }

  clear(): void {
    this.#sides.fill(Number.NEGATIVE_INFINITY);
  }

  /** Adds what is there in a state: all objects, or those of the tree of a body. */
  add(data: Data, sight: Sight, origin: ArrayLike<number>, body = -1): void {
    const m = this.#model;
    const root = body < 0 ? -1 : m.body_rootid[body];
    const { extent } = m.stat;
    this.#aim(sight);
    for (let g = 0; g < m.ngeom; g++) {
      const radius = m.geom_rbound[g]; // zero for planes
      const of = m.geom_bodyid[g];
      if (!(radius > 0) || m.geom_group[g] > 2 || (root >= 0 && m.body_rootid[of] !== root)) continue;
      if (isStill(m, of) && radius > LARGE * extent) continue;
      this.#addGeom(data, g, origin);
    }
    if (root < 0) for (let v = 0; v < m.nflexvert; v++) this.#addPoint(data.flexvert_xpos, 3 * v, origin);
  }

  /** How far the picture must move to the right (or up) for both sides to have the same room. */
  shift(tan: number, side: 0 | 2): number {
    return this.#empty ? 0 : 0.5 * tan * (this.#sides[side] - this.#sides[side + 1]);
  }

  /** Distance from which everything is seen by a camera that looks at the origin, or that was shifted. */
  distance(shifted: boolean): number {
    const [right, left, top, bottom] = this.#sides as unknown as [number, number, number, number];
    return shifted ? Math.max(0.5 * (right + left), 0.5 * (top + bottom)) : Math.max(right, left, top, bottom);
  }

  get #empty(): boolean {
    return this.#sides[0] === Number.NEGATIVE_INFINITY;
  }

  /** Sets the directions whose supports the sides are. */
  #aim({ right, up, forward, tanX, tanY }: Sight): void {
    this.#directions[0]?.copy(right).divideScalar(tanX).sub(forward);
    this.#directions[1]?.copy(right).divideScalar(-tanX).sub(forward);
    this.#directions[2]?.copy(up).divideScalar(tanY).sub(forward);
    this.#directions[3]?.copy(up).divideScalar(-tanY).sub(forward);
  }

  #addGeom(data: Data, g: number, origin: ArrayLike<number>): void {
    const m = this.#model;
    const [aabb, xmat] = [m.geom_aabb, data.geom_xmat];
    for (let k = 0; k < 3; k++) {
      centre[k] = data.geom_xpos[3 * g + k];
      for (let a = 0; a < 3; a++) centre[k] += xmat[9 * g + 3 * k + a] * aabb[6 * g + a];
    }
    // a ball, alone or along a line, around which a box would leave too much room
    const round = m.geom_type[g] === GeomType.SPHERE || m.geom_type[g] === GeomType.CAPSULE ? m.geom_size[3 * g] : 0;
    this.#directions.forEach((f, side) => {
      let reach = round * f.length();
      for (let a = 0; a < 3; a++) {
        const along = f.x * xmat[9 * g + a] + f.y * xmat[9 * g + 3 + a] + f.z * xmat[9 * g + 6 + a];
        reach += Math.abs(along) * Math.max(0, aabb[6 * g + 3 + a] - round);
      }
      this.#raise(side, f, centre, 0, origin, reach);
    });
  }

  #addPoint(pos: Float64Array, p: number, origin: ArrayLike<number>): void {
    for (const [side, f] of this.#directions.entries()) this.#raise(side, f, pos, p, origin, 0);
  }

  #raise(side: number, f: Vector3, pos: Float64Array, p: number, o: ArrayLike<number>, reach: number): void {
    const [dx, dy, dz] = [pos[p] - (o[0] ?? 0), pos[p + 1] - (o[1] ?? 0), pos[p + 2] - (o[2] ?? 0)];
    if (!(Math.hypot(dx, dy, dz) < FAR * this.#model.stat.extent)) return;
    this.#sides[side] = Math.max(this.#sides[side], f.x * dx + f.y * dy + f.z * dz + reach);
  }
}
