import { checkMovable } from '../backend/block.ts';
import { ArgumentError } from '../errors/argument-error.ts';
import { copyPlugins } from '../plugins/plugin-host.ts';
import { Data } from './data.ts';
import * as table from './generated/layout.ts';
import { checkData, checkModel } from './handle.ts';
import { intSlot } from './layout.ts';
import { Model } from './model.ts';

const growing: ReadonlySet<string> = new Set(table.dynamicSizes.map(([name]) => name));
const countSlots = table.dynamicSizes.map(([name]) => intSlot(table.dataScalars, name));

/**
 * Makes a Data equal to another in every field. Both must belong to the same model.
 *
 * @param target The Data to change.
 * @param source The Data to copy.
 * @returns `target`.
 * @see mj_copyData
 * @example
 * const backup = makeData(model);
 * copyData(backup, data);
 * step(model, data, 10);
 * copyData(data, backup); // as if nothing had happened
 */
export function copyData(target: Data, source: Data): Data {
  checkData(target);
  checkData(source);
  if (target.model !== source.model)
    throw new ArgumentError('copyData needs two Data of the same model', 'wrong-model');
  checkMovable(target.block, 0);
  const capacity = target.view(0).slice();
  target.block.bytes.set(source.block.bytes);
  target.view(0).set(capacity);
  target.floats.set(source.floats);
  const counts = source.ints;
  table.dynamicSizes.forEach((_, size) => {
    const count = counts[countSlots[size] as number] as number;
    if (count > capacity[size]) target.block.grow(size, count);
  });
  target.ints.set(counts);
  table.dataArrays.forEach(({ rows }, field) => {
    if (growing.has(rows)) target.valid(field).set(source.valid(field));
  });
  copyPlugins(target, source);
  return target;
}

/**
 * A new Data that is equal to another and independent of it.
 *
 * @param source The Data to copy.
 * @returns The copy.
 * @example
 * const other = cloneData(data);
 * step(model, other);
 * console.log(data.time, other.time); // 0 0.002
 */
export function cloneData(source: Data): Data {
  checkData(source);
  return copyData(new Data(source.model), source);
}

/**
 * A new Model that is equal to another and independent of it, with its callbacks and plugins. A Data of either serves both.
 *
 * @param source The model to copy.
 * @returns The copy.
 * @example
 * const heavy = cloneModel(model);
 * heavy.body('ball').mass *= 10;
 * console.log(model.body('ball').mass < heavy.body('ball').mass);
 */
export function cloneModel(source: Model): Model {
  checkModel(source);
  const sizes = Object.fromEntries(table.modelSizeNames.map((n) => [n, source[n as 'nq']]));
  const target = new Model(sizes, source.backend);
  target.bytes.set(source.bytes);
  target.floats.set(source.floats);
  target.ints.set(source.ints);
  target.callbacks = source.callbacks;
  if (source.plugins.length > 0) target.plugins = source.plugins;
  return target;
}
