import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import { applyWrench, Wrench } from '../kinematics/apply-force.ts';
import { objectVelocity } from '../kinematics/object-motion.ts';
import { mulMatTVec3, mulMatVec3 } from '../math/mat3.ts';
import { MINVAL, max, PI } from '../math/scalar.ts';
import { zero6 } from '../math/spatial.ts';
import { copy3, scl3, subFrom3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';
import { NFLUID, OBJ_BODY } from '../model/constants.ts';
import { someAsleep } from '../sleep/state.ts';
import { ellipsoidFluid } from './fluid-ellipsoid.ts';

/** A body as the medium feels it: the box of uniform density that has its mass and inertia. */
export class FluidBox {
  /** Lengths of the sides. */
  x: f64 = 0;
  y: f64 = 0;
  z: f64 = 0;
  /** Velocity (rotation, translation) relative to the medium, in the inertial frame. */
  readonly velocity: F64 = scratchF64(6);
}

const box = new FluidBox();
const wind = scratchF64(3); // in the inertial frame
const force = scratchF64(6); // torque and force in the inertial frame
const world = new Wrench(); // the same in the world

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

/** @reads ximat */
export function setFluidBox(res: FluidBox, m: Model, d: Data, b: i32): void {
  const I = m.body_inertia;
  const x = I[3 * b];
  const y = I[3 * b + 1];
  const z = I[3 * b + 2];
  const mass = m.body_mass[b];
  res.x = Math.sqrt((max(MINVAL, y + z - x) / mass) * 6);
  res.y = Math.sqrt((max(MINVAL, x + z - y) / mass) * 6);
  res.z = Math.sqrt((max(MINVAL, x + y - z) / mass) * 6);
  objectVelocity(m, d, OBJ_BODY, b, res.velocity, 0, true);
  mulMatTVec3(wind, 0, d.ximat, 9 * b, m.opt_wind, 0);
  subFrom3(res.velocity, 3, wind, 0);
}

/**
 * Viscous resistance of a sphere and drag of the faces of the box of equal inertia.
 *
 * @reads ximat xipos
 * @see mj_inertiaBoxFluidModel
 */
function boxFluid(m: Model, d: Data, b: i32): void {
  setFluidBox(box, m, d, b);
  const { x, y, z, velocity } = box;
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
  mulMatVec3(world.torque, 0, d.ximat, 9 * b, force, 0);
  mulMatVec3(world.force, 0, d.ximat, 9 * b, force, 3);
  copy3(world.point, 0, d.xipos, 3 * b);
  applyWrench(m, d, world, b, d.qfrc_fluid, 0);
}
