import type { Data, Model } from '@qpos/core';
import { type SoftState, softStateOfFlex } from '@qpos/parts';
import { flexOf, REACH, STIFFEST, sizeOf } from './grip.ts';

/** What holds a vertex of a soft body of the plugin `qpos.xpbd`: vertices near it, with weights of which the largest is one. */
export interface SoftGrip {
  readonly vertex: number;
  readonly body: SoftState;
  readonly held: Int32Array;
  readonly weights: Float64Array;
}

const LEAST_WEIGHT = 0.02;

/** Takes hold of a vertex as fingers do: of what is around it, the nearest most. Undefined where nothing can move. */
export function takeSoftGrip(model: Model, data: Data, vertex: number): SoftGrip | undefined {
  const flex = flexOf(model, vertex);
  const body = softStateOfFlex(data, flex);
  if (body === undefined) return undefined;
  const { x, inverseMass } = body;
  const at = vertex - model.flex_vertadr[flex];
  const reach = REACH * sizeOf(model, data, flex);
  const all = Array.from(inverseMass, (_, v) => {
    const distance = Math.hypot(...[0, 1, 2].map((k) => x[3 * v + k] - x[3 * at + k]));
    return { v, weight: Math.exp(-((distance / reach) ** 2)) };
  });
  const held = all.filter(({ v, weight }) => weight > LEAST_WEIGHT && inverseMass[v] > 0);
  if (held.length === 0) return undefined;
  return {
    vertex: at,
    body,
    held: Int32Array.from(held, ({ v }) => v),
    weights: Float64Array.from(held, ({ weight }) => weight),
  };
}

/** Pulls a gripped vertex to a target by a damped spring for the length of a step; changes velocities, which are part of the state. */
export function pullSoftVertex(
  model: Model,
  { vertex, body, held, weights }: SoftGrip,
  target: ArrayLike<number>,
): void {
  const { x, v } = body;
  const { timestep } = model.opt;
  const stiffness = (STIFFEST / timestep) ** 2;
  held.forEach((i, k) => {
    for (let a = 0; a < 3; a++) {
      const acceleration = stiffness * (target[a] - x[3 * vertex + a]) - 2 * Math.sqrt(stiffness) * v[3 * i + a];
      v[3 * i + a] += weights[k] * acceleration * timestep;
    }
  });
}
