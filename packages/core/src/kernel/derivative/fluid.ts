// @cold

import type { F64, f64, i32 } from '../dialect.ts';
import { MINVAL, PI } from '../math/scalar.ts';
import type { Data, Model } from '../model/classes.ts';
import { FluidBox, hasEllipsoid, setFluidBox } from '../passive/fluid.ts';
import { someAsleep } from '../sleep/state.ts';
import { ellipsoidByVel } from './fluid-ellipsoid.ts';
import { pointJacobian } from './point-jacobian.ts';
import { addRowSquare, SparseRow } from './product.ts';

const box = new FluidBox();
const row = new SparseRow(); // of the body's Jacobian

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
  row.values = d.pointJac;
  row.adr = r * n;
  row.columns = d.pointChain;
  row.columnadr = 0;
  row.nnz = n;
  addRowSquare(res, m, row, slope);
}

/**
 * Each of the six forces on the box of equal inertia depends on the velocity along its own axis only.
 *
 * @reads xipos ximat
 * @see mjd_inertiaBoxFluid
 */
function boxByVel(res: F64, m: Model, d: Data, b: i32): void {
  setFluidBox(box, m, d, b);
  const { x, y, z, velocity } = box;
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
