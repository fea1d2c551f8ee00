import type { Flexcomp } from '../../spec/types.ts';

/** What a pin may name: the points of the shape, and those of a grid by their indices. */
export interface PinPlaces {
  readonly dim: number;
  readonly points: number;
  /** Points or control nodes, whichever are more: both are pinned by the same numbers. */
  readonly places: number;
  readonly count: readonly number[];
  /** Bounds of the indices of single grid points. */
  readonly gridCount: readonly number[];
  /** The shape is a grid, or has a grid of control nodes. */
  readonly hasGrid: boolean;
}

/** Marks what is pinned, which is everything that is rigid. Returns a text where a pin is wrong. */
export function markPins(node: Flexcomp, places: PinPlaces): Uint8Array | string {
  const { dim, points, count, gridCount } = places;
  const all = (key: 'id' | 'range' | 'grid' | 'gridrange'): number[] => node.pins.flatMap((pin) => pin[key] ?? []);
  const [id, range, grid, gridrange] = [all('id'), all('range'), all('grid'), all('gridrange')];
  if (range.length % 2) return "'range' of pins must be pairs of points";
  if (grid.length % dim) return `'grid' of pins must have ${dim} indices for each point`;
  if (gridrange.length % (2 * dim)) return `'gridrange' of pins must have ${2 * dim} indices for each range`;
  if (grid.length + gridrange.length > 0) {
    if (!places.hasGrid) return "'grid' and 'gridrange' of pins need a grid, or dof 'trilinear' or 'quadratic'";
    if (dim === 1) return "'grid' and 'gridrange' of pins cannot be used with dim 1";
  }
  const pinned = new Uint8Array(places.places);
  if (node.rigid === true) return pinned.fill(1);
  if (![...id, ...range].every((i) => i >= 0 && i < points)) return `pins must be points from 0 to ${points - 1}`;
  if (!grid.every((i, k) => i >= 0 && i < gridCount[k % dim])) return "'grid' of pins is out of range";
  if (!gridrange.every((i, k) => i >= 0 && i < count[k % dim])) return "'gridrange' of pins is out of range";

  for (const i of id) pinned[i] = 1;
  for (let k = 0; k < range.length; k += 2) if (range[k] <= range[k + 1]) pinned.fill(1, range[k], range[k + 1] + 1);
  for (let k = 0; k < grid.length; k += dim) pinned[gridPoint(count, grid.slice(k, k + dim))] = 1;
  for (let k = 0; k < gridrange.length; k += 2 * dim)
    for (const i of indicesWithin(gridrange.slice(k, k + dim), gridrange.slice(k + dim, k + 2 * dim)))
      pinned[gridPoint(count, i)] = 1;
  return pinned;
}

/** Number of a grid point; the last index runs fastest. */
const gridPoint = (count: readonly number[], index: readonly number[]): number =>
  index.reduce((sum, i, axis) => sum * (axis > 0 ? count[axis] : 1) + i, 0);

/** All indices from `low` to `high`, both included. */
function* indicesWithin(low: readonly number[], high: readonly number[]): Generator<number[]> {
  const depth = low.length === 3 ? [low[2], high[2]] : [0, 0];
  for (let x = low[0]; x <= high[0]; x++)
    for (let y = low[1]; y <= high[1]; y++)
      for (let z = depth[0]; z <= depth[1]; z++) yield low.length === 3 ? [x, y, z] : [x, y];
}
