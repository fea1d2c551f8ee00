import { fieldTable } from '../table.ts';

/** Working memory of tendons and `actuation` whose size depends on the model. */
export const actuationScratch = fieldTable(`
  tendonJac     f64  nv       6  Jacobians of the two ends of a tendon segment
  tendonRow     f64  nv       1  time derivative of the Jacobian of a tendon segment
  momentRow     f64  nv       1  moment of one actuator, unpacked
  momentGap     f64  nv       1  moment of contacts that make no force yet
  normalWeight  f64  nefc     1  weights of constraint rows that give the mean contact normal
  ctrlUsed      f64  nu       1  controls after delay, clamping, and slew limits
  tendonForce   f64  ntendon  1  sum of the actuator forces of a tendon
`);
