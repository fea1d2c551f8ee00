import { fieldTable } from '../table.ts';

/** Working memory of `derivative` and of the implicit integrators whose size depends on the model. */
export const derivativeScratch = fieldTable(`
  pointChain      i32  nv     1  dofs that move the body whose fluid force is differentiated
  pointJac        f64  nv     6  rotational and translational Jacobian of that body, in its own frame
  velByVel        f64  nB     6  derivatives of the velocities of bodies
  accByVel        f64  nB     6  derivatives of the bias accelerations of bodies
  forceByVel      f64  nB     6  derivatives of the bias forces on bodies
  addedByVel      f64  nv     6  one part of the derivatives of the force on a body
  rateByVel       f64  nD     6  derivatives of the rates of dofs
  biasRow         f64  nv     1  derivatives of one bias force
  implicitForce   f64  nv     1  force of an implicit step
  luLeft          i32  nv     1  entries of each row that the LU factorisation has not reached
  metricM         f64  nC     1  effective metric without tendons and actuators, in the pattern of M
  metricDeriv     f64  nD     1  derivative of the drag of the medium in the effective metric
  metricForce     f64  nv     1  smooth force with the corrections of the effective metric
  metricResidual  f64  nv     1  residual of the conjugate gradients in the effective metric
  metricSearch    f64  nv     1  their direction
  metricImage     f64  nv     1  the metric times their direction
  metricStep      f64  nv     1  their residual divided by the backbone of the metric
  treeTouched     i32  ntree  1  whether something acts on a tree that the metric of its own does not have
  diagBase        f64  nefc   1  estimate of the constraint inertia in the metric of M
`);
