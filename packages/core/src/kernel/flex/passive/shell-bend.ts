// @cold

import { type F64, type f64, type I32, type i32, scratchF64, scratchI32, toInt } from '../../dialect.ts';
import { copyI } from '../../math/linear/dense.ts';
import { zero } from '../../math/linear/leaf.ts';
import { negQuat, rotVecQuat } from '../../math/quat.ts';
import { MINVAL } from '../../math/scalar.ts';
import { addScl3, addToScl3, cross3, dot3, norm3, scl3, sub3, subFrom3 } from '../../math/vec3.ts';
import type { Data, Model } from '../../model/classes.ts';
import { elementNodes, FlexGrid, loadGrid, shape, shapeSlope } from '../grid.ts';
import { elementRotation, faceTangents } from '../rotation.ts';
import { gatherNodes } from './interpolated.ts';
import { addNodeForces } from './node-forces.ts';

/** Numbers of a hinge in `flex_bending`: two faces, where it is in each (2 + 2), stiffness, jump of the normal at rest (3). */
const HINGE_STRIDE: i32 = 10;
const MAX_FACE_NODES: i32 = 9;

/** One of the two faces that meet at a hinge. */
class Side {
  readonly pos: F64 = scratchF64(3 * MAX_FACE_NODES);
  readonly node: I32 = scratchI32(MAX_FACE_NODES);
  /** Rotation from the world to the frame that follows the face. */
  readonly quat: F64 = scratchF64(4);
  readonly tangent0: F64 = scratchF64(3);
  readonly tangent1: F64 = scratchF64(3);
  /** Unit normal, and one over the length of the cross product of the tangents. */
  readonly normal: F64 = scratchF64(3);
  inverse: f64 = 0;
  /** Where the hinge is in the face. */
  s0: f64 = 0;
  s1: f64 = 0;
}

const grid = new FlexGrid();
const side1 = new Side();
const side2 = new Side();
const mean = scratchF64(4); // rotation from the rest shape to the world, between those of both faces
const jump = scratchF64(3); // of the normals, less that at rest
const across = scratchF64(3); // part of the jump that turns a face
const cross0 = scratchF64(3);
const cross1 = scratchF64(3);

/**
 * Forces of the hinges between the faces of an interpolated shell. A hinge's energy is ½·k·|Δn - R·Δn₀|², Δn the jump of the unit normal at
 * the middle of the common edge, R the mean rotation of the faces.
 *
 * @reads flexNodePos
 * @writes flexNodeSpring qfrc_spring
 */
export function shellBendForces(m: Model, d: Data, f: i32): void {
  const adr = m.flex_bendingadr[f];
  if (m.flex_interp[f] >= 0 || adr < 0) return;
  const hinges = toInt(m.flex_bending[adr]);
  if (hinges === 0) return;
  const first = m.flex_nodeadr[f];
  loadGrid(grid, m, f);
  zero(d.flexNodeSpring, 3 * first, 3 * m.flex_nodenum[f]);
  for (let k = 0; k < hinges; k++) {
    const h = adr + 1 + HINGE_STRIDE * k;
    if (m.flex_bending[h + 6] !== 0) hingeForces(m, d, first, h);
  }
  addNodeForces(m, d, f, d.qfrc_spring, d.flexNodeSpring);
}

function hingeForces(m: Model, d: Data, first: i32, h: i32): void {
  const hinge = m.flex_bending;
  if (!loadSide(side1, d, first, toInt(hinge[h]), hinge[h + 2], hinge[h + 3])) return;
  if (!loadSide(side2, d, first, toInt(hinge[h + 1]), hinge[h + 4], hinge[h + 5])) return;
  meanRotation();
  rotVecQuat(across, 0, hinge, h + 7, mean, 0);
  sub3(jump, 0, side1.normal, 0, side2.normal, 0);
  subFrom3(jump, 0, across, 0);
  addSide(side1, d, first, hinge[h + 6]);
  addSide(side2, d, first, -hinge[h + 6]);
}

/** Takes a face at the point (s0, s1); false if it has no normal there. */
function loadSide(side: Side, d: Data, first: i32, face: i32, s0: f64, s1: f64): boolean {
  elementNodes(grid, face);
  copyI(side.node, 0, grid.node, 0, grid.size);
  gatherNodes(side.pos, grid, d.flexNodePos, first);
  side.s0 = s0;
  side.s1 = s1;
  faceTangents(side.tangent0, side.tangent1, grid.order, side.pos, 0, s0, s1);
  cross3(side.normal, 0, side.tangent0, 0, side.tangent1, 0);
  const length = norm3(side.normal, 0);
  if (length < MINVAL) return false;
  side.inverse = 1 / length;
  scl3(side.normal, 0, side.normal, 0, side.inverse);
  elementRotation(side.quat, grid, side.pos);
  return true;
}

/** mean = inverse of the quaternion halfway between those of the faces */
function meanRotation(): void {
  const p = side1.quat;
  const q = side2.quat;
  const sign: f64 = p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3] < 0 ? -1.0 : 1.0;
  let square: f64 = 0;
  for (let k = 0; k < 4; k++) {
    mean[k] = p[k] + sign * q[k];
    square += mean[k] * mean[k];
  }
  const scale = 1 / Math.sqrt(square);
  for (let k = 0; k < 4; k++) mean[k] *= scale;
  negQuat(mean, 0, mean, 0);
}

/** Forces on the nodes of a face: minus the derivative of its unit normal by their positions, times k·jump. @writes flexNodeSpring */
function addSide(side: Side, d: Data, first: i32, k: f64): void {
  const order = grid.order;
  addScl3(across, 0, jump, 0, side.normal, 0, -dot3(side.normal, 0, jump, 0));
  scl3(across, 0, across, 0, side.inverse);
  cross3(cross0, 0, across, 0, side.tangent0, 0);
  cross3(cross1, 0, across, 0, side.tangent1, 0);
  let n = 0;
  for (let i = 0; i <= order; i++) {
    for (let j = 0; j <= order; j++) {
      const node = 3 * (first + side.node[n++]);
      addToScl3(d.flexNodeSpring, node, cross1, 0, k * (shapeSlope(side.s0, i, order) * shape(side.s1, j, order)));
      addToScl3(d.flexNodeSpring, node, cross0, 0, -k * (shape(side.s0, i, order) * shapeSlope(side.s1, j, order)));
    }
  }
}
