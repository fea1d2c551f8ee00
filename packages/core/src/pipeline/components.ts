import type { Data } from '../model/data.ts';
import { at, backendOf } from '../model/handle.ts';
import type { Model } from '../model/model.ts';

/** Poses of bodies, inertial frames, geoms and sites; anchors and axes of joints. */
export function kinematics(model: Model, data: Data): void {
  backendOf(model, data).kernels.kinematics(at(model), at(data));
}

/** Centres of mass, and inertias and dofs about them. */
export function comPos(model: Model, data: Data): void {
  backendOf(model, data).kernels.comPos(at(model), at(data));
}

/** Poses of cameras and lights. */
export function camlight(model: Model, data: Data): void {
  backendOf(model, data).kernels.camlight(at(model), at(data));
}

/** Joint-space inertia matrix of the bodies. */
export function crb(model: Model, data: Data): void {
  backendOf(model, data).kernels.crb(at(model), at(data));
}

/** Joint-space inertia matrix with the inertia that tendons and actuators reflect. */
export function makeM(model: Model, data: Data): void {
  backendOf(model, data).kernels.makeM(at(model), at(data));
}

/** Factor of the inertia matrix. */
export function factorM(model: Model, data: Data): void {
  backendOf(model, data).kernels.factorM(at(model), at(data));
}

/** Lengths, Jacobians and paths of tendons. */
export function tendon(model: Model, data: Data): void {
  backendOf(model, data).kernels.tendon(at(model), at(data));
}

/** Lengths and moments of actuators. */
export function transmission(model: Model, data: Data): void {
  backendOf(model, data).kernels.transmission(at(model), at(data));
}

/** Velocities of bodies and rates of dofs about the centres of mass. */
export function comVel(model: Model, data: Data): void {
  backendOf(model, data).kernels.comVel(at(model), at(data));
}

/** Passive forces. */
export function passive(model: Model, data: Data): void {
  backendOf(model, data).kernels.passive(at(model), at(data));
}

/** Potential energy, `energy[0]`. */
export function energyPos(model: Model, data: Data): void {
  backendOf(model, data).kernels.energyPos(at(model), at(data));
}

/** Kinetic energy, `energy[1]`. */
export function energyVel(model: Model, data: Data): void {
  backendOf(model, data).kernels.energyVel(at(model), at(data));
}

/** Poses, centres of mass, cameras and lights, tendons. */
export function fwdKinematics(model: Model, data: Data): void {
  backendOf(model, data).kernels.fwdKinematics(at(model), at(data));
}

/** All that depends on the position only. */
export function fwdPosition(model: Model, data: Data): void {
  backendOf(model, data).kernels.fwdPosition(at(model), at(data));
}

/** Finds all contacts. */
export function collision(model: Model, data: Data): void {
  backendOf(model, data).kernels.collision(at(model), at(data));
}

/** All that depends on position and velocity only. */
export function fwdVelocity(model: Model, data: Data): void {
  backendOf(model, data).kernels.fwdVelocity(at(model), at(data));
}

/** Acceleration without constraints. */
export function fwdAcceleration(model: Model, data: Data): void {
  backendOf(model, data).kernels.fwdAcceleration(at(model), at(data));
}

/** Constraint forces and the constrained acceleration. */
export function fwdConstraint(model: Model, data: Data): void {
  backendOf(model, data).kernels.fwdConstraint(at(model), at(data));
}

/** Warns of a bad position and starts over. */
export function checkPos(model: Model, data: Data): void {
  backendOf(model, data).kernels.checkPos(at(model), at(data));
}

/** Warns of a bad velocity and starts over. */
export function checkVel(model: Model, data: Data): void {
  backendOf(model, data).kernels.checkVel(at(model), at(data));
}

/** Warns of a bad acceleration and starts over. */
export function checkAcc(model: Model, data: Data): void {
  backendOf(model, data).kernels.checkAcc(at(model), at(data));
}

/** Semi-implicit Euler step from the results of `forward`. */
export function euler(model: Model, data: Data): void {
  backendOf(model, data).kernels.euler(at(model), at(data));
}

/** Fourth-order Runge-Kutta step from the results of `forward`. */
export function rk4(model: Model, data: Data): void {
  backendOf(model, data).kernels.rk4(at(model), at(data));
}

/** Accelerations of and forces between the bodies: `cacc`, `cfrc_int`, `cfrc_ext`. */
export function rnePostConstraint(model: Model, data: Data): void {
  backendOf(model, data).kernels.rnePostConstraint(at(model), at(data));
}

/** Velocities and angular momenta of subtrees. */
export function subtreeVel(model: Model, data: Data): void {
  backendOf(model, data).kernels.subtreeVel(at(model), at(data));
}

/** What inverse dynamics needs of the position. */
export function invPosition(model: Model, data: Data): void {
  backendOf(model, data).kernels.invPosition(at(model), at(data));
}

/** Constraint forces at the acceleration `qacc`. */
export function invConstraint(model: Model, data: Data): void {
  backendOf(model, data).kernels.invConstraint(at(model), at(data));
}

/** Distance of inverse from forward dynamics: `solver_fwdinv`. */
export function compareFwdInv(model: Model, data: Data): void {
  backendOf(model, data).kernels.compareFwdInv(at(model), at(data));
}
