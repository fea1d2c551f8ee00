import { type i32, scratchF64 } from '../../dialect.ts';
import { PointPair } from '../../kinematics/jacobian.ts';
import { derivQuat, mulQuat, mulQuatAxis, negQuat } from '../../math/quat.ts';
import { sub3 } from '../../math/vec3.ts';
import type { Data, Model } from '../../model/classes.ts';
import { EQ_CONNECT, EQ_WELD, NEQDATA, OBJ_BODY } from '../../model/constants.ts';
import { anchorQuat, loadAnchors } from '../equality/anchors.ts';
import { TORQUESCALE } from '../equality/weld.ts';
import { jacDotVel } from './dot.ts';

const anchors = new PointPair();
const first = scratchF64(6); // J̇v of the anchor on body 1
const second = scratchF64(6);

/**
 * Subtracts the velocity product J̇·v of connect and weld rows from their reference acceleration, so that J·qacc + J̇·v follows it.
 *
 * @reads ne efc_id
 * @writes efc_aref
 * @see mj_Jdotv
 */
export function subtractVelocityProduct(m: Model, d: Data): void {
  const ne = d.ne;
  let row = 0;
  while (row < ne) {
    const e = d.efc_id[row];
    const type = m.eq_type[e];
    if (type !== EQ_CONNECT && type !== EQ_WELD) {
      row++;
      continue;
    }
    loadAnchors(anchors, m, d, e);
    jacDotVel(first, 0, m, d, anchors.points, 0, anchors.body1);
    jacDotVel(second, 0, m, d, anchors.points, 3, anchors.body2);
    for (let k = 0; k < 3; k++) d.efc_aref[row + k] -= first[k] - second[k];
    row += 3;
    if (type === EQ_WELD) {
      subtractTurning(m, d, e, row);
      row += 3;
    }
  }
}

const target = scratchF64(4); // q₁·relpose
const targetRate = scratchF64(4);
const inverse = scratchF64(4); // q₂⁻¹
const inverseRate = scratchF64(4);
const spin = scratchF64(3); // relative angular velocity
const spinRate = scratchF64(3);
const term1 = scratchF64(4);
const term2 = scratchF64(4);
const term3 = scratchF64(4);

/**
 * The same of the turning rows of a weld, from `row` on: product rule on ½·q₂⁻¹·w·(q₁·relpose), w the relative angular velocity.
 *
 * @reads xquat cvel
 * @writes efc_aref
 */
function subtractTurning(m: Model, d: Data, e: i32, row: i32): void {
  const cvel = d.cvel;
  const { body1, body2 } = anchors;
  const scale = m.eq_data[NEQDATA * e + TORQUESCALE];
  sub3(spin, 0, cvel, 6 * body1, cvel, 6 * body2);
  sub3(spinRate, 0, first, 3, second, 3);
  anchorQuat(target, 0, m, d, e, 0);
  anchorQuat(inverse, 0, m, d, e, 1);

  // rates of the two orientations
  if (m.eq_objtype[e] === OBJ_BODY) {
    derivQuat(targetRate, 0, d.xquat, 4 * body1, cvel, 6 * body1);
    mulQuat(targetRate, 0, targetRate, 0, m.eq_data, NEQDATA * e + 6);
  } else {
    derivQuat(targetRate, 0, target, 0, cvel, 6 * body1);
  }
  derivQuat(inverseRate, 0, inverse, 0, cvel, 6 * body2);
  negQuat(inverseRate, 0, inverseRate, 0);
  negQuat(inverse, 0, inverse, 0);

  mulQuatAxis(term1, 0, inverseRate, 0, spin, 0);
  mulQuat(term1, 0, term1, 0, target, 0);
  mulQuatAxis(term2, 0, inverse, 0, spinRate, 0);
  mulQuat(term2, 0, term2, 0, target, 0);
  mulQuatAxis(term3, 0, inverse, 0, spin, 0);
  mulQuat(term3, 0, term3, 0, targetRate, 0);
  for (let k = 0; k < 3; k++) d.efc_aref[row + k] -= 0.5 * (term1[1 + k] + term2[1 + k] + term3[1 + k]) * scale;
}
