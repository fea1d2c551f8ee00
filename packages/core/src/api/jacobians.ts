import { checkIndex, checkLength } from '../host/arguments.ts';
import { withArrays } from '../host/backend/staging.ts';
import type { Data } from '../host/model/data.ts';
import { at, backendOf } from '../host/model/handle.ts';
import type { Model } from '../host/model/model.ts';

/** A 3×nv matrix to write to, or null where it is not wanted. */
export type Jacobian = Float64Array | null;

function checkJacobian(model: Model, name: string, jac: Jacobian): void {
  if (jac !== null) checkLength(name, jac, 3 * model.nv);
}

function jacAt(
  model: Model,
  data: Data,
  jacp: Jacobian,
  jacr: Jacobian,
  points: ArrayLike<number>,
  offset: number,
  body: number,
): void {
  const backend = backendOf(model, data);
  checkJacobian(model, 'jacp', jacp);
  checkJacobian(model, 'jacr', jacr);
  withArrays(backend, (kernels, use) => {
    if (jacp !== null) kernels.jacPos(at(model), at(data), use.result(jacp), 0, use.input(points), offset, body);
    if (jacr !== null) kernels.jacRot(at(model), at(data), use.result(jacr), 0, body);
  });
}

/**
 * Jacobians of a point that is fixed to a body: its linear velocity is jacp·qvel, the angular velocity of the body jacr·qvel. Needs
 * `comPos`.
 *
 * @param model The model.
 * @param data Its Data.
 * @param jacp Receives the Jacobian of translation, 3 × nv by rows, or `null`.
 * @param jacr Receives the Jacobian of rotation, 3 × nv by rows, or `null`.
 * @param point The point, in the world frame.
 * @param body Index of the body.
 * @see mj_jac
 * @example
 * const jacp = new Float64Array(3 * model.nv);
 * jac(model, data, jacp, null, [0.6, 0, 0.5], model.body('forearm').id);
 */
export function jac(
  model: Model,
  data: Data,
  jacp: Jacobian,
  jacr: Jacobian,
  point: ArrayLike<number>,
  body: number,
): void {
  backendOf(model, data);
  checkIndex('body', body, model.nbody);
  checkLength('point', point, 3);
  jacAt(model, data, jacp, jacr, point, 0, body);
}

/**
 * Jacobians of the frame of a body: of its origin, and of its rotation. Needs `comPos`.
 *
 * @param model The model.
 * @param data Its Data.
 * @param jacp Receives the Jacobian of translation, 3 × nv by rows, or `null`.
 * @param jacr Receives the Jacobian of rotation, 3 × nv by rows, or `null`.
 * @param body Index of the body.
 * @see mj_jacBody
 * @example
 * const jacr = new Float64Array(3 * model.nv);
 * jacBody(model, data, null, jacr, model.body('forearm').id);
 */
export function jacBody(model: Model, data: Data, jacp: Jacobian, jacr: Jacobian, body: number): void {
  backendOf(model, data);
  checkIndex('body', body, model.nbody);
  jacAt(model, data, jacp, jacr, data.xpos, 3 * body, body);
}

/**
 * Jacobians of the centre of mass of a body, and of its rotation. Needs `comPos`.
 *
 * @param model The model.
 * @param data Its Data.
 * @param jacp Receives the Jacobian of translation, 3 × nv by rows, or `null`.
 * @param jacr Receives the Jacobian of rotation, 3 × nv by rows, or `null`.
 * @param body Index of the body.
 * @see mj_jacBodyCom
 * @example
 * const jacp = new Float64Array(3 * model.nv);
 * jacBodyCom(model, data, jacp, null, model.body('arm').id);
 */
export function jacBodyCom(model: Model, data: Data, jacp: Jacobian, jacr: Jacobian, body: number): void {
  backendOf(model, data);
  checkIndex('body', body, model.nbody);
  jacAt(model, data, jacp, jacr, data.xipos, 3 * body, body);
}

/**
 * Jacobians of the frame of a geom: of its centre, and of its rotation. Needs `comPos`.
 *
 * @param model The model.
 * @param data Its Data.
 * @param jacp Receives the Jacobian of translation, 3 × nv by rows, or `null`.
 * @param jacr Receives the Jacobian of rotation, 3 × nv by rows, or `null`.
 * @param geom Index of the geom.
 * @see mj_jacGeom
 * @example
 * const jacp = new Float64Array(3 * model.nv);
 * jacGeom(model, data, jacp, null, model.geom('lower').id);
 */
export function jacGeom(model: Model, data: Data, jacp: Jacobian, jacr: Jacobian, geom: number): void {
  backendOf(model, data);
  checkIndex('geom', geom, model.ngeom);
  jacAt(model, data, jacp, jacr, data.geom_xpos, 3 * geom, model.geom_bodyid[geom] as number);
}

/**
 * Jacobians of the frame of a site: of its centre, and of its rotation. Needs `comPos`.
 *
 * @param model The model.
 * @param data Its Data.
 * @param jacp Receives the Jacobian of translation, 3 × nv by rows, or `null`.
 * @param jacr Receives the Jacobian of rotation, 3 × nv by rows, or `null`.
 * @param site Index of the site.
 * @see mj_jacSite
 * @example
 * const jacp = new Float64Array(3 * model.nv);
 * jacSite(model, data, jacp, null, model.site('hand').id);
 */
export function jacSite(model: Model, data: Data, jacp: Jacobian, jacr: Jacobian, site: number): void {
  backendOf(model, data);
  checkIndex('site', site, model.nsite);
  jacAt(model, data, jacp, jacr, data.site_xpos, 3 * site, model.site_bodyid[site] as number);
}

/**
 * Jacobian of the centre of mass of a body with all its descendants. Needs `comPos`.
 *
 * @param model The model.
 * @param data Its Data.
 * @param jacp Receives the Jacobian of translation, 3 × nv by rows.
 * @param body Index of the body; 0 stands for the whole model.
 * @see mj_jacSubtreeCom
 * @example
 * const jacp = new Float64Array(3 * model.nv);
 * jacSubtreeCom(model, data, jacp, model.body('arm').id);
 */
export function jacSubtreeCom(model: Model, data: Data, jacp: Float64Array, body: number): void {
  const backend = backendOf(model, data);
  checkIndex('body', body, model.nbody);
  checkJacobian(model, 'jacp', jacp);
  withArrays(backend, (kernels, use) => kernels.jacSubtreeCom(at(model), at(data), use.result(jacp), 0, body));
}

/**
 * Jacobians of a point that is fixed to a body, and of a vector that turns with the body. Needs `comPos`.
 *
 * @param model The model.
 * @param data Its Data.
 * @param jacPoint Receives the Jacobian of the point, 3 × nv by rows, or `null`.
 * @param jacAxis Receives the Jacobian of the vector, 3 × nv by rows, or `null`.
 * @param point The point, in the world frame.
 * @param axis The vector, in the world frame.
 * @param body Index of the body.
 * @see mj_jacPointAxis
 * @example
 * const [jacPoint, jacAxis] = [new Float64Array(3 * model.nv), new Float64Array(3 * model.nv)];
 * jacPointAxis(model, data, jacPoint, jacAxis, [0.6, 0, 0.5], [1, 0, 0], model.body('forearm').id);
 */
export function jacPointAxis(
  model: Model,
  data: Data,
  jacPoint: Jacobian,
  jacAxis: Jacobian,
  point: ArrayLike<number>,
  axis: ArrayLike<number>,
  body: number,
): void {
  const backend = backendOf(model, data);
  jac(model, data, jacPoint, null, point, body);
  if (jacAxis === null) return;
  checkJacobian(model, 'jacAxis', jacAxis);
  checkLength('axis', axis, 3);
  withArrays(backend, (kernels, use) =>
    kernels.jacAxis(at(model), at(data), use.result(jacAxis), 0, use.input(axis), 0, body),
  );
}

/**
 * Time derivatives of the Jacobians of a point that is fixed to a body. Needs `comVel`.
 *
 * @param model The model.
 * @param data Its Data.
 * @param jacp Receives the derivative for translation, 3 × nv by rows, or `null`.
 * @param jacr Receives the derivative for rotation, 3 × nv by rows, or `null`.
 * @param point The point, in the world frame.
 * @param body Index of the body.
 * @see mj_jacDot
 * @example
 * const jacpDot = new Float64Array(3 * model.nv);
 * jacDot(model, data, jacpDot, null, [0.6, 0, 0.5], model.body('forearm').id);
 */
export function jacDot(
  model: Model,
  data: Data,
  jacp: Jacobian,
  jacr: Jacobian,
  point: ArrayLike<number>,
  body: number,
): void {
  const backend = backendOf(model, data);
  checkIndex('body', body, model.nbody);
  checkLength('point', point, 3);
  checkJacobian(model, 'jacp', jacp);
  checkJacobian(model, 'jacr', jacr);
  withArrays(backend, (kernels, use) => {
    if (jacp !== null) kernels.jacPosDot(at(model), at(data), use.result(jacp), 0, use.input(point), 0, body);
    if (jacr !== null) kernels.jacRotDot(at(model), at(data), use.result(jacr), 0, body);
  });
}

/**
 * The matrix that, multiplied by `qvel`, gives the angular momentum of a subtree about its centre of mass. Needs `comPos`.
 *
 * @param model The model.
 * @param data Its Data.
 * @param mat Receives the matrix, 3 × nv by rows.
 * @param body Index of the root of the subtree.
 * @see mj_angmomMat
 * @example
 * const mat = new Float64Array(3 * model.nv);
 * angmomMat(model, data, mat, model.body('arm').id);
 */
export function angmomMat(model: Model, data: Data, mat: Float64Array, body: number): void {
  const backend = backendOf(model, data);
  checkIndex('body', body, model.nbody);
  checkJacobian(model, 'mat', mat);
  withArrays(backend, (kernels, use) => kernels.angmomMat(at(model), at(data), use.result(mat), 0, body));
}
