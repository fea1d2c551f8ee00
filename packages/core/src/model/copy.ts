import { Data } from './data.ts';
import * as table from './generated/layout.ts';
import { Model } from './model.ts';
import { copyPlugins } from './plugin-host.ts';

/** Makes `target` equal to `source` in every field; both must be of one model. */
export function copyData(target: Data, source: Data): Data {
  if (target.model !== source.model) throw new RangeError('copyData needs two Data of the same model');
  const capacity = target.view(0).slice();
  target.block.bytes.set(source.block.bytes);
  target.view(0).set(capacity);
  target.floats.set(source.floats);
  const counts = source.ints;
  table.dynamicSizes.forEach(([name], size) => {
    const count = source[name as 'ncon'];
    if (count > capacity[size]) target.block.grow(size, count);
  });
  target.ints.set(counts);
  const growing = new Set(table.dynamicSizes.map(([name]) => name));
  table.dataArrays.forEach(({ rows }, field) => {
    if (growing.has(rows)) target.valid(field).set(source.valid(field));
  });
  copyPlugins(target, source);
  return target;
}

/** A new Data equal to the given one. */
export function cloneData(source: Data): Data {
  return copyData(new Data(source.model), source);
}

/** A new Model equal to the given one, with its callbacks and plugins. */
export function cloneModel(source: Model): Model {
  const sizes = Object.fromEntries(table.modelSizeNames.map((n) => [n, source[n as 'nq']]));
  const target = new Model(sizes, source.backend);
  target.bytes.set(source.bytes);
  target.floats.set(source.floats);
  target.ints.set(source.ints);
  target.callbacks = source.callbacks;
  if (source.plugins.length > 0) target.plugins = source.plugins;
  return target;
}
