import type { Data } from '../model/data.ts';
import { dataArrays } from '../model/generated/layout.ts';
import { fieldNumber } from '../model/layout.ts';
import type { Model } from '../model/model.ts';

type Handle = never;

/** How the back end is handed a model or its data. */
const at = (object: Model | Data): Handle => object.block.handle as Handle;

/** Constraint rows: their Jacobian, positions, regularisation. */
export function makeConstraint(model: Model, data: Data): void {
  model.backend.kernels.makeConstraint(at(model), at(data));
}

/** Velocities and reference accelerations of the constraint rows. */
export function referenceConstraint(model: Model, data: Data): void {
  model.backend.kernels.referenceConstraint(at(model), at(data));
}

/** Islands: which trees, dofs and constraint rows belong together. */
export function island(model: Model, data: Data): void {
  model.backend.kernels.island(at(model), at(data));
}

/** What the dual solvers and exact regularisation need of the constraint inertia. */
export function projectConstraint(model: Model, data: Data): void {
  model.backend.kernels.projectConstraint(at(model), at(data));
}

const dofsField = fieldNumber(dataArrays, 'argumentDofs');
const rowsField = fieldNumber(dataArrays, 'argumentRows');
const wrenchField = fieldNumber(dataArrays, 'argumentWrench');

/** res (nefc) = J·vec */
export function mulJacVec(model: Model, data: Data, res: Float64Array, vec: ArrayLike<number>): void {
  data.view(dofsField).set(vec);
  model.backend.kernels.mulJacVecOutside(at(model), at(data));
  res.set(data.valid(rowsField));
}

/** res (nv) = Jᵀ·vec */
export function mulJacTVec(model: Model, data: Data, res: Float64Array, vec: ArrayLike<number>): void {
  data.valid(rowsField).set(vec);
  data.view(dofsField).fill(0);
  model.backend.kernels.mulJacTVecOutside(at(model), at(data));
  res.set(data.view(dofsField));
}

/**
 * States and forces of the constraint rows, and `qfrc_constraint`, at jar = J·qacc - aref; returns the cost of the rows.
 * With `coneHessian` the Hessians of sliding elliptic contacts are in `contact.H`.
 */
export function constraintUpdate(model: Model, data: Data, jar: ArrayLike<number>, coneHessian = false): number {
  data.valid(rowsField).set(jar);
  return model.backend.kernels.constraintUpdateOutside(at(model), at(data), coneHessian);
}

/** res (6) = force and torque of a contact on its second geom, in the contact frame. */
export function contactForce(model: Model, data: Data, contact: number, res: Float64Array): void {
  model.backend.kernels.contactForceOutside(at(model), at(data), contact);
  res.set(data.view(wrenchField));
}
