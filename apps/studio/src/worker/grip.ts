import { type Data, enums, type Model, objectVelocity } from '@qpos/core';

/** What holds a vertex of a flex: bodies near it, with weights that sum to one. */
export interface Grip {
  readonly vertex: number;
  readonly bodies: Int32Array;
  readonly weights: Float64Array;
  /** The mass that is felt at the vertex. */
  readonly mass: number;
  /** The mass of the whole flex. */
  readonly total: number;
}

/** How far around a vertex fingers hold. */
export const REACH = 0.12; // of the size of the flex: how far around the vertex a grip extends
const LEAST_WEIGHT = 0.02;
const velocity = new Float64Array(6);

/** The flex of a vertex. */
export const flexOf = (model: Model, vertex: number): number => {
  let f = 0;
  while (f + 1 < model.nflex && model.flex_vertadr[f + 1] <= vertex) f++;
  return f;
};

/** The bodies that move a flex: those of its control nodes if it has such, else those of its vertices. */
function carriers(model: Model, f: number): number[] {
  const nodes = model.flex_nodenum[f] > 0;
  const ids = nodes ? model.flex_nodebodyid : model.flex_vertbodyid;
  const from = nodes ? model.flex_nodeadr[f] : model.flex_vertadr[f];
  const count = nodes ? model.flex_nodenum[f] : model.flex_vertnum[f];
  return [...new Set(ids.subarray(from, from + count))].filter((b) => b > 0 && model.body_weldid[b] > 0);
}

/** Diagonal of the box around the vertices of a flex. */
export function sizeOf(model: Model, data: Data, f: number): number {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let v = model.flex_vertadr[f]; v < model.flex_vertadr[f] + model.flex_vertnum[f]; v++)
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k] ?? 0, data.flexvert_xpos[3 * v + k]);
      high[k] = Math.max(high[k] ?? 0, data.flexvert_xpos[3 * v + k]);
    }
  return Math.hypot(...high.map((x, k) => x - (low[k] ?? 0)));
}

/** Takes hold of a vertex as fingers do: of what is around it, the nearest most. Undefined where nothing can move. */
export function takeGrip(model: Model, data: Data, vertex: number): Grip | undefined {
  const f = flexOf(model, vertex);
  const all = carriers(model, f);
  if (all.length === 0) return undefined;
  const distances = all.map((b) =>
    Math.hypot(...[0, 1, 2].map((k) => data.xpos[3 * b + k] - data.flexvert_xpos[3 * vertex + k])),
  );
  const reach = Math.max(REACH * sizeOf(model, data, f), 1.5 * Math.min(...distances));
  const raw = distances.map((d) => Math.exp(-((d / reach) ** 2)));
  const held = all.map((body, k) => ({ body, weight: raw[k] ?? 0 })).filter(({ weight }) => weight > LEAST_WEIGHT);
  const sum = held.reduce((s, { weight }) => s + weight, 0);
  const weights = Float64Array.from(held, ({ weight }) => weight / sum);
  const bodies = Int32Array.from(held, ({ body }) => body);
  let inverse = 0;
  bodies.forEach((b, k) => {
    inverse += weights[k] ** 2 * model.body_invweight0[2 * b];
  });
  const total = all.reduce((m, b) => m + model.body_mass[b], 0);
  return { vertex, bodies, weights, mass: inverse > 0 ? 1 / inverse : total, total };
}

/** How stiff the mouse's spring can be. */
export const STIFFEST = 0.25; // radians of the spring's oscillation per time step

/**
 * Pulls a gripped vertex to a target by a damped spring; writes `xfrc_applied`. The spring carries the whole flex as that of a rigid body
 * does, unless this were too stiff for the time step.
 */
export function pullVertex(model: Model, data: Data, grip: Grip, target: ArrayLike<number>): void {
  const { bodies, weights, vertex, mass, total } = grip;
  const { timestep } = model.opt;
  const stiffness = Math.min(model.vis.map.stiffness * Math.max(1, total / mass), (STIFFEST / timestep) ** 2);
  const speed = [0, 0, 0];
  bodies.forEach((b, k) => {
    objectVelocity(model, data, enums.ObjType.BODY, b, velocity, false);
    for (let a = 0; a < 3; a++) speed[a] = (speed[a] ?? 0) + weights[k] * velocity[3 + a];
  });
  bodies.forEach((b, k) => {
    for (let a = 0; a < 3; a++) {
      const offset = target[a] - data.flexvert_xpos[3 * vertex + a];
      data.xfrc_applied[6 * b + a] = weights[k] * mass * (stiffness * offset - Math.sqrt(stiffness) * (speed[a] ?? 0));
    }
  });
}

/** Lets go of a vertex. */
export function releaseGrip(data: Data, { bodies }: Grip): void {
  for (const b of bodies) data.xfrc_applied.fill(0, 6 * b, 6 * b + 6);
}
