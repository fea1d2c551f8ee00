import type { Data, Model } from '@qpos/core';
import type { OracleStruct } from '../oracle/oracle.ts';
import { accessorNames, readField, relativeError } from '../oracle/transfer.ts';
import { contactParts } from './contacts.ts';

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

/** Parts that follow from others, or that the solver overwrites. */
const IGNORED_PARTS: readonly string[] = ['H', 'geom1', 'geom2'];
const contactFields = contactParts.filter((part) => !IGNORED_PARTS.includes(part));

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
  [/^efm_ca$/, (d) => d.nefmA > 0],
  [/^efm_(diag|sdiag)$/, (d) => d.efm_sdiag.some((x) => x !== 0)], // written where dofs, tendons or actuators have terms
  [/^efm_fluid$/, ({ model }) => model.opt.density > 0 || model.opt.viscosity > 0],
  [/^(iacc|ifrc_|iefc_(aref|state|force))/, (d) => !solvedAsOne(d)],
  [/^(qfrc_constraint|efc_force|efc_state|iacc|ifrc_|iefc_(aref|state|force))/, (d) => !solvedInStep(d)],
  // with islands, the oracle's primal solvers write it only where they try the warm start
  [/^efc_state$/, (d) => d.nisland === 0 || d.model.opt.solver === 0 || (d.model.opt.disableflags & 512) === 0],
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

/** Whether constraints are solved in a step alone, as where contacts of sheets never penetrate; the oracle leaves there what it has. */
function solvedInStep({ model }: Data): boolean {
  return (model.opt.enableflags & 64) !== 0 && model.flex_dim.includes(2);
}

/** Whether the oracle leaves islands aside: elastic flexes in the effective metric. */
function solvedAsOne({ model }: Data): boolean {
  const elastic = (f: number): boolean => {
    const adr = model.flex_stiffnessadr[f] as number;
    return (model.flex_bendingadr[f] as number) >= 0 || (adr >= 0 && model.flex_stiffness[adr] !== 0);
  };
  return model.opt.integrator === 4 && Array.from(model.flex_rigid).some((rigid, f) => rigid === 0 && elastic(f));
}

/** Errors of arrays that have room for more than this step writes, over the part in use. */
function compareUsed(data: Data, reference: OracleStruct): FieldErrors {
  const { nout, ntendon } = data.model;
  const elements = nout > 0 ? (data.moment_rowadr[nout - 1] ?? 0) + (data.moment_rownnz[nout - 1] ?? 0) : 0;
  const points = ntendon > 0 ? (data.ten_wrapadr[ntendon - 1] ?? 0) + (data.ten_wrapnum[ntendon - 1] ?? 0) : 0;
  const { nefmA, nefmT } = data;
  const used = {
    efc_J: isSparse(data) ? data.nJ : data.nefc * data.model.nv, // a dense one has room for rows of zeros that are left out
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

/** The part of the constraint rows that their states follow from, in the order of rows or of islands. */
interface Rows {
  readonly state: Int32Array;
  readonly force: Float64Array;
  readonly type: Int32Array;
  readonly id: Int32Array;
  readonly frictionloss: Float64Array;
}

const FRICTION_ROWS = [1, 2];
const ELLIPTIC = 7;

/** Largest difference of the states of rows. A row whose force is at the border of two states, to nine digits, may be in either. */
function stateError(data: Data, rows: Rows, theirs: Int32Array): number {
  const { state, force, type, id, frictionloss } = rows;
  if (theirs.length !== state.length) return Number.POSITIVE_INFINITY;
  const small = 1e-9 * force.reduce((most, f) => Math.max(most, Math.abs(f)), 1);
  const atBorder = (row: number): boolean => {
    const f = force[row] as number;
    if (FRICTION_ROWS.includes(type[row] as number))
      return Math.abs(Math.abs(f) - (frictionloss[row] as number)) <= small;
    if (type[row] !== ELLIPTIC) return Math.abs(f) <= small;
    let first = row;
    while (first > 0 && type[first - 1] === ELLIPTIC && id[first - 1] === id[row]) first--;
    const c = id[row] as number;
    const mu = data.contact.mu[c] as number;
    const normal = (force[first] as number) / mu;
    let square = 0;
    for (let k = 1; k < (data.contact.dim[c] as number); k++)
      square += ((force[first + k] as number) / (data.contact.friction[5 * c + k - 1] as number)) ** 2;
    const tangent = Math.sqrt(square);
    return Math.abs(mu * normal - tangent) <= small || Math.abs(normal + mu * tangent) <= small;
  };
  let worst = 0;
  state.forEach((s, row) => {
    if (s !== theirs[row] && !atBorder(row)) worst = Math.max(worst, Math.abs(s - (theirs[row] as number)));
  });
  return worst;
}

/** Errors of the states of the constraint rows. */
function compareStates(data: Data, reference: OracleStruct): FieldErrors {
  const n = data.nefc;
  const part = (prefix: 'efc' | 'iefc'): Rows => ({
    state: data[`${prefix}_state`].subarray(0, n),
    force: data[`${prefix}_force`].subarray(0, n),
    type: data[`${prefix}_type`].subarray(0, n),
    id: data[`${prefix}_id`].subarray(0, n),
    frictionloss: data[`${prefix}_frictionloss`].subarray(0, n),
  });
  return {
    efc_state: stateError(data, part('efc'), readField(reference, 'efc_state') as Int32Array),
    iefc_state: stateError(data, part('iefc'), readField(reference, 'iefc_state') as Int32Array),
  };
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
    ...compareStates(data, reference),
  };
  for (const name of Object.keys(errors))
    if (conditional.some(([fields, holds]) => fields.test(name) && !holds(data))) delete errors[name];
  return errors;
}
