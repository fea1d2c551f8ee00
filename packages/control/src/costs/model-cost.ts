import { type Data, enums, idToName, type Model } from '@qpos/core';
import { ControlError, checkModel, checkPair } from '../errors.ts';
import { Cost, type CostTerm, type Residual } from './cost.ts';
import type { NormName } from './norms.ts';

/** What a norm asks of its declaration. */
interface Declared {
  readonly norm: NormName;
  /** Its parameters, by name. */
  readonly parameters: readonly string[];
  /** Those that must be above 0. */
  readonly positive?: readonly string[];
}

/** The numbers that MuJoCo MPC gives its norms in the `user` values of a sensor. */
const NORMS: Readonly<Record<number, Declared>> = {
  [-1]: { norm: 'identity', parameters: [] },
  0: { norm: 'quadratic', parameters: [] },
  1: { norm: 'l22', parameters: ['p', 'q'], positive: ['q'] },
  2: { norm: 'l2', parameters: ['p'] },
  3: { norm: 'cosh', parameters: ['p'], positive: ['p'] },
  5: { norm: 'power', parameters: ['p'], positive: ['p'] },
  6: { norm: 'smooth-abs', parameters: ['p'] },
  7: { norm: 'smooth-abs-2', parameters: ['p', 'q'], positive: ['q'] },
  8: { norm: 'rectify', parameters: ['p'] },
};

/** Where the parameters of the norm begin: after norm, weight and the bounds of the weight. */
const FIRST_PARAMETER = 4;

/** A term of a cost as a model states it, with the bounds of its weight's slider. */
export interface ModelTerm extends Required<CostTerm> {
  /** Least weight of a slider. */
  readonly min: number;
  /** Largest weight of a slider. */
  readonly max: number;
}

/**
 * The cost that a model of MuJoCo MPC states in its first sensors, those of type `user`: each is a term of the residual, its `user` values
 * are the norm, the weight, the bounds of the weight's slider, and the parameters of the norm.
 *
 * @param model The model.
 * @param residual Writes the residual, one term after the other.
 * @returns The cost.
 * @throws ControlError `bad-argument` if the first sensor is not of type `user`, or a term makes no sense.
 * @example
 * const arm = loadModel(`<mujoco><worldbody><body><joint/><geom size="0.1"/></body></worldbody>
 *   <sensor><user name="speed" dim="1" user="0 2 0 10"/></sensor></mujoco>`);
 * const cost = costOfModel(arm, (_, d, residual) => residual.set(d.qvel));
 * console.log(cost.weights); // { speed: 2 }
 */
export function costOfModel(model: Model, residual: Residual): Cost {
  return new Cost(termsOfModel(model), residual);
}

/** The terms that the first sensors of a model declare. */
export function termsOfModel(model: Model): ModelTerm[] {
  checkModel(model);
  const isTerm = (s: number): boolean => model.sensor_type[s] === enums.SensorType.USER;
  let count = 0;
  while (count < model.nsensor && isTerm(count)) count++;
  if (count === 0)
    throw new ControlError('bad-argument', 'the model states no cost', {
      hint: `begin <sensor> with <user name="..." dim="1" user="0 1 0 10"/>: norm, weight, bounds of its slider, parameters`,
    });
  for (let s = count; s < model.nsensor; s++)
    if (isTerm(s))
      throw new ControlError('bad-argument', `sensor ${nameOf(model, s)} comes after sensors of other types`, {
        hint: 'terms of the cost are the first sensors: move it to the head of <sensor>',
      });
  return Array.from({ length: count }, (_, s) => termOf(model, s));
}

const nameOf = (model: Model, s: number): string => `'${idToName(model, 'sensor', s) ?? s}'`;

function termOf(model: Model, s: number): ModelTerm {
  const name = idToName(model, 'sensor', s) ?? `sensor ${s}`;
  const fail = (what: string, hint: string): never => {
    throw new ControlError('bad-argument', `sensor '${name}' ${what}`, { hint });
  };
  const user = [...model.sensor_user.subarray(s * model.nuser_sensor, (s + 1) * model.nuser_sensor)];
  const [kind = 0, weight = 0, min = 0, max = 0] = user;
  if (user.length < 2) fail('has no norm and weight', 'user="norm weight min max parameters..."');
  const declared =
    NORMS[kind] ??
    fail(
      `names the norm ${kind}, which is none`,
      Object.entries(NORMS)
        .map(([k, { norm }]) => `${k} ${norm}`)
        .join(', '),
    );
  const parameters = user.slice(FIRST_PARAMETER, FIRST_PARAMETER + declared.parameters.length);
  const form = `user="${kind} weight min max ${declared.parameters.join(' ')}"`;
  declared.parameters.forEach((parameter, k) => {
    const x = parameters[k];
    if (x === undefined) fail(`lacks the parameter ${parameter} of the norm ${declared.norm}`, form);
    else if (!(x >= 0) || (x === 0 && declared.positive?.includes(parameter)))
      fail(`has ${x} as the parameter ${parameter} of the norm ${declared.norm}, which must be above 0`, form);
  });
  const dim = model.sensor_dim[s] ?? 1;
  if (declared.norm === 'identity' && dim !== 1)
    fail(`has ${dim} numbers, but the norm ${kind} takes one`, 'give dim="1", or one sensor for each number');
  if (!(weight >= 0)) fail(`has the weight ${weight}`, 'weights are from 0 on');
  if (min > max) fail(`has a slider from ${min} to ${max}`, 'user="norm weight min max parameters..."');
  return { name, dim, weight, norm: declared.norm, parameters, min, max };
}

/**
 * The residual that sensors give: the first numbers of `sensordata`, from sensors of positions and velocities.
 *
 * @param model The model.
 * @param data The state.
 * @param residual Receives the readings.
 * @example
 * const cost = new Cost([{ name: 'readings', dim: 1 }], sensorResidual);
 * console.log(cost.dim);
 */
export function sensorResidual(model: Model, data: Data, residual: Float64Array): void {
  checkPair(model, data);
  if (!(residual instanceof Float64Array)) throw new ControlError('bad-argument', 'residual must be a Float64Array');
  for (let i = 0; i < residual.length; i++) residual[i] = data.sensordata[i];
}
