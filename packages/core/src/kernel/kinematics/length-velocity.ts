import { zero } from '../math/linear/dense.ts';
import { mulMatVecSparse } from '../math/linear/sparse.ts';
import type { Data, Model } from '../model/classes.ts';
import { DSBL_ACTUATION } from '../model/constants.ts';

/**
 * Rates of the lengths of flex edges, tendons and actuators: their Jacobians times qvel.
 *
 * @reads qvel flexedge_J ten_J actuator_moment moment_rownnz moment_rowadr moment_colind
 * @writes flexedge_velocity ten_velocity actuator_velocity
 */
export function lengthVelocity(m: Model, d: Data): void {
  mulMatVecSparse(
    d.flexedge_velocity,
    0,
    d.flexedge_J,
    d.qvel,
    0,
    m.nflexedge,
    m.flexedge_J_rownnz,
    m.flexedge_J_rowadr,
    m.flexedge_J_colind,
  );
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
