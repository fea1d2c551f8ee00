import { type Data, enums, idToName, type Model } from '@qpos/core';
import { ControlError, checkModel, checkPair } from '../errors.ts';
import { Cost, type CostTerm, type Residual } from './cost.ts';
import type { NormName } from './norms.ts';

/** The numbers that MuJoCo MPC gives its norms in the `user` values of a sensor. */
const NORMS: Readonly<Record<number, NormName>> = {
  0: 'quadratic',
  1: 'quadratic',
  2: 'l2',
  3: 'cosh',
  5: 'power',
  6: 'smooth-abs',
  7: 'smooth-abs-2',
  8: 'rectify',
};

/**
 * The cost that a model of MuJoCo MPC states in its first sensors, those of type `user`: each is a term of the residual, its `user` values
 * are the norm, the weight, the bounds of the weight's slider, and the parameters of the norm.
 *
 * @param model The model.
 * @param residual Writes the residual, one term after the other.
 * @returns The cost.
 * @throws ControlError `bad-argument` if the first sensor is not of type `user`.
 * @example
 * const arm = loadModel(`<mujoco><worldbody><body><joint/><geom size="0.1"/></body></worldbody>
 *   <sensor><user name="speed" dim="1" user="0 2 0 10"/></sensor></mujoco>`);
 * const cost = costOfModel(arm, (_, d, residual) => residual.set(d.qvel));
 * console.log(cost.weights); // { speed: 2 }
 */
export function costOfModel(model: Model, residual: Residual): Cost {
  checkModel(model);
  const terms: CostTerm[] = [];
  for (let s = 0; s < model.nsensor && model.sensor_type[s] === enums.SensorType.USER; s++)
    terms.push(termOf(model, s));
  if (terms.length === 0)
    throw new ControlError('bad-argument', 'the model states no cost', {
      hint: `begin <sensor> with <user name="..." dim="1" user="0 1 0 10"/>: norm, weight, bounds of its slider, parameters`,
    });
  return new Cost(terms, residual);
}

function termOf(model: Model, s: number): CostTerm {
  const name = idToName(model, 'sensor', s) ?? `sensor ${s}`;
  const user = [...model.sensor_user.subarray(s * model.nuser_sensor, (s + 1) * model.nuser_sensor)];
  const [kind = 0, weight = 1, , , ...parameters] = user;
  const norm = NORMS[kind];
  if (norm === undefined)
    throw new ControlError('bad-argument', `sensor '${name}' names the norm ${kind}, which is none`);
  const given = parameters.filter((p) => p > 0);
  return { name, dim: model.sensor_dim[s], weight, norm, ...(given.length > 0 ? { parameters: given } : {}) };
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
