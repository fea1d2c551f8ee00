import { type Data, idToName, type Model, nameToId } from '@qpos/core';
import { MujocoError } from '../errors.ts';
import { Handle } from '../handle.ts';

type TypedArray = Float64Array | Float32Array | Int32Array | Uint8Array;
type Arrays = Readonly<Record<string, TypedArray>>;

/** One object of a model or Data, by name or number. Fields are numbers, or views of its rows, without the prefix of their kind. */
export interface NamedAccessor extends Handle {
  readonly id: number;
  readonly name: string;
  [field: string]: unknown;
}

/** Rows of an array that belong to the object: the first, how many, and how many the array has. */
type Rows = readonly [first: number, count: number, all: number];

type MoreFields = (model: Model, id: number) => readonly (readonly [field: string, name: string, rows: Rows])[];

/** The kinds of named objects by their official access names, which fields start with, and what the engine calls them if that is another name. */
const KINDS =
  'actuator body cam:camera eq:equality exclude geom hfield jnt:joint light mat:material mesh numeric pair sensor site skin tendon tex:texture tuple key';
const kinds: ReadonlyMap<string, string> = new Map(
  KINDS.split(' ').map((word) => {
    const [access = '', kind = access] = word.split(':');
    return [access, kind];
  }),
);
const kindOf = (access: string): string => kinds.get(access) as string;
const countOf = (model: Model, access: string): number => model[`n${access}` as 'nbody'];

const QPOS_ROWS = [7, 4, 1, 1];
const DOF_ROWS = [6, 3, 1, 1];

const dofRows = (m: Model, id: number): Rows => [
  m.jnt_dofadr[id] as number,
  DOF_ROWS[m.jnt_type[id] as number] as number,
  m.nv,
];
const qposRows = (m: Model, id: number): Rows => [
  m.jnt_qposadr[id] as number,
  QPOS_ROWS[m.jnt_type[id] as number] as number,
  m.nq,
];

const DOF_FIELDS =
  'bodyid jntid parentid treeid Madr simplenum frictionloss armature damping dampingpoly invweight0 M0'.split(' ');

/** Fields of Model with rows of their own: the array, its name here, and the rows. */
const moreFields: Readonly<Record<string, MoreFields>> = {
  actuator: (m, id) => {
    const ctrl: Rows = [m.actuator_ctrladr[id] as number, m.actuator_ctrlnum[id] as number, m.nu];
    const out: Rows = [m.actuator_outadr[id] as number, m.actuator_outnum[id] as number, m.nout];
    return [
      ...['ctrllimited', 'ctrlrange'].map((name) => [`actuator_${name}`, name, ctrl] as const),
      ...['gear', 'acc0', 'length0', 'lengthrange'].map((name) => [`actuator_${name}`, name, out] as const),
    ];
  },
  hfield: (m, id) => [
    [
      'hfield_data',
      'data',
      [m.hfield_adr[id] as number, (m.hfield_nrow[id] as number) * (m.hfield_ncol[id] as number), m.nhfielddata],
    ],
  ],
  jnt: (m, id) => [
    ['qpos0', 'qpos0', qposRows(m, id)],
    ['qpos_spring', 'qpos_spring', qposRows(m, id)],
    ...DOF_FIELDS.map((name) => [`dof_${name}`, name, dofRows(m, id)] as const),
  ],
  numeric: (m, id) => [
    ['numeric_data', 'data', [m.numeric_adr[id] as number, m.numeric_size[id] as number, m.nnumericdata]],
  ],
  tendon: (m, id) => [
    ['ten_J_rownnz', 'J_rownnz', [id, 1, m.ntendon]],
    ['ten_J_rowadr', 'J_rowadr', [id, 1, m.ntendon]],
    ['ten_J_colind', 'J_colind', [m.ten_J_rowadr[id] as number, m.ten_J_rownnz[id] as number, m.nJten]],
  ],
  tex: (m, id) => {
    const bytes = (m.tex_height[id] as number) * (m.tex_width[id] as number) * (m.tex_nchannel[id] as number);
    return [['tex_data', 'data', [m.tex_adr[id] as number, bytes, m.ntexdata]]];
  },
  tuple: (m, id) =>
    ['objtype', 'objid', 'objprm'].map(
      (name) => [`tuple_${name}`, name, [m.tuple_adr[id] as number, m.tuple_size[id] as number, m.ntupledata]] as const,
    ),
};

export const modelKinds: readonly string[] = [...kinds.keys()];

/** Fields of Data of each kind: by name there and here where they differ. */
const bodyFields =
  'xfrc_applied xpos xquat xmat xipos ximat subtree_com cinert crb cvel subtree_linvel subtree_angmom cacc cfrc_int cfrc_ext';
const dofFields =
  'qvel qacc_warmstart qfrc_applied qacc cdof qLDiagInv cdof_dot qfrc_bias qfrc_passive qfrc_actuator qfrc_smooth qacc_smooth qfrc_constraint qfrc_inverse';

const list = (names: string, prefix = ''): (readonly [string, string])[] =>
  names.split(' ').map((name) => [`${prefix}${name}`, name] as const);

const ownRow =
  (count: keyof Model, fields: readonly (readonly [string, string])[]): MoreFields =>
  (m, id) =>
    fields.map(([field, name]) => [field, name, [id, 1, m[count] as number]] as const);

const dataKinds: Readonly<Record<string, MoreFields>> = {
  actuator: (m, id) => {
    const out: Rows = [m.actuator_outadr[id] as number, m.actuator_outnum[id] as number, m.nout];
    return [
      ['ctrl', 'ctrl', [m.actuator_ctrladr[id] as number, m.actuator_ctrlnum[id] as number, m.nu]],
      ...list('length velocity force', 'actuator_').map(([field, name]) => [field, name, out] as const),
    ];
  },
  body: ownRow('nbody', list(bodyFields)),
  cam: ownRow('ncam', list('xpos xmat', 'cam_')),
  geom: ownRow('ngeom', list('xpos xmat', 'geom_')),
  jnt: (m, id) => [
    ['qpos', 'qpos', qposRows(m, id)],
    ...list('xanchor xaxis').map(([field, name]) => [field, name, [id, 1, m.njnt]] as const),
    ...list(dofFields).map(([field, name]) => [field, name, dofRows(m, id)] as const),
  ],
  light: ownRow('nlight', list('xpos xdir', 'light_')),
  sensor: (m, id) => [['sensordata', 'data', [m.sensor_adr[id] as number, m.sensor_dim[id] as number, m.nsensordata]]],
  site: ownRow('nsite', list('xpos xmat', 'site_')),
  tendon: ownRow('ntendon', list('wrapadr wrapnum length velocity', 'ten_')),
};

export const dataKindNames: readonly string[] = Object.keys(dataKinds);

/** The number of an object; the error of the official package if there is none. */
function requireId(model: Model, access: string, key: unknown): number {
  const kind = kindOf(access);
  const n = countOf(model, access);
  if (typeof key === 'number') {
    if (Number.isInteger(key) && key >= 0 && key < n) return key;
    throw new MujocoError(
      'argument',
      `MuJoCo Error: Invalid index ${key} for ${access}. Valid indices from 0 to ${n - 1}`,
    );
  }
  const id = nameToId(model, kind, String(key));
  if (id >= 0) return id;
  const names = Array.from({ length: n }, (_, k) => idToName(model, kind, k) ?? '').sort();
  const listed = names.map((name) => `'${name}'`).join(', ');
  throw new MujocoError(
    'argument',
    `MuJoCo Error: Invalid name '${String(key)}' for ${access}. Valid names: [${listed}]`,
  );
}

class Accessor extends Handle {
  readonly id: number;
  readonly name: string;

  constructor(id: number, name: string) {
    super();
    if (typeof id !== 'number')
      throw new MujocoError('argument', `${this.constructor.name} has no accessible constructor`);
    this.id = id;
    this.name = name;
  }
}

/** The name of the class of the accessors of a kind: `MjModelBodyAccessor`. */
function classNameOf(owner: 'Model' | 'Data', access: string): string {
  const kind = kindOf(access);
  return `Mj${owner}${kind[0]?.toUpperCase()}${kind === 'key' ? 'eyframe' : kind.slice(1)}Accessor`;
}

const accessorClass = (owner: 'Model' | 'Data', access: string): [string, typeof Accessor] => {
  const name = classNameOf(owner, access);
  return [name, Object.defineProperty(class extends Accessor {}, 'name', { value: name })];
};

/** The classes of accessors; programs tell objects by them. */
export const accessorClasses: Readonly<Record<string, typeof Accessor>> = Object.fromEntries([
  ...modelKinds.map((access) => accessorClass('Model', access)),
  ...Object.keys(dataKinds).map((access) => accessorClass('Data', access)),
]);

/** An accessor of an object of a kind. */
function makeAccessor(owner: 'Model' | 'Data', model: Model, access: string, id: number): Accessor {
  const Class = accessorClasses[classNameOf(owner, access)] as typeof Accessor;
  return new Class(id, idToName(model, kindOf(access), id) ?? '');
}

function addField(target: Accessor, name: string, array: TypedArray, [first, count, all]: Rows, isList: boolean): void {
  if (Object.hasOwn(target, name)) return;
  const width = array.length / all;
  const isNumber = !isList && width === 1 && count === 1;
  Object.defineProperty(target, name, {
    configurable: true,
    enumerable: true,
    get: isNumber ? () => array[first] : () => array.subarray(first * width, (first + count) * width),
    set: isNumber
      ? (x: number) => {
          array[first] = x;
        }
      : (x: ArrayLike<number>) => array.set(x, first * width),
  });
}

/** Fields with a row for each object that are lists whatever its length. */
const LISTS = /_user$|^key_(?!time)/;
/** Kinds whose `more` rows are lists whatever their length. */
const lists: ReadonlySet<string> = new Set(['jnt', 'numeric', 'tuple', 'tex', 'hfield']);
const flags =
  /^(limited|texuniform|ctrllimited|forcelimited|actlimited|actearly|active|active0|actfrclimited|actgravcomp|castshadow)$/;

/** The constants of one object of a model. */
export function modelAccessor(model: Model, access: string, key: unknown): NamedAccessor {
  const prefix = `${access}_`;
  const id = requireId(model, access, key);
  const target = makeAccessor('Model', model, access, id);
  const arrays = model as unknown as Arrays;
  const n = countOf(model, access);
  for (const [field, name, rows] of moreFields[access]?.(model, id) ?? [])
    addField(target, name, arrays[field] as TypedArray, rows, lists.has(access));
  for (const field of fieldNames(model)) {
    if (!field.startsWith(prefix)) continue;
    const array = arrays[field] as TypedArray;
    if (array.length % n === 0) addField(target, field.slice(prefix.length), array, [id, 1, n], LISTS.test(field));
  }
  asFlags(target);
  return target as unknown as NamedAccessor;
}

/** The state and results of one object. */
export function dataAccessor(data: Data, access: string, key: unknown): NamedAccessor {
  const { model } = data;
  const id = requireId(model, access, key);
  const target = makeAccessor('Data', model, access, id);
  const arrays = data as unknown as Arrays;
  for (const [field, name, rows] of (dataKinds[access] as MoreFields)(model, id))
    addField(target, name, arrays[field] as TypedArray, rows, access === 'jnt' || access === 'sensor');
  if (access === 'actuator') addMoment(target, data);
  return target as unknown as NamedAccessor;
}

/** The stored entries of an actuator's row of the moment matrix, followed by zeros up to nv numbers. */
function addMoment(target: Accessor, data: Data): void {
  const row = data.model.actuator_outadr[target.id] as number;
  Object.defineProperty(target, 'moment', {
    enumerable: true,
    get: () => {
      const padded = new Float64Array(data.model.nv);
      const adr = data.moment_rowadr[row] as number;
      padded.set(data.actuator_moment.subarray(adr, adr + (data.moment_rownnz[row] as number)));
      return padded;
    },
  });
}

let names: readonly string[] | undefined;

/** Names of the arrays of a model. */
function fieldNames(model: Model): readonly string[] {
  if (names !== undefined) return names;
  const found: string[] = [];
  for (let p: object = Object.getPrototypeOf(model); p !== Object.prototype; p = Object.getPrototypeOf(p) as object)
    for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(p)))
      if (get !== undefined && name.includes('_')) found.push(name);
  names = found;
  return found;
}

/** Numbers that the official package gives as booleans. */
function asFlags(target: Accessor): void {
  for (const [name, { get, set }] of Object.entries(Object.getOwnPropertyDescriptors(target)))
    if (flags.test(name) && typeof get?.() === 'number')
      Object.defineProperty(target, name, { enumerable: true, get: () => get() !== 0, set: (x) => set?.(Number(x)) });
}
