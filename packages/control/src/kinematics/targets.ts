import { type Data, jacBody, jacSite, jacSubtreeCom, type Model } from '@qpos/core';
import { mulQuat, negQuat, quat2Vel } from '@qpos/core/math';
import { ControlError, checkSize } from '../errors.ts';
import { positionDifference } from '../state/tangent-state.ts';

/** What a target belongs to: a site, or the frame of a body. */
interface Frame {
  /** Name of a site. */
  readonly site?: string;
  /** Name of a body, if no site is given. */
  readonly body?: string;
}

interface Weighted {
  /** How much its error counts; 1 by default. */
  readonly weight?: number;
}

/** A point that should lie somewhere in the world. */
export interface PositionTarget extends Frame, Weighted {
  /** Where, 3 numbers in metres. */
  readonly position: ArrayLike<number>;
}

/** A frame that should be turned some way in the world. */
export interface OrientationTarget extends Frame, Weighted {
  /** How, as a quaternion (w, x, y, z). */
  readonly quaternion: ArrayLike<number>;
}

/** A centre of mass that should lie somewhere. */
export interface CenterOfMassTarget extends Weighted {
  /** Where, 3 numbers in metres. */
  readonly centerOfMass: ArrayLike<number>;
  /** Name of the body whose subtree it is of; all bodies by default. */
  readonly subtree?: string;
}

/** Joints that should be somewhere. Given with other targets, it only moves what they leave free. */
export interface PostureTarget extends Weighted {
  /** Where, nq numbers. */
  readonly posture: ArrayLike<number>;
}

/** What inverse kinematics should reach. */
export type Target = PositionTarget | OrientationTarget | CenterOfMassTarget | PostureTarget;

/** A target made ready: its residual and Jacobian at a state whose kinematics and `comPos` are computed. */
export interface Task {
  readonly dim: number;
  readonly weight: number;
  /** Whether it gives way to those that are not. */
  readonly secondary: boolean;
  /** The body that moves it, with all that carry that one; or all bodies. */
  readonly bodies: number | 'all';
  /** Writes the residual (dim) and the Jacobian (dim × nv). */
  evaluate(data: Data, residual: Float64Array, jacobian: Float64Array): void;
}

/** Makes targets ready; refuses those that make no sense. */
export function prepareTarget(model: Model, target: Target, k: number): Task {
  const place = `targets[${k}]`;
  if (typeof target !== 'object' || target === null)
    throw new ControlError('bad-argument', `${place} must be an object, not ${String(target)}`);
  const weight = target.weight ?? 1;
  if (!(weight > 0 && Number.isFinite(weight)))
    throw new ControlError('bad-argument', `${place}.weight must be a number above 0, not ${String(weight)}`);
  if ('position' in target) return positionTask(model, target, weight, place);
  if ('quaternion' in target) return orientationTask(model, target, weight, place);
  if ('centerOfMass' in target) return centerOfMassTask(model, target, weight, place);
  if ('posture' in target) return postureTask(model, target, weight, place);
  throw new ControlError('bad-argument', `${place} has no position, quaternion, centerOfMass or posture`);
}

/** The object that a target belongs to. */
function frameOf(model: Model, { site, body }: Frame, place: string): { isSite: boolean; id: number } {
  if ((site === undefined) === (body === undefined))
    throw new ControlError('bad-argument', `${place} must name either a site or a body`);
  return site === undefined
    ? { isSite: false, id: model.body(body as string).id }
    : { isSite: true, id: model.site(site).id };
}

function numbersOf(name: string, given: ArrayLike<number>, size: number): Float64Array {
  checkSize(name, given, size);
  const numbers = Float64Array.from(given);
  if (!numbers.every((x) => Number.isFinite(x))) throw new ControlError('bad-argument', `${name} has NaN or infinity`);
  return numbers;
}

function positionTask(model: Model, target: PositionTarget, weight: number, place: string): Task {
  const { isSite, id } = frameOf(model, target, place);
  const wanted = numbersOf(`${place}.position`, target.position, 3);
  return {
    dim: 3,
    weight,
    secondary: false,
    bodies: isSite ? model.site_bodyid[id] : id,
    evaluate(data, residual, jacobian) {
      const at = isSite ? data.site_xpos : data.xpos;
      for (let i = 0; i < 3; i++) residual[i] = at[3 * id + i] - wanted[i];
      if (isSite) jacSite(model, data, jacobian, null, id);
      else jacBody(model, data, jacobian, null, id);
    },
  };
}

/** The residual is the rotation vector, in the world, from the wanted to the present orientation. */
function orientationTask(model: Model, target: OrientationTarget, weight: number, place: string): Task {
  const { isSite, id } = frameOf(model, target, place);
  const wanted = numbersOf(`${place}.quaternion`, target.quaternion, 4);
  const norm = Math.sqrt(wanted.reduce((sum, x) => sum + x * x, 0));
  if (!(norm > 0)) throw new ControlError('bad-argument', `${place}.quaternion is zero`);
  const inverse = negQuat(
    new Float64Array(4),
    wanted.map((x) => x / norm),
  ) as Float64Array;
  const body = isSite ? model.site_bodyid[id] : id;
  const [present, turn] = [new Float64Array(4), new Float64Array(4)];
  return {
    dim: 3,
    weight,
    secondary: false,
    bodies: body,
    evaluate(data, residual, jacobian) {
      for (let i = 0; i < 4; i++) present[i] = data.xquat[4 * body + i];
      if (isSite) {
        for (let i = 0; i < 4; i++) turn[i] = model.site_quat[4 * id + i];
        mulQuat(present, present, turn);
      }
      mulQuat(turn, present, inverse);
      quat2Vel(residual, turn, 1);
      if (isSite) jacSite(model, data, null, jacobian, id);
      else jacBody(model, data, null, jacobian, id);
    },
  };
}

function centerOfMassTask(model: Model, target: CenterOfMassTarget, weight: number, place: string): Task {
  const id = target.subtree === undefined ? 0 : model.body(target.subtree).id;
  const wanted = numbersOf(`${place}.centerOfMass`, target.centerOfMass, 3);
  return {
    dim: 3,
    weight,
    secondary: false,
    bodies: 'all',
    evaluate(data, residual, jacobian) {
      for (let i = 0; i < 3; i++) residual[i] = data.subtree_com[3 * id + i] - wanted[i];
      jacSubtreeCom(model, data, jacobian, id);
    },
  };
}

function postureTask(model: Model, target: PostureTarget, weight: number, place: string): Task {
  const wanted = numbersOf(`${place}.posture`, target.posture, model.nq);
  const { nv } = model;
  return {
    dim: nv,
    weight,
    secondary: true,
    bodies: 'all',
    evaluate(data, residual, jacobian) {
      positionDifference(residual, model, data.qpos, wanted);
      jacobian.fill(0, 0, nv * nv);
      for (let i = 0; i < nv; i++) jacobian[i * (nv + 1)] = 1;
    },
  };
}
