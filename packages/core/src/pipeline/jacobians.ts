import { stage, stageResult, unstage } from '../backend/staging.ts';
import type { Data } from '../model/data.ts';
import { at, backendOf, checkIndex, checkLength } from '../model/handle.ts';
import type { Model } from '../model/model.ts';

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
  if (jacp !== null)
    backend.kernels.jacPos(at(model), at(data), stageResult(backend, jacp), 0, stage(backend, points), offset, body);
  if (jacr !== null) backend.kernels.jacRot(at(model), at(data), stageResult(backend, jacr), 0, body);
  unstage(backend);
}

/** Jacobians (3×nv) of the world point `point` of `body`: translation `jacp`, rotation `jacr`. */
export function jac(
  model: Model,
  data: Data,
  jacp: Jacobian,
  jacr: Jacobian,
  point: ArrayLike<number>,
  body: number,
): void {
  checkIndex('body', body, model.nbody);
  checkLength('point', point, 3);
  jacAt(model, data, jacp, jacr, point, 0, body);
}

/** Jacobians of the frame of `body`. */
export function jacBody(model: Model, data: Data, jacp: Jacobian, jacr: Jacobian, body: number): void {
  checkIndex('body', body, model.nbody);
  jacAt(model, data, jacp, jacr, data.xpos, 3 * body, body);
}

/** Jacobians of the com of `body`. */
export function jacBodyCom(model: Model, data: Data, jacp: Jacobian, jacr: Jacobian, body: number): void {
  checkIndex('body', body, model.nbody);
  jacAt(model, data, jacp, jacr, data.xipos, 3 * body, body);
}

/** Jacobians of the frame of `geom`. */
export function jacGeom(model: Model, data: Data, jacp: Jacobian, jacr: Jacobian, geom: number): void {
  checkIndex('geom', geom, model.ngeom);
  jacAt(model, data, jacp, jacr, data.geom_xpos, 3 * geom, model.geom_bodyid[geom] as number);
}

/** Jacobians of the frame of `site`. */
export function jacSite(model: Model, data: Data, jacp: Jacobian, jacr: Jacobian, site: number): void {
  checkIndex('site', site, model.nsite);
  jacAt(model, data, jacp, jacr, data.site_xpos, 3 * site, model.site_bodyid[site] as number);
}

/** Jacobian of the com of the subtree of `body`. */
export function jacSubtreeCom(model: Model, data: Data, jacp: Float64Array, body: number): void {
  const backend = backendOf(model, data);
  checkIndex('body', body, model.nbody);
  checkJacobian(model, 'jacp', jacp);
  backend.kernels.jacSubtreeCom(at(model), at(data), stageResult(backend, jacp), 0, body);
  unstage(backend);
}

/** Jacobians of a world point of `body`, and of a vector `axis` that turns with it. */
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
  backend.kernels.jacAxis(at(model), at(data), stageResult(backend, jacAxis), 0, stage(backend, axis), 0, body);
  unstage(backend);
}

/** Time derivatives of the Jacobians of a point that moves with `body`. */
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
  if (jacp !== null)
    backend.kernels.jacPosDot(at(model), at(data), stageResult(backend, jacp), 0, stage(backend, point), 0, body);
  if (jacr !== null) backend.kernels.jacRotDot(at(model), at(data), stageResult(backend, jacr), 0, body);
  unstage(backend);
}

/** Matrix (3×nv) that, times qvel, is the angular momentum of the subtree of `body` about its com. */
export function angmomMat(model: Model, data: Data, mat: Float64Array, body: number): void {
  const backend = backendOf(model, data);
  checkIndex('body', body, model.nbody);
  checkJacobian(model, 'mat', mat);
  backend.kernels.angmomMat(at(model), at(data), stageResult(backend, mat), 0, body);
  unstage(backend);
}
