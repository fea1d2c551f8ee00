import { type Data, enums, idToName, type Model } from '@qpos/core';
import { Cost } from '../costs/cost.ts';
import { type ModelTerm, termsOfModel } from '../costs/model-cost.ts';
import { ControlError, checkFunction, checkModel, checkSettings } from '../errors.ts';
import type { PlannerOptions, PlanningMethod } from '../planning/planner.ts';
import type { Interpolation } from '../planning/spline.ts';

/** A number that a residual reads, with the bounds of its slider. */
export interface TaskParameter {
  /** Name, without `residual_`. */
  readonly name: string;
  /** Its number at first. */
  readonly value: number;
  /** Least value of a slider; -∞ if the model states none. */
  readonly min: number;
  /** Largest value of a slider; ∞ if the model states none. */
  readonly max: number;
}

/**
 * Writes the residual of a task that a model states.
 *
 * @param model The model.
 * @param data The state; see `Residual`.
 * @param residual Receives the terms, one after the other.
 * @param parameters The `residual_` numbers, in the order of the model.
 */
export type TaskResidual = (model: Model, data: Data, residual: Float64Array, parameters: Float64Array) => void;

/** How a task of a model is read. */
export interface ModelTaskOptions {
  /** Settings that take the place of the model's. */
  readonly planner?: PlannerOptions;
}

const PREFIX = 'residual_';
const METHODS: Readonly<Record<number, PlanningMethod>> = { 0: 'sampling', 2: 'ilqg', 5: 'cem' };
const INTERPOLATIONS: readonly Interpolation[] = ['zero', 'linear', 'cubic'];
/** What MuJoCo MPC takes where a model states nothing. */
const DEFAULTS = { horizon: 0.5, timestep: 0.01, samples: 10, noise: 0.1, representation: 2 };

/**
 * A task as models of MuJoCo MPC state it: terms of the cost in the first sensors, settings of the planner (`agent_`, `sampling_`) and
 * parameters of the residual (`residual_`) among the numbers of `custom`. The residual itself is code.
 *
 * @example
 * const cart = loadModel(`<mujoco>
 *   <custom><numeric name="agent_horizon" data="0.3"/><numeric name="residual_goal" data="0.5 -1 1"/></custom>
 *   <worldbody><body><joint name="slide" type="slide" axis="1 0 0"/><geom size="0.1"/></body></worldbody>
 *   <actuator><motor joint="slide" ctrlrange="-1 1"/></actuator>
 *   <sensor><user name="place" dim="1" user="6 2 0 10 0.1"/></sensor></mujoco>`);
 * const task = new ModelTask(cart, (_, d, residual, parameters) => {
 *   residual[0] = d.qpos[0] - parameters[0];
 * });
 * task.setParameter('goal', 0.8);
 * const planner = new Planner(cart, task.cost, task.planner);
 * console.log(planner.steps, task.parameters[0].max); // 30, 1
 */
export class ModelTask {
  /** What states and controls cost; weights may be changed at any time. */
  readonly cost: Cost;
  /** The terms of the cost as the model states them. */
  readonly terms: readonly ModelTerm[];
  /** The numbers that the residual reads, as the model states them. */
  readonly parameters: readonly TaskParameter[];
  /** How it is planned. */
  readonly planner: PlannerOptions;
  readonly #values: Float64Array;

  /**
   * @param model The model.
   * @param residual Writes the residual, one term after the other.
   * @param options Settings that take the place of the model's.
   */
  constructor(model: Model, residual: TaskResidual, options: ModelTaskOptions = {}) {
    checkModel(model);
    checkFunction('residual', residual);
    checkSettings('options', options);
    this.terms = termsOfModel(model);
    this.parameters = parametersOf(model);
    const values = Float64Array.from(this.parameters, ({ value }) => value);
    this.#values = values;
    this.cost = new Cost(this.terms, (m, data, result) => residual(m, data, result, values));
    this.planner = { ...plannerOf(model, options.planner?.method), ...options.planner };
  }

  /** The numbers that the residual reads, by name, as they are now. */
  get values(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.parameters.map(({ name }, k) => [name, this.#values[k] ?? 0]));
  }

  /**
   * Changes a number that the residual reads.
   *
   * @param name Name of the parameter, without `residual_`.
   * @param value Its new value; sliders stay between `min` and `max`, code need not.
   */
  setParameter(name: string, value: number): void {
    const k = this.parameters.findIndex((p) => p.name === name);
    if (k < 0)
      throw new ControlError('bad-argument', `no parameter is called '${name}'`, {
        hint: `there are ${this.parameters.map((p) => p.name).join(', ') || 'none: <numeric name="residual_..."/>'}`,
      });
    if (!Number.isFinite(value))
      throw new ControlError('bad-argument', `the parameter '${name}' must be a number, not ${String(value)}`);
    this.#values[k] = value;
  }
}

/** The data of a number of `custom`; undefined if there is none of that name. */
function numericOf(model: Model, name: string): number[] | undefined {
  for (let k = 0; k < model.nnumeric; k++) if (idToName(model, 'numeric', k) === name) return dataOf(model, k);
  return undefined;
}

function dataOf(model: Model, k: number): number[] {
  const adr = model.numeric_adr[k] ?? 0;
  return [...model.numeric_data.subarray(adr, adr + (model.numeric_size[k] ?? 0))];
}

function parametersOf(model: Model): TaskParameter[] {
  const found: TaskParameter[] = [];
  for (let k = 0; k < model.nnumeric; k++) {
    const name = idToName(model, 'numeric', k) ?? '';
    if (!name.startsWith(PREFIX)) continue;
    const [value = 0, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, ...rest] = dataOf(model, k);
    const size = model.numeric_size[k];
    if ((size !== 1 && size !== 3) || rest.length > 0 || min > max)
      throw new ControlError('bad-argument', `the numbers of '${name}' are not a value between bounds`, {
        hint: `data="value min max"`,
      });
    found.push({ name: name.slice(PREFIX.length), value, min, max });
  }
  return found;
}

/** The settings that a model states for its planner, unless another method is asked for. */
function plannerOf(model: Model, wanted: PlanningMethod | undefined): PlannerOptions {
  const read = (name: string, otherwise: number): number => {
    const x = numericOf(model, name)?.[0] ?? otherwise;
    if (!(x > 0)) throw new ControlError('bad-argument', `'${name}' must be a number above 0, not ${x}`);
    return x;
  };
  const samples = read('sampling_trajectories', DEFAULTS.samples);
  const knots = numericOf(model, 'sampling_spline_points')?.[0];
  const trace = tracedBody(model);
  return {
    method: wanted ?? methodOf(model),
    horizon: read('agent_horizon', DEFAULTS.horizon),
    timestep: read('agent_timestep', DEFAULTS.timestep),
    samples,
    noise: read('sampling_exploration', DEFAULTS.noise),
    elites: read('n_elite', Math.max(2, Math.floor(samples / 10))),
    interpolation: interpolationOf(model),
    ...(knots !== undefined && { knots }),
    ...(trace !== undefined && { trace }),
  };
}

function methodOf(model: Model): PlanningMethod {
  const number = numericOf(model, 'agent_planner')?.[0] ?? 0;
  const method = METHODS[number];
  if (method === undefined)
    throw new ControlError('unsupported', `'agent_planner' names the planner ${number}, which is not here`, {
      hint: `${Object.entries(METHODS)
        .map(([k, name]) => `${k} is ${name}`)
        .join(', ')}; or choose one with { planner: { method: 'sampling' } }`,
    });
  return method;
}

function interpolationOf(model: Model): Interpolation {
  const number = numericOf(model, 'sampling_representation')?.[0] ?? DEFAULTS.representation;
  const interpolation = INTERPOLATIONS[number];
  if (interpolation === undefined)
    throw new ControlError('bad-argument', `'sampling_representation' is ${number}, which is no interpolation`, {
      hint: INTERPOLATIONS.map((name, k) => `${k} is ${name}`).join(', '),
    });
  return interpolation;
}

/** The body of what a sensor called `trace` is at. */
function tracedBody(model: Model): string | undefined {
  const { ObjType } = enums;
  for (let s = 0; s < model.nsensor; s++) {
    if (idToName(model, 'sensor', s) !== 'trace') continue;
    const [type, id = 0] = [model.sensor_objtype[s], model.sensor_objid[s]];
    const body = type === ObjType.SITE ? model.site_bodyid[id] : type === ObjType.GEOM ? model.geom_bodyid[id] : id;
    const isPlace = [ObjType.SITE, ObjType.GEOM, ObjType.BODY, ObjType.XBODY].some((t) => t === type);
    return isPlace ? (idToName(model, 'body', body ?? 0) ?? undefined) : undefined;
  }
  return undefined;
}
