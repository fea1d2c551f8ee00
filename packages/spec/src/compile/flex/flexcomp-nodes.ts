import type { Flex } from '../../spec/types.ts';
import type { ControlGrid } from './control-grid.ts';
import { addPointBody, type FlexcompDraft, isShell, SLIDES } from './flexcomp-draft.ts';

/** Simpson's weights of the ends and of the middle. */
const SIMPSON = [1 / 6, 2 / 3];

/**
 * Bodies for the control nodes of an interpolated flex, in the box around its points. Nodes that nothing of the shape depends on
 * are pinned: those of empty cells, or the inner ones of a shell.
 */
export function makeControlNodes(
  f: FlexcompDraft,
  flex: Flex,
  grid: ControlGrid,
  bounds: Float64Array,
  pinned: Uint8Array,
  empty: Uint8Array | undefined,
): void {
  const shell = isShell(f.node);
  grid.forEach((i, j, k, node) => {
    if (shell ? !grid.isOnBorder(i, j, k) : empty !== undefined && grid.isUnused(empty, i, j, k)) pinned[node] = 1;
  });
  const centred = !pinned.subarray(0, grid.nodes).some((p) => p === 1);
  const free: { name: string; pos: number[]; weight: number }[] = [];
  const names: string[] = [];
  const coordinates: number[] = [];
  grid.forEach((i, j, k, node) => {
    const pos = [i, j, k].map((at, axis) => {
      const share = at / (grid.cells[axis] * grid.order);
      return bounds[axis] + share * (bounds[axis + 3] - bounds[axis]);
    });
    if (pinned[node]) {
      coordinates.push(...pos);
      names.push(f.parentName);
      return;
    }
    const name = `${f.name}_${i}_${j}_${k}`;
    coordinates.push(0, 0, 0);
    names.push(name);
    free.push({ name, pos, weight: grid.order === 1 ? 1 : nodeWeight(grid, [i, j, k]) });
  });
  const total = free.reduce((sum, { weight }) => sum + weight, 0);
  for (const { name, pos, weight } of free) addPointBody(f, name, pos, weight * (f.mass / total), SLIDES);
  flex.node = names.join(' ');
  if (!centred) flex.nodecoord = coordinates;
}

/** Share of the mass at a node of quadratic cells; a node between two cells has that of both. */
function nodeWeight(grid: ControlGrid, index: readonly number[]): number {
  let weight = 1;
  let cells = 1;
  for (const [axis, i] of index.entries()) {
    const middle = i % grid.order;
    weight *= SIMPSON[middle];
    if (middle === 0 && i > 0 && i < grid.count[axis] - 1) cells *= 2;
  }
  return weight * cells;
}
