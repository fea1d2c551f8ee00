import type { Model } from '../../model.ts';
import { contradicts, expectIndex, expectValue } from '../field-error.ts';

const INTERPOLATIONS = 3; // hold, linear, cubic

/** Delay buffers, those of actuators before those of sensors, one after the other. */
export function checkHistories(m: Model): void {
  let end = 0;
  for (let a = 0; a < m.nactuator; a++)
    end = checkHistory(m, 'actuator', a, m.actuator_history, m.actuator_historyadr, m.actuator_ctrlnum[a], end);
  for (let s = 0; s < m.nsensor; s++)
    end = checkHistory(m, 'sensor', s, m.sensor_history, m.sensor_historyadr, m.sensor_dim[s], end);
  expectValue('nhistory', 0, m.nhistory, end);
}

/** A ring of samples of `dim` numbers: a number of the user, the newest slot, times, samples. Returns where it ends. */
function checkHistory(
  m: Model,
  kind: string,
  row: number,
  history: Int32Array,
  addresses: Int32Array,
  dim: number,
  start: number,
): number {
  const samples = history[2 * row];
  if (samples < 0) contradicts(`${kind}_history`, row, samples, 'the number of samples cannot be negative');
  expectIndex(`${kind}_history`, row, history[2 * row + 1], INTERPOLATIONS);
  expectValue(`${kind}_historyadr`, row, addresses[row], samples > 0 ? start : -1);
  const end = start + (samples > 0 ? 2 + samples * (1 + dim) : 0);
  if (end > m.nhistory) contradicts(`${kind}_history`, row, samples, `all buffers have ${m.nhistory} numbers`);
  return end;
}
