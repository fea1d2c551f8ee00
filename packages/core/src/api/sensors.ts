import { checkIndex, checkLength, checkReal } from '../host/arguments.ts';
import { withArrays } from '../host/backend/staging.ts';
import { ArgumentError } from '../host/errors/argument-error.ts';
import type { Data } from '../host/model/data.ts';
import { at, backendOf } from '../host/model/handle.ts';
import type { Model } from '../host/model/model.ts';
import { historySize } from '../kernel/actuation/history-buffer.ts';
import { checkTimes } from './history-times.ts';

/**
 * Computes the sensors that depend on the position alone. Needs `fwdPosition`.
 *
 * @param model The model.
 * @param data Its Data.
 * @see mj_sensorPos
 * @example
 * data.qpos[1] = 0.5;
 * fwdPosition(model, data);
 * sensorPos(model, data);
 * console.log(data.sensor('angle').data[0]); // 0.5
 */
export function sensorPos(model: Model, data: Data): void {
  backendOf(model, data).kernels.sensorPos(at(model), at(data));
}

/**
 * Computes the sensors that depend on position and velocity. Needs `fwdVelocity`.
 *
 * @param model The model.
 * @param data Its Data.
 * @see mj_sensorVel
 * @example
 * sensorVel(model, data);
 * console.log(data.sensor('gyro').data);
 */
export function sensorVel(model: Model, data: Data): void {
  backendOf(model, data).kernels.sensorVel(at(model), at(data));
}

/**
 * Computes the sensors that depend on accelerations or forces. Needs `fwdConstraint`.
 *
 * @param model The model.
 * @param data Its Data.
 * @see mj_sensorAcc
 * @example
 * sensorAcc(model, data);
 * console.log(data.sensordata);
 */
export function sensorAcc(model: Model, data: Data): void {
  backendOf(model, data).kernels.sensorAcc(at(model), at(data));
}

/**
 * What a sensor with a delay shows at a time: its reading of `delay` seconds before. A sensor without a history shows its current reading.
 *
 * @param model The model.
 * @param data Its Data.
 * @param sensor Index of the sensor.
 * @param time Simulation time in seconds.
 * @param result Receives the reading, `sensor_dim` numbers.
 * @param interp How to interpolate between samples: 0 holds the last, 1 is linear, 2 cubic; -1, the default, leaves it to the model.
 * @see mj_readSensor
 * @example
 * const angle = new Float64Array(1);
 * readSensor(model, data, model.sensor('angle').id, data.time, angle);
 */
export function readSensor(
  model: Model,
  data: Data,
  sensor: number,
  time: number,
  result: Float64Array,
  interp = -1,
): void {
  backendOf(model, data);
  checkReal('time', time);
  checkReal('interp', interp);
  checkIndex('sensor', sensor, model.nsensor);
  checkLength('result', result, model.sensor_dim[sensor]);
  const backend = backendOf(model, data);
  withArrays(backend, (kernels, use) =>
    kernels.readSensor(at(model), at(data), sensor, time, use.result(result), 0, interp),
  );
}

/**
 * Sets the past of a sensor that has a history buffer of n samples.
 *
 * @param model The model.
 * @param data Its Data.
 * @param sensor Index of the sensor.
 * @param times n times in seconds that increase, oldest first; `undefined` keeps those in the buffer.
 * @param values n × `sensor_dim` readings, oldest first; `undefined` keeps those in the buffer.
 * @param phase When the sensor was last read, for one with an interval; 0 by default.
 * @see mj_initSensorHistory
 * @example
 * const delayed = loadModel(`<mujoco>
 *   <worldbody><body><joint name="j"/><geom size=".1"/></body></worldbody>
 *   <sensor><jointpos joint="j" nsample="2" delay=".01"/></sensor>
 * </mujoco>`);
 * const start = makeData(delayed);
 * initSensorHistory(delayed, start, 0, [-0.02, -0.01], [0.1, 0.2]);
 */
export function initSensorHistory(
  model: Model,
  data: Data,
  sensor: number,
  times: ArrayLike<number> | undefined,
  values: ArrayLike<number> | undefined,
  phase = 0,
): void {
  backendOf(model, data);
  checkReal('phase', phase);
  checkIndex('sensor', sensor, model.nsensor);
  const count = model.sensor_history[2 * sensor];
  const size = count * model.sensor_dim[sensor];
  if (count === 0) throw new ArgumentError(`sensor ${sensor} has no history buffer`);
  if (values !== undefined) checkLength('values', values, size);
  const start = model.sensor_historyadr[sensor];
  const first = start + historySize(count, 0); // of the values; the times are before it
  const { history } = data;
  checkTimes(times ?? history.subarray(first - count, first), count);
  history[start] = phase;
  history[start + 1] = count - 1;
  for (let k = 0; times !== undefined && k < count; k++) history[first - count + k] = times[k];
  for (let k = 0; values !== undefined && k < size; k++) history[first + k] = values[k];
}

/**
 * Whether a point is inside the volume of a site; a mesh site has the volume of its convex hull. Needs `kinematics`.
 *
 * @param model The model.
 * @param data Its Data.
 * @param site Index of the site.
 * @param point The point, in the world frame.
 * @returns Whether it is inside.
 * @see mj_insideSite
 * @example
 * const { id } = model.site('hand');
 * console.log(insideSite(model, data, id, data.site(id).xpos)); // true
 */
export function insideSite(model: Model, data: Data, site: number, point: ArrayLike<number>): boolean {
  backendOf(model, data);
  checkIndex('site', site, model.nsite);
  checkLength('point', point, 3);
  const backend = backendOf(model, data);
  return withArrays(backend, (kernels, use) =>
    Boolean(kernels.insideSite(at(model), at(data), site, use.input(point), 0)),
  );
}
