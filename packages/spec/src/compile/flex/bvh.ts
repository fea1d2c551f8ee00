import { makeBvh } from '../../assets/mesh/bvh.ts';
import type { BvhArrays } from '../../assets/types.ts';
import { boundsOf } from './cells.ts';

/** Bounding volumes of the elements that can collide, in world coordinates at rest. */
export function elementBvh(
  position: Float64Array,
  element: ArrayLike<number>,
  dim: number,
  radius: number,
  isActive: (element: number) => boolean,
): BvhArrays {
  const ids: number[] = [];
  for (let e = 0; e < element.length / (dim + 1); e++) if (isActive(e)) ids.push(e);
  const aabb = new Float64Array(6 * ids.length);
  const pos = new Float64Array(3 * ids.length);
  const corners = new Float64Array(3 * (dim + 1));
  for (const [n, e] of ids.entries()) {
    for (let k = 0; k <= dim; k++) {
      const v = element[e * (dim + 1) + k];
      corners.set(position.subarray(3 * v, 3 * v + 3), 3 * k);
    }
    const box = boundsOf(corners);
    for (let k = 0; k < 3; k++) {
      pos[3 * n + k] = 0.5 * (box[k + 3] + box[k]);
      aabb[6 * n + k] = pos[3 * n + k];
      aabb[6 * n + 3 + k] = Math.abs(0.5 * (box[k + 3] - box[k]) + radius);
    }
  }
  return makeBvh({ id: Int32Array.from(ids), pos, aabb });
}
