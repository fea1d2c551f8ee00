import { checkReal, checkText } from '../arguments.ts';
import { ArgumentError } from '../errors/argument-error.ts';
import type { Data } from './data.ts';
import { namedKinds } from './fields/kinds.ts';
import * as table from './generated/layout.ts';
import { checkModel } from './handle.ts';
import { type TypedArray, widthOf } from './layout.ts';
import type { Model } from './model.ts';
import { nameTable } from './names.ts';
import { Inspectable } from './text/inspect.ts';

type Fields = Record<string, TypedArray>;
type Range = readonly [first: number, count: number];

const kinds = new Map(namedKinds.map((row) => [row[0], row]));
const nqOfJoint = [7, 4, 1, 1];
const nvOfJoint = [6, 3, 1, 1];

function kindOf(kind: string) {
  const row = kinds.get(kind);
  if (row === undefined)
    throw new ArgumentError(
      `there is no kind of object called '${String(kind)}'`,
      'unknown-name',
      `it is one of ${[...kinds.keys()].join(', ')}`,
    );
  return row;
}

function namesOf(model: Model, kind: string) {
  return nameTable(model, kind, (model as unknown as Record<string, Int32Array>)[kindOf(kind)[3]]);
}

/**
 * The index of an object by its name.
 *
 * @param model The model.
 * @param kind Kind of object: 'body', 'joint', 'geom', 'site', 'actuator', ...
 * @param name Its name.
 * @returns The index, or -1 if there is none.
 * @see mj_name2id
 * @example
 * console.log(nameToId(model, 'site', 'hand')); // 0
 */
export function nameToId(model: Model, kind: string, name: string): number {
  checkModel(model);
  checkText('name', name);
  return namesOf(model, kind).idOf.get(name) ?? -1;
}

/**
 * The name of an object by its index.
 *
 * @param model The model.
 * @param kind Kind of object: 'body', 'joint', 'geom', 'site', 'actuator', ...
 * @param id Its index.
 * @returns The name; undefined if the object has none or does not exist.
 * @see mj_id2name
 * @example
 * console.log(idToName(model, 'body', 1)); // arm
 */
export function idToName(model: Model, kind: string, id: number): string | undefined {
  checkModel(model);
  checkReal('id', id);
  return namesOf(model, kind).byId[id] || undefined;
}

/** The index of an object given by name or index; an error that lists the names there are if it does not exist. */
export function requireId(model: Model, kind: string, key: string | number): number {
  const { byId, idOf } = namesOf(model, kind);
  const id = typeof key === 'number' ? key : idOf.get(key);
  if (id !== undefined && Number.isInteger(id) && id >= 0 && id < byId.length) return id;
  const known = byId.filter((n) => n !== '');
  const list =
    known.length === 0
      ? 'none of them is named'
      : `it has ${known.slice(0, 20).join(', ')}${known.length > 20 ? ', ...' : ''}`;
  const wanted = typeof key === 'number' ? `number ${key}` : `'${key}'`;
  throw new ArgumentError(`the model has no ${kind} ${wanted}: ${list}`, 'unknown-name');
}

/** A number that reads and writes element `at` of `array`. */
function scalarProperty(target: object, name: string, array: TypedArray, at: number): void {
  Object.defineProperty(target, name, {
    enumerable: true,
    get: () => array[at],
    set: (x: number) => {
      array[at] = x;
    },
  });
}

function addRows(
  target: object,
  name: string,
  array: TypedArray,
  [first, count]: Range,
  width: number,
  single: boolean,
): void {
  if (Object.hasOwn(target, name)) return;
  if (single && width === 1 && count === 1) scalarProperty(target, name, array, first);
  else
    Object.defineProperty(target, name, {
      enumerable: true,
      value: array.subarray(first * width, (first + count) * width),
    });
}

/** The constants of one object: each field of its kind without the prefix; a number, or a view of its row. */
export function modelObject(model: Model, kind: string, key: string | number): object {
  const [, prefix, count] = kindOf(kind);
  const id = requireId(model, kind, key);
  const object = Object.assign(new Inspectable(), { id, name: idToName(model, kind, id) ?? '' });
  for (const { name, rows, width } of table.modelArrays)
    if (rows === count && name.startsWith(prefix))
      addRows(
        object,
        name.slice(prefix.length),
        (model as unknown as Fields)[name],
        [id, 1],
        widthOf(width, model as unknown as Record<string, number>),
        true,
      );
  return object;
}

/** The rows of Data that belong to an object, for arrays counted by `rows`. */
function rangeOf(model: Model, kind: string, id: number, rows: string): Range {
  switch (`${kind}/${rows}`) {
    case 'joint/nq':
      return [model.jnt_qposadr[id], nqOfJoint[model.jnt_type[id]]];
    case 'joint/nv':
      return [model.jnt_dofadr[id], nvOfJoint[model.jnt_type[id]]];
    case 'sensor/nsensordata':
      return [model.sensor_adr[id], model.sensor_dim[id]];
    case 'actuator/nu':
      return [model.actuator_ctrladr[id], model.actuator_ctrlnum[id]];
    case 'actuator/nout':
      return [model.actuator_outadr[id], model.actuator_outnum[id]];
    case 'actuator/na':
      return [Math.max(0, model.actuator_actadr[id]), model.actuator_actnum[id]];
    default:
      return [id, 1];
  }
}

const dataPrefixes: Readonly<Record<string, string>> = { tendon: 'ten_' };

/** The state and results of one object: its rows of every field of Data, without the kind's prefix. */
export function dataObject(data: Data, kind: string, key: string | number): object {
  const { model } = data;
  const [, modelPrefix, , , dataRows] = kindOf(kind);
  const prefix = dataPrefixes[kind] ?? modelPrefix;
  const id = requireId(model, kind, key);
  const object = Object.assign(new Inspectable(), { id, name: idToName(model, kind, id) ?? '' });
  for (const { name, rows, width } of table.dataArrays) {
    if (!dataRows.includes(rows) || table.scratchNames.has(name)) continue;
    const short = name === 'sensordata' ? 'data' : name.startsWith(prefix) ? name.slice(prefix.length) : name;
    const array = (data as unknown as Fields)[name];
    const single = !(kind === 'joint' && rows !== 'njnt') && kind !== 'sensor';
    addRows(
      object,
      short,
      array,
      rangeOf(model, kind, id, rows),
      widthOf(width, model as unknown as Record<string, number>),
      single,
    );
  }
  return object;
}
