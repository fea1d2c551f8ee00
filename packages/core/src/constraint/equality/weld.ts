import { type F64, type f64, type i32, scratchF64 } from '../../dialect.ts';
import { mulQuat, mulQuatAxis, negQuat } from '../../math/quat.ts';
import { CNSTR_EQUALITY, NEQDATA } from '../../model/constants.ts';
import type { Data, Model } from '../../model/kernel.ts';
import { mergeChain, writeJacobianDifference } from '../jacobian-difference.ts';
import { isSparse } from '../jacobian-mode.ts';
import { commitRows, openRows } from '../rows.ts';
import { anchorBody, anchorPoints, anchorQuat } from './anchors.ts';
import { writeBodyPair } from './connect.ts';

/** Place of the torque scale in `eq_data`. */
export const TORQUESCALE: i32 = 10;

const points = scratchF64(6); // the two anchors
const target = scratchF64(4); // orientation of object 1, with the relative pose
const inverse = scratchF64(4); // inverse orientation of object 2
const error = scratchF64(4);

/**
 * Six rows that fix the pose of one object in another: the difference of their anchors in world axes, and the vector part of
 * the relative quaternion q₂⁻¹·q₁·relpose times the torque scale.
 *
 * @reads xpos xmat xquat site_xpos cdof subtree_com
 * @see mj_instantiateEquality
 */
export function weldRows(m: Model, d: Data, e: i32): void {
  const sparse = isSparse(m);
  const scale = m.eq_data[NEQDATA * e + TORQUESCALE];
  const body1 = anchorBody(m, e, 0);
  const body2 = anchorBody(m, e, 1);
  anchorPoints(points, m, d, e);
  anchorQuat(target, 0, m, d, e, 0);
  anchorQuat(inverse, 0, m, d, e, 1);
  negQuat(inverse, 0, inverse, 0);
  mulQuat(error, 0, inverse, 0, target, 0);

  const nnz = mergeChain(m, d, body1, body2, false);
  const start = m.nv - nnz;
  const base = openRows(m, d, 6, nnz);
  writeJacobianDifference(m, d, base, nnz, sparse, body1, body2, points, true);
  const stride: i32 = sparse ? nnz : m.nv;
  for (let c = 0; c < nnz; c++)
    turnColumn(d.efc_J, base + 3 * stride + (sparse ? c : d.rowChain[start + c]), stride, scale);

  writeBodyPair(m, d, 6, body1, body2);
  for (let k = 0; k < 3; k++) {
    d.efc_pos[d.nefc + k] = points[k] - points[3 + k];
    d.efc_pos[d.nefc + 3 + k] = error[1 + k] * scale;
  }
  commitRows(m, d, 6, CNSTR_EQUALITY, e, nnz, d.rowChain, start);
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
