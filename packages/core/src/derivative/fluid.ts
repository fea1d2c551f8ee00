import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import { objectVelocity } from '../kinematics/object-motion.ts';
import { mulMatTVec3 } from '../math/mat3.ts';
import { MINVAL, PI } from '../math/scalar.ts';
import { subFrom3 } from '../math/vec3.ts';
import { OBJ_BODY } from '../model/constants.ts';
import type { Data, Model } from '../model/kernel.ts';
import { box, hasEllipsoid, setBox } from '../passive/fluid.ts';
import { someAsleep } from '../sleep/state.ts';
import { ellipsoidByVel } from './fluid-ellipsoid.ts';
import { pointJacobian } from './point-jacobian.ts';
import { addOuter } from './product.ts';

const velocity = scratchF64(6); // of the body relative to the medium, in its inertial frame
const wind = scratchF64(3); // in the inertial frame

/**
 * res += d qfrc_fluid / d qvel, in the pattern of D; with `dragOnly`, only what takes energy away.
 *
 * @reads nbody_awake body_awake_ind
 * @see mjd_passive_vel
 */
export function fluidByVel(res: F64, m: Model, d: Data, dragOnly: boolean): void {
  if (m.opt_viscosity <= 0 && m.opt_density <= 0) return;
  const filter = someAsleep(m, d);
  const nbody: i32 = filter ? d.nbody_awake : m.nbody;
  for (let k = 0; k < nbody; k++) {
    const b: i32 = filter ? d.body_awake_ind[k] : k;
    if (m.body_mass[b] < MINVAL) continue;
    if (hasEllipsoid(m, b)) ellipsoidByVel(res, m, d, b, dragOnly);
    else boxByVel(res, m, d, b);
  }
}

/** res += slope·JᵀJ for row `r` of the body's Jacobian. @reads pointJac pointChain */
function addAxis(res: F64, m: Model, d: Data, r: i32, n: i32, slope: f64): void {
  addOuter(res, m, d.pointJac, r * n, d.pointChain, 0, n, d.pointJac, r * n, d.pointChain, 0, n, slope);
}

/**
 * Each of the six forces on the box of equal inertia depends on the velocity along its own axis only.
 *
 * @reads xipos ximat
 * @see mjd_inertiaBoxFluid
 */
function boxByVel(res: F64, m: Model, d: Data, b: i32): void {
  setBox(m, b);
  const x = box[0];
  const y = box[1];
  const z = box[2];
  objectVelocity(m, d, OBJ_BODY, b, velocity, 0, true);
  mulMatTVec3(wind, 0, d.ximat, 9 * b, m.opt_wind, 0);
  subFrom3(velocity, 3, wind, 0);
  const n = pointJacobian(m, d, b, d.xipos, 3 * b, d.ximat, 9 * b);

  if (m.opt_viscosity > 0) {
    const diameter = (x + y + z) / 3;
    const angular = -PI * diameter * diameter * diameter * m.opt_viscosity;
    const linear = -3 * PI * diameter * m.opt_viscosity;
    for (let k = 0; k < 3; k++) addAxis(res, m, d, k, n, angular);
    for (let k = 3; k < 6; k++) addAxis(res, m, d, k, n, linear);
  }
  if (m.opt_density > 0) {
    const rho = m.opt_density;
    const x4 = x * x * x * x;
    const y4 = y * y * y * y;
    const z4 = z * z * z * z;
    addAxis(res, m, d, 0, n, (-rho * x * (y4 + z4) * 2 * Math.abs(velocity[0])) / 64);
    addAxis(res, m, d, 1, n, (-rho * y * (x4 + z4) * 2 * Math.abs(velocity[1])) / 64);
    addAxis(res, m, d, 2, n, (-rho * z * (x4 + y4) * 2 * Math.abs(velocity[2])) / 64);
    addAxis(res, m, d, 3, n, -0.5 * rho * y * z * 2 * Math.abs(velocity[3]));
    addAxis(res, m, d, 4, n, -0.5 * rho * x * z * 2 * Math.abs(velocity[4]));
    addAxis(res, m, d, 5, n, -0.5 * rho * x * y * 2 * Math.abs(velocity[5]));
  }
}
