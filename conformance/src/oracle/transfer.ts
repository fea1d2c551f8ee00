import { type Data, type Model, type ModelSizeName, makeModel } from '@qpos/core';
import { setCounter } from './counters.ts';
import { loadOracleXml, type Oracle, type OracleStruct } from './oracle.ts';

type Fields = Record<string, unknown>;

const isArray = (x: unknown): x is Float64Array => ArrayBuffer.isView(x) && !(x instanceof DataView);

/** Names of the accessors of an object, own and inherited. */
export function accessorNames(object: object): string[] {
  const names = new Set<string>();
  for (
    let p: object | null = object;
    p !== null && p !== Object.prototype;
    p = Object.getPrototypeOf(p) as object | null
  )
    for (const [name, d] of Object.entries(Object.getOwnPropertyDescriptors(p)))
      if (d.get !== undefined) names.add(name);
  return [...names];
}

/** A field of an oracle struct, or undefined where its glue cannot give it. */
export function readField(struct: object, name: string): unknown {
  try {
    return (struct as Fields)[name];
  } catch {
    return undefined;
  }
}

function copyPart(target: Fields, source: object): void {
  for (const name of accessorNames(target)) {
    const value = readField(source, name);
    if (typeof value === 'number' || typeof value === 'boolean') target[name] = Number(value);
    else if (isArray(value)) (target[name] as Float64Array).set(value);
    else if (value !== null && typeof value === 'object' && typeof target[name] === 'object')
      copyPart(target[name] as Fields, value);
  }
}

/** Our Model with the content of one that the oracle compiled, so that a stage can be compared before a compiler is. */
export function modelFromOracle(source: OracleStruct): Model {
  const sizes: Partial<Record<ModelSizeName, number>> = {};
  const ours = makeModel({});
  for (const name of accessorNames(source).filter((n) => n in ours)) {
    const value = readField(source, name);
    if (name !== 'narena' && (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean'))
      sizes[name as ModelSizeName] = Number(value);
  }
  const model = makeModel(sizes);
  model.narena = Number(source['narena']);
  const target = model as unknown as Fields;
  for (const name of accessorNames(source)) {
    const value = readField(source, name);
    if (isArray(value) && isArray(target[name])) target[name].set(value);
  }
  copyPart(model.opt as unknown as Fields, source['opt'] as object);
  copyPart(model.stat as unknown as Fields, source['stat'] as object);
  for (const [group, part] of Object.entries(model.vis)) {
    const from = readField(source['vis'] as object, group) as object;
    for (const name of Object.keys(part)) {
      const value = readField(from, name);
      if (isArray(value)) ((part as Fields)[name] as Float32Array).set(value);
      else (part as Fields)[name] = Number(value);
    }
  }
  return model;
}

/** Our Model of MJCF that the oracle compiles. */
export function modelFromXml(oracle: Oracle, xml: string): Model {
  const { model, data } = loadOracleXml(oracle, xml);
  try {
    return modelFromOracle(model);
  } finally {
    data.delete();
    model.delete();
  }
}

/** State and inputs: what a step depends on. */
export const stateFields = [
  'qpos',
  'qvel',
  'act',
  'ctrl',
  'qfrc_applied',
  'xfrc_applied',
  'mocap_pos',
  'mocap_quat',
  'userdata',
  'qacc_warmstart',
  'eq_active',
  'history',
  'plugin_state',
  'flexvert_lambda',
  'flexvert_conage',
] as const;

/** Copies the oracle's state and inputs to our Data. */
export function copyState(source: OracleStruct, target: Data): void {
  for (const name of stateFields) {
    const value = readField(source, name);
    if (isArray(value) && value.length === target[name].length) target[name].set(value);
  }
  target.time = Number(source['time']);
}

/** Who is asleep, and the lists that follow from it. */
export const sleepFields = [
  'tree_asleep',
  'tree_awake',
  'body_awake',
  'body_awake_ind',
  'parent_awake_ind',
  'dof_awake_ind',
] as const;

/**
 * Copies who is asleep and, if anybody is, all that was computed so far: stages leave the numbers of sleeping objects as they are, so
 * these are part of the state.
 */
export function copySleep(source: OracleStruct, target: Data): void {
  if (Number(source['ntree_awake']) < target.model.ntree) dataFromOracle(source, target);
  for (const name of sleepFields) target[name].set(source[name] as Int32Array);
  for (const name of ['ntree_awake', 'nbody_awake', 'nparent_awake', 'nv_awake'] as const)
    setCounter(target, name, Number(source[name]));
}

/** Copies every array of equal length, and every number, of the oracle's Data to ours: the starting point of a single stage. */
export function dataFromOracle(source: OracleStruct, target: Data): void {
  const ours = target as unknown as Fields;
  for (const name of accessorNames(source)) {
    const value = readField(source, name);
    if (isArray(value) && isArray(ours[name]) && ours[name].length === value.length) ours[name].set(value);
  }
  target.time = Number(source['time']);
}

/** Largest difference of two arrays, relative to the larger of 1 and the reference's largest entry. */
export function relativeError(ours: ArrayLike<number>, reference: ArrayLike<number>): number {
  if (ours.length !== reference.length) return Number.POSITIVE_INFINITY;
  let scale = 1;
  for (let i = 0; i < reference.length; i++) {
    const size = Math.abs(reference[i] as number);
    if (size > scale && Number.isFinite(size)) scale = size;
  }
  let worst = 0;
  for (let i = 0; i < reference.length; i++) {
    const a = ours[i] as number;
    const b = reference[i] as number;
    if (Object.is(a, b) || (Number.isNaN(a) && Number.isNaN(b))) continue;
    const e = Math.abs(a - b) / scale;
    if (!(e <= worst)) worst = Number.isNaN(e) ? Number.POSITIVE_INFINITY : e;
  }
  return worst;
}
