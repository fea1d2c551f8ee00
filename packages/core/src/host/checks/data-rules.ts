/**
 * What the integers of a Data may be so that no stage leaves an array. Counts come first: the arrays are looked at as far as those reach.
 * Where an index is below a count that grows, it may be below its capacity: it is of the step before where that stage has not run yet.
 * Zero is what a stage has not written yet, and passes everywhere.
 */

/** Counts of rows in use: the Data scalar and the Model size that bounds it. Those that grow are bounded by their capacity. */
export const boundedCounts: readonly (readonly [count: string, size: string])[] = [
  ['nisland', 'ntree'],
  ['nidof', 'nv'],
  ['ntree_awake', 'ntree'],
  ['nbody_awake', 'nbody'],
  ['nparent_awake', 'nbody'],
  ['nv_awake', 'nv'],
  ['nefmA', 'nactuator'],
  ['nefmT', 'ntendon'],
];

/** An array of indices: the least value, the count that all are below, and the count of rows that are looked at if it is not their own. */
export interface IndexRule {
  readonly field: string;
  readonly least: number;
  readonly below: string;
  readonly rows?: string;
  /** Read by the first stages of a step, before anything is written. */
  readonly isInput?: boolean;
}

const ANY_COUNTER = -(2 ** 31);

/** Arrays of indices below a count, all of their rows. */
const indices = (below: string, least: number, ...fields: string[]): IndexRule[] =>
  fields.map((field) => ({ field, least, below }));

export const indexRules: readonly IndexRule[] = [
  { field: 'tree_asleep', least: ANY_COUNTER, below: 'ntree', isInput: true },
  { field: 'body_awake_ind', least: 0, below: 'nbody', rows: 'nbody_awake', isInput: true },
  { field: 'parent_awake_ind', least: 0, below: 'nbody', rows: 'nparent_awake', isInput: true },
  { field: 'dof_awake_ind', least: 0, below: 'nv', rows: 'nv_awake', isInput: true },
  { field: 'efm_aid', least: 0, below: 'nactuator', rows: 'nefmA' },
  { field: 'efm_tid', least: 0, below: 'ntendon', rows: 'nefmT' },
  ...indices('ngeom', -1, 'contact_geom', 'contact_geom1', 'contact_geom2'),
  ...indices('nflex', -1, 'contact_flex'),
  ...indices('nflexelem', -1, 'contact_elem'),
  ...indices('nflexvert', -1, 'contact_vert'),
  ...indices('nefc', -1, 'contact_efc_address', 'tendon_efcadr'),
  ...indices(
    'nv',
    0,
    'efc_J_colind',
    'efc_Y_colind',
    'map_dof2idof',
    'map_idof2dof',
    'island_dofadr',
    'moment_colind',
    'efm_dofid',
    'efm_K_colind',
  ),
  ...indices('nefc', 0, 'efc_AR_colind', 'map_efc2iefc', 'map_iefc2efc'),
  ...indices('ntree', -1, 'efc_island', 'tree_island', 'dof_island'),
  ...indices('ntree', 0, 'map_itree2tree'),
  ...indices('ngeom', -2, 'wrap_obj'),
  ...indices('ncon', 0, 'efm_con_ind'),
];

/** Rows of a ragged array: where each starts, how many entries it has, and the count (times `factor`) of what they are in. */
export interface RaggedRule {
  readonly adr: string;
  readonly num: string;
  readonly of: string;
  readonly factor?: number;
}

export const raggedRules: readonly RaggedRule[] = [
  { adr: 'efc_J_rowadr', num: 'efc_J_rownnz', of: 'nJ' },
  { adr: 'efc_Y_rowadr', num: 'efc_Y_rownnz', of: 'nY' },
  { adr: 'efc_AR_rowadr', num: 'efc_AR_rownnz', of: 'nA' },
  { adr: 'efm_K_rowadr', num: 'efm_K_rownnz', of: 'nefmK' },
  { adr: 'moment_rowadr', num: 'moment_rownnz', of: 'nJmom' },
  { adr: 'ten_wrapadr', num: 'ten_wrapnum', of: 'nwrap', factor: 2 },
  { adr: 'island_itreeadr', num: 'island_ntree', of: 'ntree' },
  { adr: 'island_idofadr', num: 'island_nv', of: 'nv' },
  { adr: 'island_iefcadr', num: 'island_nefc', of: 'nefc' },
];

/** Values of an enumeration: the greatest there is. */
export const rangeRules: readonly (readonly [field: string, most: number])[] = [
  ['contact_dim', 6],
  ['contact_exclude', 4],
  ['efc_type', 7],
  ['efc_state', 4],
  ['iefc_type', 7],
  ['iefc_state', 4],
];

/** What `efc_id` counts, by the type of the row (`ConstraintType`). */
export const rowObjects: readonly string[] = ['neq', 'nv', 'ntendon', 'njnt', 'ntendon', 'ncon', 'ncon', 'ncon'];
