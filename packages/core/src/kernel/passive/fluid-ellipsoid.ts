// @cold

import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import { applyWrench, Wrench } from '../kinematics/apply-force.ts';
import { objectVelocity } from '../kinematics/object-motion.ts';
import { scl } from '../math/linear/dense.ts';
import { mulMatTVec3, mulMatVec3 } from '../math/mat3.ts';
import { max, min, PI } from '../math/scalar.ts';
import { zero6 } from '../math/spatial.ts';
import { addTo3, copy3, cross3, norm3, set3, subFrom3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';
import { GEOM_CAPSULE, GEOM_CYLINDER, GEOM_SPHERE, NFLUID, OBJ_GEOM } from '../model/constants.ts';

/** Keeps a product of velocities to high powers from zero, so that what vanishes faster remains zero. */
export const TINY: f64 = 1e-60;

const velocity = scratchF64(6); // of the geom relative to the medium, in its frame: angular, linear
const wind = scratchF64(3); // in the frame of the geom
const force = scratchF64(6); // torque and force in the frame of the geom
const world = new Wrench(); // the same in the world
const semi = scratchF64(3); // semi-axes
const momentum = scratchF64(6); // angular and linear momentum of the entrained medium
const product = scratchF64(3); // of two vectors
const normal = scratchF64(3); // of the projected area, not of unit length
const circulation = scratchF64(3); // Kutta circulation
const resistance = scratchF64(3); // moment of quadratic drag

/** res = semi-axes of the ellipsoid that stands for a geom. */
export function geomSemiAxes(res: F64, r: i32, size: F64, s: i32, type: i32): void {
  const x = size[s];
  switch (type) {
    case GEOM_SPHERE:
      set3(res, r, x, x, x);
      return;
    case GEOM_CAPSULE:
      set3(res, r, x, x, size[s + 1] + x);
      return;
    case GEOM_CYLINDER:
      set3(res, r, x, x, size[s + 1]);
      return;
    default:
      set3(res, r, x, size[s + 1], size[s + 2]);
  }
}

/**
 * Added mass, lift and drag of the ellipsoids of a body.
 * `geom_fluid`: interaction, blunt drag, slender drag, angular drag, Kutta lift, Magnus lift, virtual mass (3), virtual inertia (3).
 *
 * @reads geom_xpos geom_xmat qfrc_fluid
 * @writes qfrc_fluid
 * @see mj_ellipsoidFluidModel
 */
export function ellipsoidFluid(m: Model, d: Data, b: i32): void {
  const end = m.body_geomadr[b] + m.body_geomnum[b];
  for (let g = m.body_geomadr[b]; g < end; g++) {
    const interaction = m.geom_fluid[NFLUID * g];
    if (interaction === 0) continue;
    geomSemiAxes(semi, 0, m.geom_size, 3 * g, m.geom_type[g]);
    objectVelocity(m, d, OBJ_GEOM, g, velocity, 0, true);
    mulMatTVec3(wind, 0, d.geom_xmat, 9 * g, m.opt_wind, 0);
    subFrom3(velocity, 3, wind, 0);
    zero6(force, 0);
    addedMass(m, NFLUID * g + 6);
    viscous(m, NFLUID * g);
    scl(force, 0, force, 0, interaction, 6);
    mulMatVec3(world.torque, 0, d.geom_xmat, 9 * g, force, 0);
    mulMatVec3(world.force, 0, d.geom_xmat, 9 * g, force, 3);
    copy3(world.point, 0, d.geom_xpos, 3 * g);
    applyWrench(m, d, world, b, d.qfrc_fluid, 0);
  }
}

/** Force of the medium that moves with the geom: momentum of its virtual mass (at `v`) and inertia (at `v + 3`). */
function addedMass(m: Model, v: i32): void {
  const rho = m.opt_density;
  for (let k = 0; k < 3; k++) {
    momentum[k] = rho * m.geom_fluid[v + 3 + k] * velocity[k];
    momentum[3 + k] = rho * m.geom_fluid[v + k] * velocity[3 + k];
  }
  cross3(product, 0, momentum, 3, velocity, 3);
  addTo3(force, 0, product, 0);
  cross3(product, 0, momentum, 0, velocity, 0);
  addTo3(force, 0, product, 0);
  cross3(product, 0, momentum, 3, velocity, 0);
  addTo3(force, 3, product, 0);
}

function square(x: f64): f64 {
  return x * x;
}

function fourth(x: f64): f64 {
  return square(square(x));
}

/** Largest moment of the ellipsoid's sections across axis `a`, with b and c the other semi-axes. */
export function maxMoment(a: f64, b: f64, c: f64): f64 {
  return (8.0 / 15.0) * PI * a * fourth(max(b, c));
}

/** Lift and drag; the coefficients of the geom start at `f`. */
function viscous(m: Model, f: i32): void {
  const { opt_density: rho, opt_viscosity: beta } = m;
  const blunt = m.geom_fluid[f + 1];
  const slender = m.geom_fluid[f + 2];
  const angular = m.geom_fluid[f + 3];
  const kutta = m.geom_fluid[f + 4];
  const magnus = m.geom_fluid[f + 5];
  const a = semi[0];
  const b = semi[1];
  const c = semi[2];
  const wx = velocity[0];
  const wy = velocity[1];
  const wz = velocity[2];
  const vx = velocity[3];
  const vy = velocity[4];
  const vz = velocity[5];
  const speed = norm3(velocity, 3);
  const volume = (4.0 / 3.0) * PI * a * b * c;
  const longest = max(max(a, b), c);
  const shortest = min(min(a, b), c);
  const middle = a + b + c - longest - shortest;
  const largestArea = PI * longest * middle;

  // area projected along the velocity, and the cosine between the velocity and its normal
  const denominator = fourth(b * c) * square(vx) + fourth(c * a) * square(vy) + fourth(a * b) * square(vz);
  const numerator = square(b * c * vx) + square(c * a * vy) + square(a * b * vz);
  const area = PI * Math.sqrt(denominator / max(TINY, numerator));
  const cosine = numerator / max(TINY, speed * denominator);

  // Magnus lift: w × v
  cross3(product, 0, velocity, 0, velocity, 3);
  const magnusScale = magnus * rho * volume;
  const mx = product[0] * magnusScale;
  const my = product[1] * magnusScale;
  const mz = product[2] * magnusScale;

  // Kutta lift: orthogonal to the velocity, from the circulation normal × v
  set3(normal, 0, square(b * c) * vx, square(c * a) * vy, square(a * b) * vz);
  cross3(circulation, 0, normal, 0, velocity, 3);
  const kuttaScale = kutta * rho * cosine * area;
  circulation[0] *= kuttaScale;
  circulation[1] *= kuttaScale;
  circulation[2] *= kuttaScale;
  cross3(product, 0, circulation, 0, velocity, 3);

  // Stokes resistance of the sphere of equal mean size, and quadratic drag
  const diameter = (2.0 / 3.0) * (a + b + c);
  const linearStokes = 3 * PI * diameter;
  const angularStokes = PI * diameter * diameter * diameter;
  const largest = (8.0 / 15.0) * PI * middle * fourth(longest);
  const ia = maxMoment(a, b, c);
  const ib = maxMoment(b, c, a);
  const ic = maxMoment(c, a, b);
  set3(
    resistance,
    0,
    wx * (angular * ia + slender * (largest - ia)),
    wy * (angular * ib + slender * (largest - ib)),
    wz * (angular * ic + slender * (largest - ic)),
  );
  const linearDrag = beta * linearStokes + rho * speed * (area * blunt + slender * (largestArea - area));
  const angularDrag = beta * angularStokes + rho * norm3(resistance, 0);
  force[0] -= angularDrag * wx;
  force[1] -= angularDrag * wy;
  force[2] -= angularDrag * wz;
  force[3] += mx + product[0] - linearDrag * vx;
  force[4] += my + product[1] - linearDrag * vy;
  force[5] += mz + product[2] - linearDrag * vz;
}
