import { checkText } from '../arguments.ts';
import { ArgumentError } from '../errors/argument-error.ts';
import { Data } from './data.ts';
import * as table from './generated/layout.ts';
import { fieldNumber, type LayoutRow, type LayoutScalar, type TypedArray } from './layout.ts';
import { Model } from './model.ts';

const growing: ReadonlySet<string> = new Set(table.dynamicSizes.map(([name]) => name));

/** Counts, sizes and flags that only the engine sets. */
const engineSet: ReadonlySet<string> = new Set([
  ...table.fixedSizeNames,
  ...table.dataScalars.filter(({ type }) => type === 'i32').map(({ name }) => name),
]);

/**
 * A live view of any field of a Model or Data by its name: the whole array, or one number for a scalar. Members of `opt`, `stat`, `vis`
 * and `warning` are named as `opt.timestep` or `opt_timestep`. For code that treats fields alike, such as a batch.
 *
 * Sizes and counts (`nq`, `ncon`, ...) are set by the engine alone: of these there is a copy of the current value instead.
 *
 * @param object The Model or Data.
 * @param name The name of the field.
 * @returns The view, which is valid as long as the object lives, or the copy.
 * @example
 * fieldView(model, 'opt.timestep')[0] = 0.001;
 * console.log(fieldView(data, 'xpos') === data.xpos);
 */
export function fieldView(object: Model | Data, name: string): TypedArray {
  if (!(object instanceof Model || object instanceof Data)) throw new ArgumentError('a Model or Data is needed');
  checkText('name', name);
  const isModel = object instanceof Model;
  const [arrays, scalars] = isModel ? [table.modelArrays, table.modelScalars] : [table.dataArrays, table.dataScalars];
  const key = String(name).replace('.', '_');
  const field = fieldNumber(arrays, key);
  const known = field >= 0 ? !table.scratchNames.has(key) : !table.internalScalars.has(key);
  const view = known ? (field >= 0 ? arrayView(object, arrays, field) : scalarView(object, scalars, key)) : undefined;
  if (view !== undefined) return view;
  throw new ArgumentError(
    `a ${isModel ? 'Model' : 'Data'} has no field '${name}'`,
    'unknown-name',
    "fields have MuJoCo's names, such as geom_friction, opt.timestep or xpos",
  );
}

function arrayView(object: Model | Data, arrays: readonly LayoutRow[], field: number): TypedArray {
  const { name, rows } = arrays[field] as LayoutRow;
  if (growing.has(rows) && !(object instanceof Model))
    throw new ArgumentError(`'${name}' grows, so there is no lasting view of it`, 'unsupported');
  return object.views[field] ?? object.view(field);
}

function scalarView(object: Model | Data, scalars: readonly LayoutScalar[], name: string): TypedArray | undefined {
  const k = scalars.findIndex((s) => s.name === name);
  if (k < 0) return undefined;
  const nfloat = object.floats.length;
  const view = k < nfloat ? object.floats.subarray(k, k + 1) : object.ints.subarray(k - nfloat, k - nfloat + 1);
  return engineSet.has(name) ? view.slice() : view;
}
