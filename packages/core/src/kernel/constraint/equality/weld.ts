// @cold

import { type F64, type f64, type i32, scratchF64 } from '../../dialect.ts';
import { PointPair } from '../../kinematics/jacobian.ts';
import { mulQuat, mulQuatAxis, negQuat } from '../../math/quat.ts';
import type { Data, Model } from '../../model/classes.ts';
import { CNSTR_EQUALITY, NEQDATA } from '../../model/constants.ts';
import { openDifference, writeRotation, writeTranslation } from '../jacobian/difference.ts';
import { columnOf, commitRows, RowBlock, writeRow } from '../rows.ts';
import { anchorQuat, loadAnchors } from './anchors.ts';
import { pairInvweight } from './connect.ts';

/** Place of the torque scale in `eq_data`. */
export const TORQUESCALE: i32 = 10;

const anchors = new PointPair();
const rows = new RowBlock();
const target = scratchF64(4); // orientation of object 1, with the relative pose
const inverse = scratchF64(4); // inverse orientation of object 2
const error = scratchF64(4);

/**
 * Six rows that fix the pose of one object in another: the difference of their anchors in world axes, and the vector part of
 * the relative quaternion q₂⁻¹·q₁·relpose times the torque scale.
 *
 * @reads xpos xmat xquat site_xpos cdof subtree_com
 * @writes efc_J
 * @see mj_instantiateEquality
 */
export function weldRows(m: Model, d: Data, e: i32): void {
  const scale = m.eq_data[NEQDATA * e + TORQUESCALE];
  loadAnchors(anchors, m, d, e);
  anchorQuat(target, 0, m, d, e, 0);
  anchorQuat(inverse, 0, m, d, e, 1);
  negQuat(inverse, 0, inverse, 0);
  mulQuat(error, 0, inverse, 0, target, 0);

  openDifference(m, d, rows, 6, anchors);
  writeTranslation(m, d, rows, anchors);
  writeRotation(d, rows);
  const turning = rows.base + 3 * rows.stride;
  for (let c = 0; c < rows.nnz; c++) turnColumn(d.efc_J, turning + columnOf(rows, c), rows.stride, scale);

  for (let k = 0; k < 3; k++) {
    const gap = anchors.points[k] - anchors.points[3 + k];
    writeRow(d, rows.first + k, gap, 0, 0, pairInvweight(m, anchors, 0));
    writeRow(d, rows.first + 3 + k, error[1 + k] * scale, 0, 0, pairInvweight(m, anchors, 1));
  }
  commitRows(d, rows, CNSTR_EQUALITY, e);
}

const axis = scratchF64(3);
const product = scratchF64(4);

/** From a relative angular velocity w (a column of three rows) to the rate of the error, ½·q₂⁻¹·w·q₁·relpose. */
function turnColumn(J: F64, at: i32, stride: i32, scale: f64): void {
  axis[0] = J[at];
  axis[1] = J[at + stride];
  axis[2] = J[at + 2 * stride];
  mulQuatAxis(product, 0, inverse, 0, axis, 0);
  mulQuat(product, 0, product, 0, target, 0);
  J[at] = 0.5 * product[1] * scale;
  J[at + stride] = 0.5 * product[2] * scale;
  J[at + 2 * stride] = 0.5 * product[3] * scale;
}
