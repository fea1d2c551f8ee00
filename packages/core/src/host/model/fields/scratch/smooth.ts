import { fieldTable } from '../table.ts';

/** Working memory of the smooth dynamics whose size depends on the model. */
export const smoothScratch = fieldTable(`
  rneAcc         f64  nbody  6  accelerations of the bodies in rne
  rneForce       f64  nbody  6  forces on the bodies in rne
  bodyVel        f64  nbody  6  velocities of the bodies at their coms in subtreeVel
  smoothVec      f64  nv     1  M·qvel in energyVel
  jacPoint       f64  nv     3  translational Jacobian of one body in sums over a subtree
  savedAcc       f64  nv     1  qacc while inverse works with its continuous-time equivalent
  savedForce     f64  nv     1  qfrc_constraint while forward and inverse dynamics are compared
  inverseJar     f64  nefc   1  J·qacc - aref in inverse
  savedEfcForce  f64  nefc   1  efc_force while forward and inverse dynamics are compared
`);
