import { type i32, scratchF64 } from '../dialect.ts';
import { applyFT } from '../kinematics/apply-force.ts';
import { objectVelocity } from '../kinematics/object-motion.ts';
import { mulMatTVec3, mulMatVec3 } from '../math/mat3.ts';
import { MINVAL, max, PI } from '../math/scalar.ts';
import { zero6 } from '../math/spatial.ts';
import { scl3, subFrom3 } from '../math/vec3.ts';
import { NFLUID, OBJ_BODY } from '../model/constants.ts';
import type { Data, Model } from '../model/kernel.ts';
import { someAsleep } from '../sleep/state.ts';
import { ellipsoidFluid } from './fluid-ellipsoid.ts';

const velocity = scratchF64(6); // of the body relative to the medium, in its inertial frame
const wind = scratchF64(3); // in the inertial frame
const force = scratchF64(6); // torque and force in the inertial frame
const world = scratchF64(6); // torque and force in the world
/** Sides of the box of equal inertia. */
export const box = scratchF64(3);

/**
 * Forces of the medium on every body with mass: of its ellipsoids if it has any, else of the box with its inertia.
 * Returns whether there is a medium.
 *
 * @reads qfrc_fluid nbody_awake body_awake_ind
 * @writes qfrc_fluid
 * @see mj_fluid
 */
export function fluid(m: Model, d: Data): boolean {
  if (m.opt_viscosity === 0 && m.opt_density === 0) return false;
  const filter = someAsleep(m, d);
  const nbody: i32 = filter ? d.nbody_awake : m.nbody;
  for (let k = 0; k < nbody; k++) {
    const b: i32 = filter ? d.body_awake_ind[k] : k;
    if (m.body_mass[b] < MINVAL) continue;
    if (hasEllipsoid(m, b)) ellipsoidFluid(m, d, b);
    else boxFluid(m, d, b);
  }
  return true;
}

/** Whether a geom of the body interacts with the medium as an ellipsoid. */
export function hasEllipsoid(m: Model, b: i32): boolean {
  const end = m.body_geomadr[b] + m.body_geomnum[b];
  for (let g = m.body_geomadr[b]; g < end; g++) if (m.geom_fluid[NFLUID * g] > 0) return true;
  return false;
}

/** box = sides of the box of uniform density that has the body's mass and inertia. */
export function setBox(m: Model, b: i32): void {
  const I = m.body_inertia;
  const x = I[3 * b];
  const y = I[3 * b + 1];
  const z = I[3 * b + 2];
  const mass = m.body_mass[b];
  box[0] = Math.sqrt((max(MINVAL, y + z - x) / mass) * 6);
  box[1] = Math.sqrt((max(MINVAL, x + z - y) / mass) * 6);
  box[2] = Math.sqrt((max(MINVAL, x + y - z) / mass) * 6);
}

/**
 * Viscous resistance of a sphere and drag of the faces of the box of equal inertia.
 *
 * @reads ximat xipos
 * @see mj_inertiaBoxFluidModel
 */
function boxFluid(m: Model, d: Data, b: i32): void {
  setBox(m, b);
  const x = box[0];
  const y = box[1];
  const z = box[2];
  objectVelocity(m, d, OBJ_BODY, b, velocity, 0, true);
  mulMatTVec3(wind, 0, d.ximat, 9 * b, m.opt_wind, 0);
  subFrom3(velocity, 3, wind, 0);
  zero6(force, 0);

  if (m.opt_viscosity > 0) {
    const diameter = (x + y + z) / 3;
    scl3(force, 0, velocity, 0, -PI * diameter * diameter * diameter * m.opt_viscosity);
    scl3(force, 3, velocity, 3, -3 * PI * diameter * m.opt_viscosity);
  }
  if (m.opt_density > 0) {
    const rho = m.opt_density;
    const half = 0.5 * rho;
    force[3] -= half * y * z * Math.abs(velocity[3]) * velocity[3];
    force[4] -= half * x * z * Math.abs(velocity[4]) * velocity[4];
    force[5] -= half * x * y * Math.abs(velocity[5]) * velocity[5];
    const x4 = x * x * x * x;
    const y4 = y * y * y * y;
    const z4 = z * z * z * z;
    force[0] -= (rho * x * (y4 + z4) * Math.abs(velocity[0]) * velocity[0]) / 64;
    force[1] -= (rho * y * (x4 + z4) * Math.abs(velocity[1]) * velocity[1]) / 64;
    force[2] -= (rho * z * (x4 + y4) * Math.abs(velocity[2]) * velocity[2]) / 64;
  }
  mulMatVec3(world, 0, d.ximat, 9 * b, force, 0);
  mulMatVec3(world, 3, d.ximat, 9 * b, force, 3);
  applyFT(m, d, world, 3, world, 0, d.xipos, 3 * b, b, d.qfrc_fluid, 0);
}
