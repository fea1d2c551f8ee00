import type { Data, Model } from '@qpos/core';
import type { OracleStruct } from './oracle.ts';
import { accessorNames, readField, relativeError } from './transfer.ts';

type Fields = Record<string, unknown>;

/** Error of each field that both sides have; Infinity where shapes differ or the field is missing. */
export type FieldErrors = Record<string, number>;

const isArray = (x: unknown): x is Float64Array => ArrayBuffer.isView(x) && !(x instanceof DataView);
const isNumber = (x: unknown): x is number | bigint | boolean =>
  typeof x === 'number' || typeof x === 'bigint' || typeof x === 'boolean';

/** Memory bookkeeping of the oracle, which has no counterpart here. */
const notCompared = new Set([
  'buffer',
  'arena',
  'narena',
  'nbuffer',
  'signature',
  'plugin_data',
  'parena',
  'pbase',
  'pstack',
  'maxuse_arena',
  'maxuse_stack',
  'threadlock',
  'threadpool',
  'nplugin',
]);

/** Errors of every number and array of an embind struct against ours of the same name. */
export function compareStruct(ours: object, reference: object, prefix = ''): FieldErrors {
  const errors: FieldErrors = {};
  for (const name of accessorNames(reference)) {
    if (notCompared.has(name)) continue;
    const theirs = readField(reference, name);
    const mine = (ours as Fields)[name];
    if (isArray(theirs)) errors[prefix + name] = isArray(mine) ? relativeError(mine, theirs) : Number.POSITIVE_INFINITY;
    else if (isNumber(theirs))
      errors[prefix + name] = isNumber(mine)
        ? relativeError([Number(mine)], [Number(theirs)])
        : Number.POSITIVE_INFINITY;
  }
  return errors;
}

/** Errors of every field of Model, its options, statistics and visual settings. */
export function compareModel(model: Model, reference: OracleStruct): FieldErrors {
  const errors = compareStruct(model, reference);
  Object.assign(
    errors,
    compareStruct(model.opt, reference['opt'] as object, 'opt.'),
    compareStruct(model.stat, reference['stat'] as object, 'stat.'),
  );
  for (const [group, part] of Object.entries(model.vis))
    Object.assign(
      errors,
      compareStruct(part as object, readField(reference['vis'] as object, group) as object, `vis.${group}.`),
    );
  return errors;
}

const contactFields = [
  'dist',
  'pos',
  'frame',
  'includemargin',
  'friction',
  'solref',
  'solreffriction',
  'solimp',
  'adhesion',
  'mu',
  'dim',
  'geom',
  'exclude',
  'efc_address',
] as const;

interface ContactVector {
  size(): number;
  get(i: number): Fields & { delete?(): void };
  delete?(): void;
}

/** Errors of the contact list, field by field, in the oracle's order. */
export function compareContacts(data: Data, reference: OracleStruct): FieldErrors {
  const vector = reference['contact'] as ContactVector;
  const count = Number(reference['ncon']);
  const errors: FieldErrors = { ncon: data.ncon === count ? 0 : Number.POSITIVE_INFINITY };
  const columns = new Map<string, number[]>(contactFields.map((name) => [name, []]));
  for (let c = 0; c < count; c++) {
    const contact = vector.get(c);
    for (const name of contactFields) {
      const value = contact[name];
      const column = columns.get(name) as number[];
      if (isArray(value)) column.push(...value);
      else column.push(Number(value));
    }
    contact.delete?.();
  }
  vector.delete?.();
  for (const [name, column] of columns) errors[`contact.${name}`] = relativeError(data.contact[name as 'dist'], column);
  return errors;
}

/** Fields that hold something only under a condition; otherwise they are left over from earlier, or uninitialised. */
const conditional: readonly (readonly [fields: RegExp, holds: (data: Data) => boolean])[] = [
  [/^(tree_island|dof_island|island_|map_|efc_island|iefc_|iacc|ifrc_)/, (d) => d.nisland > 0],
  [/^efc_AR/, (d) => d.nA > 0],
  [/^efc_Y/, (d) => d.nY > 0],
  [/^efm_/, (d) => d.efm_active > 0],
  [/^efm_K_/, (d) => d.nefmK > 0],
  [/^(efc_J|efc_AR|efc_Y)_(rownnz|rowadr|colind|rowsuper)/, (d) => isSparse(d)],
  [/^(iacc|ifrc_|iefc_)/, (d) => d.model.opt.solver !== 0],
  [/^(cacc|cfrc_int|cfrc_ext|flg_rnepost)$/, (d) => d.flg_rnepost > 0],
  [/^(subtree_linvel|subtree_angmom|flg_subtreevel)$/, (d) => d.flg_subtreevel > 0],
  [/^(efc_b|qLU|qDeriv|qH|qHDiagInv|qfrc_inverse|solver_fwdinv)$/, () => false], // written by a step, not by forward
  [/^tendon_efcadr$/, (d) => (d.model.opt.disableflags & 1) === 0],
  [/^ifrc_smooth$/, (d) => d.efm_active === 0], // a private vector of the solver; with the effective metric its scale is a matter of taste
  [/^efc_J$/, (d) => d.nefc > 0],
  [/^maxuse_/, () => false],
  [/^bvh_active$/, () => false], // marks for drawing which boxes the oracle's search visited; ours is another search
  [/^solver_nnz$/, () => false], // counts fill-in, which depends on the elimination order: ours is another one
];

/** Errors of arrays that have room for more than this step writes, over the part in use. */
function compareUsed(data: Data, reference: OracleStruct): FieldErrors {
  const { nout, ntendon } = data.model;
  const elements = nout > 0 ? (data.moment_rowadr[nout - 1] ?? 0) + (data.moment_rownnz[nout - 1] ?? 0) : 0;
  const points = ntendon > 0 ? (data.ten_wrapadr[ntendon - 1] ?? 0) + (data.ten_wrapnum[ntendon - 1] ?? 0) : 0;
  const { nefmA, nefmT } = data;
  const used = {
    moment_colind: elements,
    actuator_moment: elements,
    wrap_obj: points,
    wrap_xpos: 3 * points,
    efm_aid: nefmA,
    efm_ak: nefmA,
    efm_as: nefmA,
    efm_tid: nefmT,
    efm_tk: nefmT,
    efm_ts: nefmT,
  };
  return Object.fromEntries(
    Object.entries(used).map(([name, count]) => {
      const ours = (data as unknown as Fields)[name] as Float64Array;
      const theirs = readField(reference, name) as Float64Array;
      return [name, relativeError(ours.subarray(0, count), theirs.subarray(0, count))];
    }),
  );
}

/** Whether the constraint Jacobian is stored by rows of nonzeros. */
function isSparse({ model }: Data): boolean {
  return model.opt.jacobian === 1 || (model.opt.jacobian === 2 && model.nv >= 60);
}

/** Errors of every field of Data that holds something. */
export function compareData(data: Data, reference: OracleStruct): FieldErrors {
  const errors: FieldErrors = {
    ...compareStruct(data, reference),
    ...compareUsed(data, reference),
    ...compareContacts(data, reference),
  };
  for (const name of Object.keys(errors))
    if (conditional.some(([fields, holds]) => fields.test(name) && !holds(data))) delete errors[name];
  return errors;
}
