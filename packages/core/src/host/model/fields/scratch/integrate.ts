import { fieldTable } from '../table.ts';

/** Working memory of the integrators whose size depends on the model. */
export const integrateScratch = fieldTable(`
  stepAcc       f64  nv  1  acceleration with which the velocity is advanced
  rkQpos        f64  nq  1  position at the start of a Runge-Kutta step
  rkAct         f64  na  1  activation at the start of a Runge-Kutta step
  rkVel         f64  nv  4  velocity of each Runge-Kutta stage
  rkAcc         f64  nv  4  acceleration of each Runge-Kutta stage
  rkActDot      f64  na  4  activation rate of each Runge-Kutta stage
  rkMeanVel     f64  nv  1  weighted velocity of the Runge-Kutta stages
  rkMeanAcc     f64  nv  1  weighted acceleration of the Runge-Kutta stages
  rkMeanActDot  f64  na  1  weighted activation rate of the Runge-Kutta stages
`);
