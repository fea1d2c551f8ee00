import type { Data, Model } from '@qpos/core';
import { WrapType } from '@qpos/core/enums';
import { PartsError } from '../errors.ts';
import { Route, type RouteElement } from './route.ts';

/**
 * Makes a route whose frames are the bodies of a model follow its Data. Needs `comPos`.
 *
 * @param model The model.
 * @param data Its Data.
 * @param route The route.
 * @param jacobian Receives the slope of the length by each degree of freedom, `nv` numbers, or is left out.
 * @returns The length in metres.
 * @example
 * const cable = new Route([{ point: [0, 0, 1] }, { point: [0, 0, 0], frame: model.body('arm').id }]);
 * const jacobian = new Float64Array(model.nv);
 * console.log(followModel(model, data, cable, jacobian));
 */
export function followModel(model: Model, data: Data, route: Route, jacobian?: Float64Array): number {
  if (!(route instanceof Route)) throw new PartsError('bad-argument', 'route must be a Route');
  checkData(model, data);
  if (route.frames > model.nbody)
    throw new PartsError(
      'bad-argument',
      `the route refers to frame ${route.frames - 1}, a body that the model has not`,
    );
  route.update(data.xpos, data.xmat);
  if (jacobian === undefined) return route.length;
  if (!(jacobian instanceof Float64Array) || jacobian.length < model.nv)
    throw new PartsError('bad-argument', `jacobian must be a Float64Array of ${model.nv} numbers`);
  jacobian.fill(0);
  for (let b = 1; b < route.frames; b++) addForce(jacobian, model, data, b, route.wrenches, -1);
  return route.length;
}

/**
 * Adds the forces of a tension along a route to forces of the degrees of freedom. The route must have followed the Data.
 *
 * @param model The model.
 * @param data Its Data.
 * @param route The route.
 * @param tension Tension in newtons.
 * @param force Receives `nv` numbers, such as `data.qfrc_applied`; they are added.
 * @example
 * const rope = new Route([{ point: [0, 0, 1] }, { point: [0, 0, 0], frame: model.body('arm').id }]);
 * followModel(model, data, rope);
 * applyTension(model, data, rope, 20, data.qfrc_applied);
 */
export function applyTension(model: Model, data: Data, route: Route, tension: number, force: Float64Array): void {
  if (!(route instanceof Route)) throw new PartsError('bad-argument', 'route must be a Route');
  checkData(model, data);
  if (typeof tension !== 'number' || !Number.isFinite(tension))
    throw new PartsError('bad-argument', 'tension must be a finite number');
  if (!(force instanceof Float64Array) || force.length < model.nv)
    throw new PartsError('bad-argument', `force must be a Float64Array of ${model.nv} numbers`);
  const bodies = Math.min(route.frames, model.nbody);
  for (let b = 1; b < bodies; b++) addForce(force, model, data, b, route.wrenches, tension);
}

function checkData(model: Model, data: Data): void {
  if (typeof model?.nbody !== 'number' || data?.model !== model)
    throw new PartsError('bad-argument', 'data must be a Data of the model');
}

/** res += scale·Jᵀ·wrench, the wrench of a body at the origin of its frame. */
function addForce(
  res: Float64Array,
  model: Model,
  data: Data,
  body: number,
  wrenches: Float64Array,
  scale: number,
): void {
  const { body_rootid, body_dofnum, body_dofadr, body_parentid, dof_parentid } = model;
  const { cdof, xpos, subtree_com } = data;
  const w = 6 * body;
  const [fx, fy, fz] = [wrenches[w + 3], wrenches[w + 4], wrenches[w + 5]];
  if (fx === 0 && fy === 0 && fz === 0 && wrenches[w] === 0 && wrenches[w + 1] === 0 && wrenches[w + 2] === 0) return;
  // about the centre of mass of the tree, where cdof is given
  const com = 3 * body_rootid[body];
  const x = xpos[3 * body] - subtree_com[com];
  const y = xpos[3 * body + 1] - subtree_com[com + 1];
  const z = xpos[3 * body + 2] - subtree_com[com + 2];
  const tx = wrenches[w] + y * fz - z * fy;
  const ty = wrenches[w + 1] + z * fx - x * fz;
  const tz = wrenches[w + 2] + x * fy - y * fx;
  let b = body;
  while (b > 0 && body_dofnum[b] === 0) b = body_parentid[b];
  for (let i = b > 0 ? body_dofadr[b] + body_dofnum[b] - 1 : -1; i >= 0; i = dof_parentid[i]) {
    const c = 6 * i;
    const torque = cdof[c] * tx + cdof[c + 1] * ty + cdof[c + 2] * tz;
    res[i] += scale * (torque + cdof[c + 3] * fx + cdof[c + 4] * fy + cdof[c + 5] * fz);
  }
}

/**
 * The route of a spatial tendon of a model: its sites and geoms, in the frames of their bodies.
 *
 * @param model The model.
 * @param tendon Name or index of the tendon.
 * @returns The elements, for `new Route(...)`.
 * @example
 * const fixed = loadModel(`<mujoco><worldbody><site name="a"/><site name="b" pos="1 0 0"/></worldbody>
 *   <tendon><spatial name="wire"><site site="a"/><site site="b"/></spatial></tendon></mujoco>`);
 * console.log(routeOfTendon(fixed, 'wire').length); // 2
 */
export function routeOfTendon(model: Model, tendon: string | number): RouteElement[] {
  if (typeof model?.ntendon !== 'number') throw new PartsError('bad-argument', 'model must be a Model');
  const t = typeof tendon === 'string' ? model.tendon(tendon).id : tendon;
  if (!Number.isInteger(t) || t < 0 || t >= model.ntendon)
    throw new PartsError('bad-argument', `the model has no tendon ${String(tendon)}`);
  const first = model.tendon_adr[t];
  return Array.from({ length: model.tendon_num[t] }, (_, k) => elementOf(model, first + k));
}

function elementOf(m: Model, k: number): RouteElement {
  const [type, id, prm] = [m.wrap_type[k], m.wrap_objid[k], m.wrap_prm[k]];
  const site = (s: number): { point: Float64Array; frame: number } => ({
    point: m.site_pos.slice(3 * s, 3 * s + 3),
    frame: m.site_bodyid[s],
  });
  if (type === WrapType.JOINT) throw new PartsError('bad-argument', 'the tendon is a fixed one: it has no route');
  if (type === WrapType.PULLEY) return { pulley: prm };
  if (type === WrapType.SITE) return site(id);
  return {
    ...(type === WrapType.SPHERE ? { sphere: m.geom_size[3 * id] } : { cylinder: m.geom_size[3 * id] }),
    frame: m.geom_bodyid[id],
    pos: m.geom_pos.slice(3 * id, 3 * id + 3),
    quat: m.geom_quat.slice(4 * id, 4 * id + 4),
    ...(prm >= 0 && { side: site(Math.round(prm)) }),
  };
}
