import { emptyShape, type FlexShape, halfSizes, type ShapeOptions, share } from './shape.ts';

/** Moves a point of the cube from -1 to 1 to the surface of a shape with these half sizes. */
export type Project = (at: Float64Array, size: readonly number[]) => void;

// corners of a square by the bits of its axes, as two triangles
const FORWARD = [0, 1, 3, 0, 3, 2];
const MIRRORED = [1, 0, 2, 1, 2, 3];
const TURNED = [0, 3, 1, 0, 2, 3];

/** Sides of the cube: the axis across, the axes in the plane, and how a square is cut on the lower and on the upper side. */
const SIDES = [
  { across: 2, u: 0, v: 1, lower: TURNED, upper: FORWARD },
  { across: 1, u: 0, v: 2, lower: FORWARD, upper: MIRRORED },
  { across: 0, u: 1, v: 2, lower: MIRRORED, upper: FORWARD },
] as const;

/** In 3D, both tetrahedra of a square go from its first to its last corner. */
const WEDGES = [
  [0, 1, 3],
  [0, 2, 3],
];

/**
 * The surface of a grid, projected. In 3D a point in the middle comes first, and every triangle of the surface makes a
 * tetrahedron with it; in 2D the surface is open at its top.
 */
export function surfaceShape(options: ShapeOptions, project: Project): FlexShape {
  const { dim, count, textured } = options;
  const shape = emptyShape(dim);
  const size = halfSizes(options);
  const ids = new Map<number, number>();
  const key = (i: readonly number[]): number => (i[0] * count[1] + i[1]) * count[2] + i[2];
  const levelsOf = (axis: number): number[] => (dim === 2 && axis === 2 ? [0] : [0, count[axis] - 1]);
  if (dim === 3) shape.point.push(0, 0, 0);
  if (textured) shape.texcoord.push(0, 0);

  // a point on an edge belongs to the first of its sides
  for (const side of SIDES) {
    forSide(side, count, levelsOf(side.across), (i) => {
      if (ids.has(key(i))) return;
      ids.set(key(i), shape.point.length / 3);
      const at = Float64Array.from(i, (x, k) => (2 * x) / (count[k] - 1) - 1);
      project(at, size);
      shape.point.push(...at);
      if (textured) shape.texcoord.push(share(i[side.u], count[side.u]), share(i[side.v], count[side.v]));
    });
  }

  for (const side of SIDES) {
    forSide(side, count, levelsOf(side.across), (i) => {
      if (i[side.u] + 1 >= count[side.u] || i[side.v] + 1 >= count[side.v]) return;
      const corner = (bits: number): number => {
        const at = [...i];
        at[side.u] += bits & 1;
        at[side.v] += bits >> 1;
        return ids.get(key(at)) as number;
      };
      if (dim === 3) for (const wedge of WEDGES) shape.element.push(0, ...wedge.map(corner));
      else shape.element.push(...(i[side.across] === 0 ? side.lower : side.upper).map(corner));
    });
  }
  return shape;
}

/** Visits the points of a side, at each of its levels along the axis across. */
function forSide(
  { across, u, v }: { across: number; u: number; v: number },
  count: readonly number[],
  levels: readonly number[],
  visit: (i: number[]) => void,
): void {
  for (const level of levels) {
    for (let a = 0; a < count[u]; a++) {
      for (let b = 0; b < count[v]; b++) {
        const i = [0, 0, 0];
        i[across] = level;
        i[u] = a;
        i[v] = b;
        visit(i);
      }
    }
  }
}
