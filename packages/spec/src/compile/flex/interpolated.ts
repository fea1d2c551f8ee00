import { normalize, rotate } from '../../spatial/rotation.ts';
import type { CellCount } from './cells.ts';
import { type ControlGrid, quadTotal, sidesOf } from './control-grid.ts';
import { cellStiffness, quadStiffness } from './finite-element.ts';
import type { Material } from './stiffness.ts';
import { addWarpMode, strainModes } from './strain.ts';

const ORTHONORMAL = 1e-8;
/** Strain constraints depend on the shape of the cells alone: any material does. */
const CONSTRAINED: Material = { young: 10, poisson: 0.3 };

/** The rotation from the world to the axes of a control grid, from the edges of one cell; undefined if these are not orthogonal. */
export function gridRotation(
  grid: ControlGrid,
  position: Float64Array,
  empty: Uint8Array | undefined,
): Float64Array | undefined {
  const { order, cells } = grid;
  const cell = Math.max(0, empty?.indexOf(0) ?? 0);
  const corner = cellIndex(cells, cell).map((i) => i * order) as [number, number, number];
  const origin = 3 * grid.node(...corner);
  const rotation = new Float64Array(9);
  for (let axis = 0; axis < 3; axis++) {
    const end: [number, number, number] = [...corner];
    end[axis] += order;
    const at = 3 * grid.node(...end);
    for (let k = 0; k < 3; k++) rotation[3 * axis + k] = position[at + k] - position[origin + k];
    normalize(rotation, 3 * axis, 3);
  }
  for (let a = 0; a < 3; a++) {
    for (let b = a; b < 3; b++) {
      let dot = 0;
      for (let k = 0; k < 3; k++) dot += rotation[3 * a + k] * rotation[3 * b + k];
      if (!(Math.abs(dot - (a === b ? 1 : 0)) <= ORTHONORMAL)) return undefined;
    }
  }
  return rotation;
}

const cellIndex = ([, ny, nz]: CellCount, cell: number): number[] => [
  Math.trunc(cell / (ny * nz)),
  Math.trunc(cell / nz) % ny,
  cell % nz,
];

/** Points in the axes of the grid. */
export function rotatePoints(rotation: Float64Array, position: Float64Array): Float64Array {
  const turned = new Float64Array(position.length);
  for (let i = 0; i < position.length; i += 3) rotate(turned, i, rotation, position, i);
  return turned;
}

/** What the stiffness of an interpolated flex is made of. */
export interface InterpolatedElasticity extends Material {
  readonly thickness: number;
  /** Only the sides of the grid are elastic. */
  readonly shell: boolean;
  /** Constraints keep the strain: modes take the place of the matrices. */
  readonly constrained: boolean;
}

/** The stiffness matrices of the cells of a grid, or of the quads of its sides, or their strain modes; zero for empty cells. */
export function interpolatedStiffness(
  grid: ControlGrid,
  position: Float64Array,
  empty: Uint8Array | undefined,
  elasticity: InterpolatedElasticity,
): Float64Array {
  return elasticity.shell
    ? shellStiffness(grid, position, elasticity)
    : volumeStiffness(grid, position, empty, elasticity);
}

function gather(position: Float64Array, nodes: readonly number[]): Float64Array {
  const pos = new Float64Array(3 * nodes.length);
  for (const [k, node] of nodes.entries()) pos.set(position.subarray(3 * node, 3 * node + 3), 3 * k);
  return pos;
}

function volumeStiffness(
  grid: ControlGrid,
  position: Float64Array,
  empty: Uint8Array | undefined,
  elasticity: InterpolatedElasticity,
): Float64Array {
  const { order, cells } = grid;
  const dofs = 3 * (order + 1) * (order + 1) * (order + 1);
  const total = cells[0] * cells[1] * cells[2];
  const stiffness = new Float64Array(total * dofs * dofs);
  for (let cell = 0; cell < total; cell++) {
    if (empty?.[cell]) continue;
    const [x, y, z] = cellIndex(cells, cell);
    const pos = gather(position, grid.nodesOfCell(x, y, z));
    const matrix = cellStiffness(pos, order, elasticity.constrained ? CONSTRAINED : elasticity);
    stiffness.set(elasticity.constrained ? strainModes(matrix, dofs).data : matrix, cell * dofs * dofs);
  }
  return stiffness;
}

function shellStiffness(grid: ControlGrid, position: Float64Array, elasticity: InterpolatedElasticity): Float64Array {
  const { order } = grid;
  const dofs = 3 * (order + 1) * (order + 1);
  const material = elasticity.constrained ? CONSTRAINED : elasticity;
  const stiffness = new Float64Array(quadTotal(grid) * dofs * dofs);
  for (const side of sidesOf(grid)) {
    const plane = [side.u, side.v] as const;
    for (let i = 0; i < side.nu; i++) {
      for (let j = 0; j < side.nv; j++) {
        const pos = gather(position, side.nodesOfQuad(i, j));
        const matrix = quadStiffness(pos, order, plane, material, elasticity.thickness);
        const at = (side.first + i * side.nv + j) * dofs * dofs;
        if (elasticity.constrained) {
          const modes = strainModes(matrix, dofs);
          addWarpMode(modes, pos, order, plane, material, elasticity.thickness);
          stiffness.set(modes.data, at);
        } else stiffness.set(matrix, at);
      }
    }
  }
  return stiffness;
}
