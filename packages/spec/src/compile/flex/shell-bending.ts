import { type ControlGrid, type GridSide, sidesOf } from './control-grid.ts';
import { shapeFunctions } from './finite-element.ts';
import type { Material } from './stiffness.ts';

/** Numbers of an edge between two quads of a shell: both quads, the middle of the edge on each, stiffness, jump of the normal at rest. */
const HINGE = 10;
const SHORTEST_NORMAL = 1e-12;

/** A quad of the shell, and the middle of one of its edges in its own coordinates. */
interface Edge {
  readonly side: GridSide;
  readonly i: number;
  readonly j: number;
  readonly middle: readonly [number, number];
}

const quadOf = ({ side, i, j }: Edge): number => side.first + i * side.nv + j;

/** Hinges between the quads of a shell, also across the edges of its box: their number, then ten numbers each. */
export function shellBending(
  grid: ControlGrid,
  position: Float64Array,
  { young, poisson }: Material,
  thickness: number,
): Float64Array {
  const plate = (young * thickness * thickness * thickness) / (12 * (1 - poisson * poisson));
  const hinges = findHinges(grid);
  const data = new Float64Array(1 + HINGE * hinges.length);
  data[0] = hinges.length;
  for (const [h, [one, other]] of hinges.entries()) {
    const a = frameAt(one, position);
    const b = frameAt(other, position);
    if (a.length < SHORTEST_NORMAL || b.length < SHORTEST_NORMAL) continue;
    const across = (a.across + b.across) / 2;
    const along = (a.along + b.along) / 2;
    const stiffness = (plate * along) / Math.max(across, SHORTEST_NORMAL);
    const jump = a.normal.map((x, k) => x - b.normal[k]);
    data.set([quadOf(one), quadOf(other), ...one.middle, ...other.middle, stiffness, ...jump], 1 + HINGE * h);
  }
  return data;
}

/** Each pair of neighbouring quads once, from the one with the lower number. */
function findHinges(grid: ControlGrid): [Edge, Edge][] {
  const sides = sidesOf(grid);
  const hinges: [Edge, Edge][] = [];
  for (const side of sides) {
    for (let i = 0; i < side.nu; i++) {
      for (let j = 0; j < side.nv; j++) {
        for (const direction of [0, 1] as const) {
          for (const end of [0, 1] as const) {
            const middle: [number, number] = direction === 0 ? [end, 0.5] : [0.5, end];
            const one = { side, i, j, middle };
            const other = neighbour(sides, one, direction, end);
            if (quadOf(one) < quadOf(other)) hinges.push([one, other]);
          }
        }
      }
    }
  }
  return hinges;
}

/** The quad beyond an edge: the next one of the side, or at its border the one of the side around the corner. */
function neighbour(sides: readonly GridSide[], { side, i, j }: Edge, direction: 0 | 1, end: 0 | 1): Edge {
  const step = end === 1 ? 1 : -1;
  const [nextI, nextJ] = direction === 0 ? [i + step, j] : [i, j + step];
  if (nextI >= 0 && nextI < side.nu && nextJ >= 0 && nextJ < side.nv)
    return { side, i: nextI, j: nextJ, middle: direction === 0 ? [1 - end, 0.5] : [0.5, 1 - end] };
  const crossed = direction === 0 ? side.u : side.v;
  const beyond = sides[2 * crossed + end];
  const level = side.isUpper ? side.grid.cells[side.across] - 1 : 0;
  const border = side.isUpper ? 1 : 0;
  // the axis along the edge is the first one of the other side if it was the second here, and the other way round
  if (direction === 0) return { side: beyond, i: j, j: level, middle: [0.5, border] };
  return { side: beyond, i: level, j: i, middle: [border, 0.5] };
}

/** The unit normal at the middle of an edge, and the size of the quad along and across the edge. */
function frameAt({ side, i, j, middle }: Edge, position: Float64Array) {
  const { order } = side.grid;
  const [f, g] = middle.map((s) => shapeFunctions(s, order));
  const [tu, tv] = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  for (const [at, node] of side.nodesOfQuad(i, j).entries()) {
    const [a, b] = [Math.trunc(at / (order + 1)), at % (order + 1)];
    for (let k = 0; k < 3; k++) {
      tu[k] += position[3 * node + k] * (f.slope[a] * g.value[b]);
      tv[k] += position[3 * node + k] * (f.value[a] * g.slope[b]);
    }
  }
  const normal = [tu[1] * tv[2] - tu[2] * tv[1], tu[2] * tv[0] - tu[0] * tv[2], tu[0] * tv[1] - tu[1] * tv[0]];
  const length = norm(normal);
  const [lu, lv] = [norm(tu), norm(tv)];
  const [along, across] = middle[0] === 0.5 ? [lu, lv] : [lv, lu];
  return { normal: normal.map((x) => x / length), length, along, across };
}

const norm = ([x, y, z]: readonly number[]): number => Math.sqrt(x * x + y * y + z * z);
