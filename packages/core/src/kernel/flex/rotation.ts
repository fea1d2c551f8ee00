// @cold

import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import { zero } from '../math/linear/leaf.ts';
import { mat2Rot, negQuat, unit4 } from '../math/quat.ts';
import { addToScl3, cross3, zero3 } from '../math/vec3.ts';
import { type FlexGrid, shape, shapeSlope } from './grid.ts';

const gradient = scratchF64(9); // derivative of the position by the coordinates in the element
const tangent0 = scratchF64(3);
const tangent1 = scratchF64(3);
const normal = scratchF64(3);

/**
 * quat = the rotation from the world to the frame that follows the element: the inverse of the rotational part of the deformation at its
 * centre. `pos` are the positions of its nodes.
 */
export function elementRotation(quat: F64, grid: FlexGrid, pos: F64): void {
  if (grid.shell) faceGradient(grid, pos);
  else cellGradient(grid, pos);
  unit4(quat, 0);
  mat2Rot(quat, 0, gradient, 0);
  negQuat(quat, 0, quat, 0);
}

/** gradient = ∂position/∂coordinates at the centre of a cell */
function cellGradient(grid: FlexGrid, pos: F64): void {
  const order = grid.order;
  zero(gradient, 0, 9);
  let n = 0;
  for (let i = 0; i <= order; i++) {
    const x = shape(0.5, i, order);
    const dx = shapeSlope(0.5, i, order);
    for (let j = 0; j <= order; j++) {
      const y = shape(0.5, j, order);
      const dy = shapeSlope(0.5, j, order);
      for (let k = 0; k <= order; k++) {
        const z = shape(0.5, k, order);
        const dz = shapeSlope(0.5, k, order);
        for (let a = 0; a < 3; a++) {
          gradient[3 * a] += pos[3 * n + a] * (dx * y * z);
          gradient[3 * a + 1] += pos[3 * n + a] * (x * dy * z);
          gradient[3 * a + 2] += pos[3 * n + a] * (x * y * dz);
        }
        n++;
      }
    }
  }
}

/** The same of a face, whose third column is its normal; columns are in the order of the grid's axes. */
function faceGradient(grid: FlexGrid, pos: F64): void {
  faceTangents(tangent0, tangent1, grid.order, pos, 0, 0.5, 0.5);
  cross3(normal, 0, tangent0, 0, tangent1, 0);
  for (let a = 0; a < 3; a++) {
    gradient[3 * a + grid.axis0] = tangent0[a];
    gradient[3 * a + grid.axis1] = tangent1[a];
    gradient[3 * a + grid.across] = normal[a];
  }
}

/** t0, t1 = derivatives of the position along the axes of a face at (s0, s1); the nodes are at `pos[p]`. */
export function faceTangents(t0: F64, t1: F64, order: i32, pos: F64, p: i32, s0: f64, s1: f64): void {
  zero3(t0, 0);
  zero3(t1, 0);
  let n = p;
  for (let i = 0; i <= order; i++) {
    for (let j = 0; j <= order; j++) {
      addToScl3(t0, 0, pos, n, shapeSlope(s0, i, order) * shape(s1, j, order));
      addToScl3(t1, 0, pos, n, shape(s0, i, order) * shapeSlope(s1, j, order));
      n += 3;
    }
  }
}
