import { checkFlag, checkIndex, checkLength } from '../host/arguments.ts';
import { withArrays } from '../host/backend/staging.ts';
import type { Data } from '../host/model/data.ts';
import { at, backendOf } from '../host/model/handle.ts';
import type { Model } from '../host/model/model.ts';

/**
 * Makes the constraint rows from equalities, friction loss, limits and contacts: their Jacobian `efc_J`, positions, margins and
 * regularisation. Needs `collision` and `transmission`.
 *
 * @param model The model.
 * @param data Its Data.
 * @see mj_makeConstraint
 * @example
 * fwdKinematics(model, data);
 * collision(model, data);
 * makeConstraint(model, data);
 * console.log(data.nefc);
 */
export function makeConstraint(model: Model, data: Data): void {
  backendOf(model, data).kernels.makeConstraint(at(model), at(data));
}

/**
 * Velocities and reference accelerations of the constraint rows: `efc_vel`, `efc_aref`. Needs `makeConstraint` and `qvel`.
 *
 * @param model The model.
 * @param data Its Data.
 * @see mj_referenceConstraint
 * @example
 * fwdPosition(model, data);
 * referenceConstraint(model, data);
 * console.log(data.efc_aref);
 */
export function referenceConstraint(model: Model, data: Data): void {
  backendOf(model, data).kernels.referenceConstraint(at(model), at(data));
}

/**
 * Finds the islands: sets of trees that constraints couple, with their dofs and constraint rows. Writes `nisland`, `tree_island` and their
 * like. Needs `makeConstraint`.
 *
 * @param model The model.
 * @param data Its Data.
 * @see mj_island
 * @example
 * fwdPosition(model, data);
 * findIslands(model, data);
 * console.log(data.nisland);
 */
export function findIslands(model: Model, data: Data): void {
  backendOf(model, data).kernels.island(at(model), at(data));
}

/**
 * The inertia of the constraints, as far as the solver of the model needs it: `efc_AR` and its like. Needs `makeConstraint` and `factorM`.
 *
 * @param model The model.
 * @param data Its Data.
 * @see mj_projectConstraint
 * @example
 * model.opt.solver = enums.Solver.PGS;
 * fwdPosition(model, data);
 * projectConstraint(model, data);
 * console.log(data.efc_AR.length);
 */
export function projectConstraint(model: Model, data: Data): void {
  backendOf(model, data).kernels.projectConstraint(at(model), at(data));
}

/**
 * res = J·vec, with J the constraint Jacobian `efc_J`. Needs `makeConstraint`.
 *
 * @param model The model.
 * @param data Its Data.
 * @param res Receives nefc numbers.
 * @param vec nv numbers, such as `qvel`.
 * @see mj_mulJacVec
 * @example
 * const rates = new Float64Array(data.nefc);
 * mulJacVec(model, data, rates, data.qvel);
 */
export function mulJacVec(model: Model, data: Data, res: Float64Array, vec: ArrayLike<number>): void {
  const backend = backendOf(model, data);
  checkLength('vec', vec, model.nv);
  checkLength('res', res, data.nefc);
  withArrays(backend, (kernels, use) =>
    kernels.mulJacVec(at(model), at(data), use.result(res), 0, use.inputApart(vec, res), 0),
  );
}

/**
 * res = Jᵀ·vec, with J the constraint Jacobian `efc_J`. Needs `makeConstraint`.
 *
 * @param model The model.
 * @param data Its Data.
 * @param res Receives nv numbers.
 * @param vec nefc numbers, such as `efc_force`.
 * @see mj_mulJacTVec
 * @example
 * const force = new Float64Array(model.nv);
 * mulJacTVec(model, data, force, data.efc_force);
 * console.log(force); // equals data.qfrc_constraint
 */
export function mulJacTVec(model: Model, data: Data, res: Float64Array, vec: ArrayLike<number>): void {
  const backend = backendOf(model, data);
  checkLength('vec', vec, data.nefc);
  checkLength('res', res, model.nv);
  if (data.nefc === 0) res.fill(0, 0, model.nv); // which the numeric core leaves as it is
  withArrays(backend, (kernels, use) =>
    kernels.mulJacTVec(at(model), at(data), use.result(res), 0, use.inputApart(vec, res), 0),
  );
}

/**
 * States and forces of the constraint rows at a given residual jar = J·qacc - aref: writes `efc_state`, `efc_force` and `qfrc_constraint`.
 *
 * @param model The model.
 * @param data Its Data.
 * @param jar nefc numbers: the residual of each row.
 * @param coneHessian Whether to write the Hessians of sliding elliptic contacts to `contact.H`; false by default.
 * @returns The cost of the rows.
 * @see mj_constraintUpdate
 * @example
 * const jar = new Float64Array(data.nefc);
 * mulJacVec(model, data, jar, data.qacc);
 * for (let r = 0; r < data.nefc; r++) jar[r] -= data.efc_aref[r];
 * console.log(constraintUpdate(model, data, jar));
 */
export function constraintUpdate(model: Model, data: Data, jar: ArrayLike<number>, coneHessian = false): number {
  const backend = backendOf(model, data);
  checkLength('jar', jar, data.nefc);
  checkFlag('coneHessian', coneHessian);
  return withArrays(backend, (kernels, use) =>
    kernels.constraintUpdate(at(model), at(data), use.input(jar), 0, coneHessian),
  );
}

/**
 * The force of a contact on its second geom. Needs `forward`.
 *
 * @param model The model.
 * @param data Its Data.
 * @param contact Index of the contact, below `data.ncon`.
 * @param res Receives force and torque, 3 + 3 numbers in the frame of the contact, whose first axis is the normal.
 * @see mj_contactForce
 * @example
 * const wrench = new Float64Array(6);
 * for (let c = 0; c < data.ncon; c++) {
 *   contactForce(model, data, c, wrench);
 *   console.log(wrench[0]); // normal force in newtons
 * }
 */
export function contactForce(model: Model, data: Data, contact: number, res: Float64Array): void {
  const backend = backendOf(model, data);
  checkIndex('contact', contact, data.ncon);
  checkLength('res', res, 6);
  withArrays(backend, (kernels, use) => kernels.contactForce(at(model), at(data), contact, use.result(res), 0));
}
