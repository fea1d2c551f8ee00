import { historySize } from '../actuation/history-buffer.ts';
import { stage, stageResult, unstage } from '../backend/staging.ts';
import type { Data } from '../model/data.ts';
import { at, backendOf, checkIndex, checkLength } from '../model/handle.ts';
import type { Model } from '../model/model.ts';

/** Sensors that depend on the position only; needs `fwdPosition`. */
export function sensorPos(model: Model, data: Data): void {
  backendOf(model, data).kernels.sensorPos(at(model), at(data));
}

/** Sensors that depend on position and velocity only; needs `fwdVelocity`. */
export function sensorVel(model: Model, data: Data): void {
  backendOf(model, data).kernels.sensorVel(at(model), at(data));
}

/** Sensors that need accelerations or forces; needs `fwdConstraint`. */
export function sensorAcc(model: Model, data: Data): void {
  backendOf(model, data).kernels.sensorAcc(at(model), at(data));
}

/**
 * result (its dimension) = the value that a sensor shows at `time`, its delay ago; `interp` (0 hold, 1 linear, 2 cubic) overrides the
 * model's. A sensor without a history shows its current value at any time.
 */
export function readSensor(
  model: Model,
  data: Data,
  sensor: number,
  time: number,
  result: Float64Array,
  interp = -1,
): void {
  checkIndex('sensor', sensor, model.nsensor);
  checkLength('result', result, model.sensor_dim[sensor]);
  const backend = backendOf(model, data);
  try {
    backend.kernels.readSensor(at(model), at(data), sensor, time, stageResult(backend, result), 0, interp);
  } finally {
    unstage(backend);
  }
}

/**
 * Sets the past of a sensor that has a history: `values`, oldest first, at `times`, which increase; without `times` at those that are in the
 * buffer, without `values` only the times change. `phase` is when the sensor was last read, for one that is read at an interval.
 */
export function initSensorHistory(
  model: Model,
  data: Data,
  sensor: number,
  times: ArrayLike<number> | undefined,
  values: ArrayLike<number> | undefined,
  phase = 0,
): void {
  checkIndex('sensor', sensor, model.nsensor);
  const count = model.sensor_history[2 * sensor];
  const size = count * model.sensor_dim[sensor];
  if (count === 0) throw new RangeError(`sensor ${sensor} has no history buffer`);
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

const LEAST_GAP = 1e-15; // between samples

function checkTimes(times: ArrayLike<number>, count: number): void {
  checkLength('times', times, count);
  for (let k = 1; k < count; k++)
    if (!(times[k] - times[k - 1] >= LEAST_GAP))
      throw new RangeError(`times must increase, but times[${k - 1}] = ${times[k - 1]} and times[${k}] = ${times[k]}`);
}

/** Whether a world point is inside the volume of a site; a mesh site has the volume of its convex hull. Needs kinematics. */
export function insideSite(model: Model, data: Data, site: number, point: ArrayLike<number>): boolean {
  checkIndex('site', site, model.nsite);
  checkLength('point', point, 3);
  const backend = backendOf(model, data);
  try {
    return Boolean(backend.kernels.insideSite(at(model), at(data), site, stage(backend, point), 0));
  } finally {
    unstage(backend);
  }
}
