/** The functions of this folder that take vectors, with the arguments where the world outside can put and find them. */
import type { f64, i32 } from '../dialect.ts';
import type { Data, Model } from '../model/kernel.ts';
import { contactForce } from './contact-force.ts';
import { mulJacTVec, mulJacVec } from './product.ts';
import { constraintUpdate } from './update.ts';

/** argumentRows = J·argumentDofs. @reads argumentDofs @writes argumentRows */
export function mulJacVecOutside(m: Model, d: Data): void {
  mulJacVec(m, d, d.argumentRows, 0, d.argumentDofs, 0);
}

/** argumentDofs = Jᵀ·argumentRows. @reads argumentRows @writes argumentDofs */
export function mulJacTVecOutside(m: Model, d: Data): void {
  mulJacTVec(m, d, d.argumentDofs, 0, d.argumentRows, 0);
}

/** `constraintUpdate` at argumentRows. @reads argumentRows */
export function constraintUpdateOutside(m: Model, d: Data, coneHessian: boolean): f64 {
  return constraintUpdate(m, d, d.argumentRows, 0, coneHessian);
}

/** argumentWrench = force of contact `c`. @writes argumentWrench */
export function contactForceOutside(m: Model, d: Data, c: i32): void {
  contactForce(m, d, c, d.argumentWrench, 0);
}
