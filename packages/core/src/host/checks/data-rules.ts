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

export const indexRules: readonly IndexRule[] = [
  { field: 'tree_asleep', least: ANY_COUNTER, below: 'ntree', isInput: true },
  { field: 'body_awake_ind', least: 0, below: 'nbody', rows: 'nbody_awake', isInput: true },
  { field: 'parent_awake_ind', least: 0, below: 'nbody', rows: 'nparent_awake', isInput: true },
  { field: 'dof_awake_ind', least: 0, below: 'nv', rows: 'nv_awake', isInput: true },
  { field: 'contact_geom', least: -1, below: 'ngeom' },
  { field: 'contact_geom1', least: -1, below: 'ngeom' },
  { field: 'contact_geom2', least: -1, below: 'ngeom' },
  { field: 'contact_flex', least: -1, below: 'nflex' },
  { field: 'contact_elem', least: -1, below: 'nflexelem' },
  { field: 'contact_vert', least: -1, below: 'nflexvert' },
  { field: 'contact_efc_address', least: -1, below: 'nefc' },
  { field: 'tendon_efcadr', least: -1, below: 'nefc' },
  { field: 'efc_J_colind', least: 0, below: 'nv' },
  { field: 'efc_Y_colind', least: 0, below: 'nv' },
  { field: 'efc_AR_colind', least: 0, below: 'nefc' },
  { field: 'efc_island', least: -1, below: 'ntree' },
  { field: 'tree_island', least: -1, below: 'ntree' },
  { field: 'dof_island', least: -1, below: 'ntree' },
  { field: 'map_itree2tree', least: 0, below: 'ntree' },
  { field: 'map_dof2idof', least: 0, below: 'nv' },
  { field: 'map_idof2dof', least: 0, below: 'nv' },
  { field: 'map_efc2iefc', least: 0, below: 'nefc' },
  { field: 'map_iefc2efc', least: 0, below: 'nefc' },
  { field: 'island_dofadr', least: 0, below: 'nv' },
  { field: 'wrap_obj', least: -2, below: 'ngeom' },
  { field: 'moment_colind', least: 0, below: 'nv' },
  { field: 'efm_dofid', least: 0, below: 'nv' },
  { field: 'efm_aid', least: 0, below: 'nactuator', rows: 'nefmA' },
  { field: 'efm_tid', least: 0, below: 'ntendon', rows: 'nefmT' },
  { field: 'efm_con_ind', least: 0, below: 'ncon' },
  { field: 'efm_K_colind', least: 0, below: 'nv' },
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
