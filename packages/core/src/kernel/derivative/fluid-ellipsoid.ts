// @cold

import { type F64, type f64, type i32, scratchF64 } from '../dialect.ts';
import { objectVelocity } from '../kinematics/object-motion.ts';
import { symmetrize, zero } from '../math/linear/dense.ts';
import { mulMatTVec3 } from '../math/mat3.ts';
import { MINVAL, max, min, PI } from '../math/scalar.ts';
import { norm3, set3, subFrom3 } from '../math/vec3.ts';
import type { Data, Model } from '../model/classes.ts';
import { INT_IMPLICITFAST, NFLUID, OBJ_GEOM } from '../model/constants.ts';
import { geomSemiAxes, maxMoment, TINY } from '../passive/fluid-ellipsoid.ts';
import { isFreeBody } from './free-body.ts';
import { addPointBlock, pointJacobian } from './point-jacobian.ts';

// quarters of a 6×6 matrix over (angular, linear), by their first element
const ANGULAR_ANGULAR: i32 = 0;
const ANGULAR_LINEAR: i32 = 3;
const LINEAR_ANGULAR: i32 = 18;
const LINEAR_LINEAR: i32 = 21;

const velocity = scratchF64(6); // of the geom relative to the medium, in its frame: angular, linear
const wind = scratchF64(3); // in the frame of the geom
const semi = scratchF64(3); // semi-axes
const block = scratchF64(36); // d(torque, force) / d(angular, linear velocity)
const weight = scratchF64(3); // squared area of the section across each axis, over π²
const moment = scratchF64(3); // moment coefficient of each axis
const slope = scratchF64(3); // of an area or a moment by velocity
const part = scratchF64(9); // one term of a quarter

/**
 * res += derivative of the forces of the ellipsoids of a body, in the pattern of D; with `dragOnly`, without lift and added mass.
 *
 * @reads geom_xpos geom_xmat
 * @see mjd_ellipsoidFluid
 */
export function ellipsoidByVel(res: F64, m: Model, d: Data, b: i32, dragOnly: boolean): void {
  const symmetric = dragOnly || (m.opt_integrator === INT_IMPLICITFAST && !isFreeBody(m, m.body_weldid[b]));
  const end = m.body_geomadr[b] + m.body_geomnum[b];
  for (let g = m.body_geomadr[b]; g < end; g++) {
    if (m.geom_fluid[NFLUID * g] === 0) continue;
    geomSemiAxes(semi, 0, m.geom_size, 3 * g, m.geom_type[g]);
    objectVelocity(m, d, OBJ_GEOM, g, velocity, 0, true);
    mulMatTVec3(wind, 0, d.geom_xmat, 9 * g, m.opt_wind, 0);
    subFrom3(velocity, 3, wind, 0);
    zero(block, 0, 36);
    setWeights();
    if (!dragOnly) {
      magnusByVel(m, NFLUID * g);
      kuttaByVel(m, NFLUID * g);
    }
    dragByVel(m, NFLUID * g);
    torqueByVel(m, NFLUID * g);
    if (!dragOnly) addedMassByVel(m, NFLUID * g + 6);
    if (symmetric) symmetrize(block, 0, block, 0, 6);
    addPointBlock(res, m, d, block, pointJacobian(m, d, b, d.geom_xpos, 3 * g, d.geom_xmat, 9 * g));
  }
}

/** Adds the matrix of the cross product (x, y, z)×, its columns scaled by s, to a quarter of the block. */
function addCross(quarter: i32, x: f64, y: f64, z: f64, sx: f64, sy: f64, sz: f64): void {
  block[quarter + 1] += -z * sy;
  block[quarter + 2] += y * sz;
  block[quarter + 6] += z * sx;
  block[quarter + 8] += -x * sz;
  block[quarter + 12] += -y * sx;
  block[quarter + 13] += x * sy;
}

/** Adds `part` to a quarter of the block. */
function addPart(quarter: i32): void {
  for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) block[quarter + 6 * i + j] += part[3 * i + j];
}

/** Magnus lift: coefficient · w × v. */
function magnusByVel(m: Model, f: i32): void {
  const volume = (4.0 / 3.0) * PI * semi[0] * semi[1] * semi[2];
  const s = m.geom_fluid[f + 5] * m.opt_density * volume;
  addCross(LINEAR_ANGULAR, -(s * velocity[3]), -(s * velocity[4]), -(s * velocity[5]), 1, 1, 1);
  addCross(LINEAR_LINEAR, s * velocity[0], s * velocity[1], s * velocity[2], 1, 1, 1);
}

function square(x: f64): f64 {
  return x * x;
}

function setWeights(): void {
  weight[0] = square(semi[1] * semi[2]);
  weight[1] = square(semi[2] * semi[0]);
  weight[2] = square(semi[0] * semi[1]);
}

/** Σ weightᵏ·v², k = 1 or 2: numerator and denominator of the projected area. */
function projection(squared: boolean): f64 {
  let s: f64 = 0;
  for (let k = 0; k < 3; k++) {
    const w = weight[k];
    const c: f64 = squared ? w * w : w;
    s += c * (velocity[3 + k] * velocity[3 + k]);
  }
  return s;
}

/** Σ v²·(weight of axis `i` - weight): what the derivatives of the projected area are made of. */
function imbalance(i: i32): f64 {
  let s: f64 = 0;
  for (let k = 0; k < 3; k++) if (k !== i) s += velocity[3 + k] * velocity[3 + k] * (weight[i] - weight[k]);
  return s;
}

/**
 * Kutta lift: cosine · area · ((weight·v) × v) × v.
 */
function kuttaByVel(m: Model, f: i32): void {
  const denominator = projection(true);
  const numerator = projection(false);
  const vx = velocity[3];
  const vy = velocity[4];
  const vz = velocity[5];
  const speed2 = vx * vx + vy * vy + vz * vz;
  const scale = (PI * m.geom_fluid[f + 4] * m.opt_density) / max(TINY, Math.sqrt(denominator * numerator * speed2));
  const ratio = numerator / max(TINY, denominator);
  const cosine = numerator / max(TINY, speed2);
  for (let k = 0; k < 3; k++) slope[k] = weight[k] * weight[k] * ratio - weight[k] + cosine;
  for (let i = 0; i < 3; i++) {
    const excess = imbalance(i);
    for (let j = 0; j < 3; j++) {
      const both = (weight[j] - weight[i]) * (2 * numerator) + slope[j] * excess;
      part[3 * i + j] = both * (velocity[3 + i] * velocity[3 + j]);
    }
    part[4 * i] -= excess * numerator;
  }
  for (let k = 0; k < 9; k++) part[k] *= scale;
  addPart(LINEAR_LINEAR);
}

/** Stokes resistance and quadratic drag of the projected area. */
function dragByVel(m: Model, f: i32): void {
  const rho = m.opt_density;
  const blunt = m.geom_fluid[f + 1];
  const slender = m.geom_fluid[f + 2];
  const vx = velocity[3];
  const vy = velocity[4];
  const vz = velocity[5];
  const longest = max(max(semi[0], semi[1]), semi[2]);
  const shortest = min(min(semi[0], semi[1]), semi[2]);
  const middle = semi[0] + semi[1] + semi[2] - longest - shortest;
  const diameter = (2.0 / 3.0) * (semi[0] + semi[1] + semi[2]);
  const denominator = projection(true);
  const numerator = projection(false);
  const area = PI * Math.sqrt(denominator / max(TINY, numerator));
  const speed2 = vx * vx + vy * vy + vz * vz;
  const speed = Math.sqrt(speed2);
  const linear = m.opt_viscosity * 3 * PI * diameter;
  const quadratic = rho * (area * blunt + slender * (PI * longest * middle - area));

  // d area / d velocity, times what it counts
  const byArea = rho * speed * (blunt - slender);
  const areaScale = PI / max(TINY, Math.sqrt(numerator * numerator * numerator * denominator));
  for (let i = 0; i < 3; i++) {
    let s: f64 = 0;
    for (let k = 0; k < 3; k++)
      if (k !== i) s += weight[k] * (velocity[3 + k] * velocity[3 + k]) * (weight[i] - weight[k]);
    slope[i] = byArea * areaScale * weight[i] * velocity[3 + i] * s;
  }

  const outer = -quadratic * (1 / max(TINY, speed));
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      let s: f64 = velocity[3 + i] * velocity[3 + j];
      if (i === j) s += speed2;
      part[3 * i + j] = s * outer + slope[j] * -velocity[3 + i];
    }
    part[4 * i] -= linear;
  }
  addPart(LINEAR_LINEAR);
}

/** Stokes resistance and quadratic drag of rotation. */
function torqueByVel(m: Model, f: i32): void {
  const a = semi[0];
  const b = semi[1];
  const c = semi[2];
  const slender = m.geom_fluid[f + 2];
  const angular = m.geom_fluid[f + 3];
  const longest = max(max(a, b), c);
  const shortest = min(min(a, b), c);
  const middle = a + b + c - longest - shortest;
  const diameter = (2.0 / 3.0) * (a + b + c);
  const largest = (8.0 / 15.0) * PI * middle * (longest * longest) * (longest * longest);
  set3(moment, 0, maxMoment(a, b, c), maxMoment(b, c, a), maxMoment(c, a, b));
  for (let k = 0; k < 3; k++) {
    moment[k] = angular * moment[k] + slender * (largest - moment[k]);
    slope[k] = velocity[k] * moment[k];
  }
  const scale = m.opt_density / max(MINVAL, norm3(slope, 0));
  for (let k = 0; k < 3; k++) slope[k] = -scale * velocity[k] * moment[k] * moment[k];
  const linear = m.opt_viscosity * (PI * diameter * diameter * diameter);
  const diagonal = velocity[0] * slope[0] + velocity[1] * slope[1] + velocity[2] * slope[2] - linear;
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++) {
      const start: f64 = i === j ? diagonal : 0.0;
      part[3 * i + j] = start + slope[j] * velocity[i];
    }
  addPart(ANGULAR_ANGULAR);
}

/** The medium that moves with the geom, momentum × velocity: virtual mass at `v`, virtual inertia at `v + 3`. */
function addedMassByVel(m: Model, v: i32): void {
  const rho = m.opt_density;
  const mx = rho * m.geom_fluid[v];
  const my = rho * m.geom_fluid[v + 1];
  const mz = rho * m.geom_fluid[v + 2];
  const ix = rho * m.geom_fluid[v + 3];
  const iy = rho * m.geom_fluid[v + 4];
  const iz = rho * m.geom_fluid[v + 5];
  const wx = velocity[0];
  const wy = velocity[1];
  const wz = velocity[2];
  const vx = velocity[3];
  const vy = velocity[4];
  const vz = velocity[5];
  addCross(ANGULAR_ANGULAR, ix * wx, iy * wy, iz * wz, 1, 1, 1);
  addCross(ANGULAR_ANGULAR, -wx, -wy, -wz, ix, iy, iz);
  addCross(ANGULAR_LINEAR, mx * vx, my * vy, mz * vz, 1, 1, 1);
  addCross(ANGULAR_LINEAR, -vx, -vy, -vz, mx, my, mz);
  addCross(LINEAR_ANGULAR, mx * vx, my * vy, mz * vz, 1, 1, 1);
  addCross(LINEAR_LINEAR, -wx, -wy, -wz, mx, my, mz);
}
