import type { Data } from '../model/data.ts';
import { dataArrays } from '../model/generated/layout.ts';
import { at, backendOf, checkIndex, checkLength } from '../model/handle.ts';
import { fieldNumber, type TypedArray } from '../model/layout.ts';
import type { Model } from '../model/model.ts';

/** Constraint rows: their Jacobian, positions, regularisation. */
export function makeConstraint(model: Model, data: Data): void {
  backendOf(model, data).kernels.makeConstraint(at(model), at(data));
}

/** Velocities and reference accelerations of the constraint rows. */
export function referenceConstraint(model: Model, data: Data): void {
  backendOf(model, data).kernels.referenceConstraint(at(model), at(data));
}

/** Islands: which trees, dofs and constraint rows belong together. */
export function island(model: Model, data: Data): void {
  backendOf(model, data).kernels.island(at(model), at(data));
}

/** What the dual solvers and exact regularisation need of the constraint inertia. */
export function projectConstraint(model: Model, data: Data): void {
  backendOf(model, data).kernels.projectConstraint(at(model), at(data));
}

const dofsField = fieldNumber(dataArrays, 'argumentDofs');
const rowsField = fieldNumber(dataArrays, 'argumentRows');
const wrenchField = fieldNumber(dataArrays, 'argumentWrench');

/** Fills `target` with the first of `values`. */
function setFrom(target: TypedArray, values: ArrayLike<number>): void {
  for (let k = 0; k < target.length; k++) target[k] = values[k] as number;
}

/** res (nefc) = J·vec */
export function mulJacVec(model: Model, data: Data, res: Float64Array, vec: ArrayLike<number>): void {
  checkLength('vec', vec, model.nv);
  checkLength('res', res, data.nefc);
  setFrom(data.view(dofsField), vec);
  backendOf(model, data).kernels.mulJacVecOutside(at(model), at(data));
  res.set(data.valid(rowsField));
}

/** res (nv) = Jᵀ·vec */
export function mulJacTVec(model: Model, data: Data, res: Float64Array, vec: ArrayLike<number>): void {
  checkLength('vec', vec, data.nefc);
  checkLength('res', res, model.nv);
  setFrom(data.valid(rowsField), vec);
  data.view(dofsField).fill(0);
  backendOf(model, data).kernels.mulJacTVecOutside(at(model), at(data));
  res.set(data.view(dofsField));
}

/**
 * States and forces of the constraint rows, and `qfrc_constraint`, at jar = J·qacc - aref; returns the cost of the rows.
 * With `coneHessian` the Hessians of sliding elliptic contacts are in `contact.H`.
 */
export function constraintUpdate(model: Model, data: Data, jar: ArrayLike<number>, coneHessian = false): number {
  checkLength('jar', jar, data.nefc);
  setFrom(data.valid(rowsField), jar);
  return backendOf(model, data).kernels.constraintUpdateOutside(at(model), at(data), coneHessian);
}

/** res (6) = force and torque of a contact on its second geom, in the contact frame. */
export function contactForce(model: Model, data: Data, contact: number, res: Float64Array): void {
  checkIndex('contact', contact, data.ncon);
  checkLength('res', res, 6);
  backendOf(model, data).kernels.contactForceOutside(at(model), at(data), contact);
  res.set(data.view(wrenchField));
}
