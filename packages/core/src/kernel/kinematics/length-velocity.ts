import { zero } from '../math/linear/dense.ts';
import { mulMatVecSparse } from '../math/linear/sparse.ts';
import type { Data, Model } from '../model/classes.ts';
import { DSBL_ACTUATION } from '../model/constants.ts';

/**
 * Rates of the lengths of tendons and actuators: their Jacobians times qvel.
 *
 * @reads qvel ten_J actuator_moment moment_rownnz moment_rowadr moment_colind
 * @writes ten_velocity actuator_velocity
 */
export function lengthVelocity(m: Model, d: Data): void {
  mulMatVecSparse(d.ten_velocity, 0, d.ten_J, d.qvel, 0, m.ntendon, m.ten_J_rownnz, m.ten_J_rowadr, m.ten_J_colind);
  if ((m.opt_disableflags & DSBL_ACTUATION) !== 0) {
    zero(d.actuator_velocity, 0, m.nout);
    return;
  }
  mulMatVecSparse(
    d.actuator_velocity,
    0,
    d.actuator_moment,
    d.qvel,
    0,
    m.nout,
    d.moment_rownnz,
    d.moment_rowadr,
    d.moment_colind,
  );
}
