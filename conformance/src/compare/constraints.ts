import {
  type Data,
  findIslands,
  type Model,
  makeConstraint,
  makeData,
  projectConstraint,
  referenceConstraint,
} from '@qpos/core';
import { setCounter } from '../oracle/counters.ts';
import type { OracleStruct } from '../oracle/oracle.ts';
import { dataFromOracle, readField } from '../oracle/transfer.ts';
import { contactsFromOracle, oracleContactPart } from './contacts.ts';

/** A field of the constraint stages that differs from the oracle's, and by how much relative to its largest entry. */
export interface Difference {
  readonly field: string;
  readonly error: number;
}

const counts = ['ne', 'nf', 'nl', 'nefc', 'nJ', 'nY', 'nA', 'nisland', 'nidof'];
const rows = [
  'efc_type',
  'efc_id',
  'efc_pos',
  'efc_margin',
  'efc_frictionloss',
  'efc_diagA',
  'efc_KBIP',
  'efc_D',
  'efc_R',
  'efc_vel',
  'efc_aref',
];
const sparseRows = ['efc_J_rownnz', 'efc_J_rowadr', 'efc_J_rowsuper', 'efc_J_colind'];
const sparseY = ['efc_Y_rownnz', 'efc_Y_rowadr', 'efc_Y_colind'];
const sparseAR = ['efc_AR_rownnz', 'efc_AR_rowadr', 'efc_AR_colind'];
const islands = [
  'tree_island',
  'island_ntree',
  'island_itreeadr',
  'map_itree2tree',
  'dof_island',
  'island_nv',
  'island_idofadr',
  'island_dofadr',
  'map_dof2idof',
  'map_idof2dof',
  'efc_island',
  'island_ne',
  'island_nf',
  'island_nefc',
  'island_iefcadr',
  'map_efc2iefc',
  'map_iefc2efc',
  'iefc_type',
  'iefc_id',
  'iefc_frictionloss',
  'iefc_D',
  'iefc_R',
];

type Fields = Record<string, unknown>;

/** Largest difference relative to the largest entry of the reference; 0 only for equal numbers. */
export function difference(ours: ArrayLike<number>, reference: ArrayLike<number>): number {
  if (ours.length !== reference.length) return Number.POSITIVE_INFINITY;
  let scale = 0;
  for (let i = 0; i < reference.length; i++) scale = Math.max(scale, Math.abs(reference[i] as number) || 0);
  let worst = 0;
  for (let i = 0; i < reference.length; i++) {
    const a = ours[i] as number;
    const b = reference[i] as number;
    if (a === b || (Number.isNaN(a) && Number.isNaN(b))) continue;
    const e = Math.abs(a - b) / Math.max(scale, Number.MIN_VALUE);
    worst = Number.isNaN(e) ? Number.POSITIVE_INFINITY : Math.max(worst, e);
  }
  return worst;
}

/** Our Data at the state of the oracle's, with all that it computed, contacts included. */
export function constraintData(model: Model, source: OracleStruct): Data {
  const data = makeData(model);
  dataFromOracle(source, data);
  contactsFromOracle(source, data);
  setCounter(data, 'efm_active', Number(readField(source, 'efm_active')));
  return data;
}

/** Lists what differs. */
class Report {
  readonly differences: Difference[] = [];
  readonly ours: Fields;
  readonly source: OracleStruct;

  constructor(data: Data, source: OracleStruct) {
    this.ours = data as unknown as Fields;
    this.source = source;
  }

  check(field: string, ours: ArrayLike<number>, reference: ArrayLike<number>): void {
    const error = difference(ours, reference);
    if (error > 0) this.differences.push({ field, error });
  }

  counts(names: readonly string[]): void {
    for (const name of names) this.check(name, [this.ours[name] as number], [Number(readField(this.source, name))]);
  }

  arrays(names: readonly string[]): void {
    for (const name of names)
      this.check(name, this.ours[name] as ArrayLike<number>, readField(this.source, name) as ArrayLike<number>);
  }
}

/**
 * Every array of the stages from `makeConstraint` to `referenceConstraint` that is not equal to the oracle's bit for bit,
 * after running ours on the oracle's positions and velocities.
 */
export function compareConstraints(model: Model, source: OracleStruct, sparse: boolean): Difference[] {
  const data = constraintData(model, source);
  data.contact.mu.fill(0);
  data.contact.efc_address.fill(-1);
  makeConstraint(model, data);
  findIslands(model, data);
  projectConstraint(model, data);
  referenceConstraint(model, data);

  const report = new Report(data, source);
  report.counts(counts);
  if (sparse) report.arrays(['efc_J', ...sparseRows]);
  else {
    const used = Number(readField(source, 'nefc')) * model.nv; // the rest belongs to rows that were left out
    const reference = readField(source, 'efc_J') as Float64Array;
    report.check('efc_J', data.efc_J.subarray(0, used), reference.subarray(0, used));
  }
  report.arrays(rows);
  if (data.nefc > 0) report.arrays(['tendon_efcadr']);
  for (const part of ['efc_address', 'exclude', 'mu'] as const)
    report.check(`contact.${part}`, data.contact[part], oracleContactPart(source, part));
  if (data.nisland > 0) report.arrays(islands);
  if (data.nY > 0) report.arrays(sparse ? ['efc_Y', ...sparseY] : ['efc_Y']);
  if (data.nA > 0) report.arrays(sparse ? ['efc_AR', ...sparseAR] : ['efc_AR']);
  return report.differences;
}
