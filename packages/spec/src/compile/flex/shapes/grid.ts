import { centred, emptyShape, type FlexShape, type ShapeOptions, share } from './shape.ts';

/** Corners of a cell by the axis bits x = 1, y = 2, z = 4: around the lower square, then around the upper one. */
const CORNERS = [0, 1, 3, 2, 4, 5, 7, 6];
const LINE = [[0, 1]];
const TRIANGLES = [
  [0, 1, 2],
  [0, 2, 3],
];
/** The same square, cut along its other diagonal. */
const FLIPPED = [
  [0, 1, 3],
  [1, 2, 3],
];
/** Six tetrahedra around the diagonal from corner 1 to corner 7. */
const TETRAHEDRA = [
  [0, 3, 1, 7],
  [0, 1, 4, 7],
  [1, 3, 2, 7],
  [1, 2, 6, 7],
  [1, 5, 4, 7],
  [1, 6, 5, 7],
];

/** Whether the cell whose lower corner is at x, y is cut along its other diagonal. */
export type Flip = (x: number, y: number) => boolean;

/** A regular grid of lines, of triangles or of tetrahedra, six to a cell. The last axis runs fastest. */
export function gridShape(options: ShapeOptions, flip: Flip = () => false): FlexShape {
  const { dim, count, spacing, textured } = options;
  const shape = emptyShape(dim);
  const [nx, ny, nz] = [0, 1, 2].map((k) => (k < dim ? count[k] : 1));
  // an unused count still separates the rows: the ids are out of range then, and refused
  const stride = dim === 1 ? [1, 0, 0] : [count[1] * count[2], count[2], 1];
  for (let ix = 0; ix < nx; ix++) {
    for (let iy = 0; iy < ny; iy++) {
      for (let iz = 0; iz < nz; iz++) {
        const at = [ix, iy, iz].map((i, k) => (k < dim ? centred(spacing[k], i, count[k]) : 0));
        shape.point.push(...at);
        if (textured && dim > 1) shape.texcoord.push(share(ix, nx), share(iy, ny));
        if (ix + 1 >= nx || (dim > 1 && iy + 1 >= ny) || (dim > 2 && iz + 1 >= nz)) continue;
        const first = stride[0] * ix + stride[1] * iy + (dim > 2 ? iz : 0);
        for (const simplex of simplicesOf(dim, dim === 2 && flip(at[0], at[1])))
          for (const corner of simplex) shape.element.push(first + offset(CORNERS[corner], stride));
      }
    }
  }
  return shape;
}

const simplicesOf = (dim: number, flipped: boolean): number[][] =>
  dim === 1 ? LINE : dim === 3 ? TETRAHEDRA : flipped ? FLIPPED : TRIANGLES;

const offset = (bits: number, stride: readonly number[]): number =>
  stride.reduce((sum, s, axis) => sum + ((bits >> axis) & 1) * s, 0);
