import { decodeRecording } from '@qpos/cli/recording';
import { ArgumentError, type Model, makeData } from '@qpos/core';
import { History, stateFields } from './history.ts';

/** The states of a recording (.npz, .csv or .mcap) as a history of the model; what a recording leaves out is as at the start. */
export function historyOf(model: Model, name: string, bytes: Uint8Array): History {
  const { rows, quantities } = decodeRecording(bytes, name);
  const data = makeData(model);
  const found = stateFields.flatMap((field) => {
    const quantity = quantities.find((q) => q.name === field);
    if (quantity === undefined) return [];
    const own = data[field].length;
    if (quantity.width !== own)
      throw new ArgumentError(`${name} has ${quantity.width} values of ${field}, but the model ${own}`, 'wrong-model');
    return [{ field, values: quantity.values }];
  });
  if (!found.some(({ field }) => field === 'qpos'))
    throw new ArgumentError(`${name} has no positions`, 'bad-argument', 'it needs the columns of qpos');
  const times = quantities.find((q) => q.name === 'time')?.values;
  const history = new History(model);
  for (let r = 0; r < rows; r++) {
    data.time = times?.[r] ?? r * model.opt.timestep;
    for (const { field, values } of found) {
      const n = data[field].length;
      data[field].set(values.subarray(r * n, (r + 1) * n));
    }
    history.record(model, data);
  }
  return history;
}
