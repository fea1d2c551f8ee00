import { type Data, type Model, makeConstraint, makeData, referenceConstraint } from '@qpos/core';
import { contactsFromOracle, oracleContactPart } from './contacts.ts';
import type { OracleStruct } from './oracle.ts';
import { dataFromOracle, readField } from './transfer.ts';

/** A field of the constraint stages that differs from the oracle's, and by how much relative to its largest entry. */
export interface Difference {
  readonly field: string;
  readonly error: number;
}

const counts = ['ne', 'nf', 'nl', 'nefc', 'nJ'];
const rows = [
  'efc_type',
  'efc_id',
  'efc_J',
  'efc_pos',
  'efc_margin',
  'efc_frictionloss',
  'efc_diagA',
  'efc_KBIP',
  'efc_D',
  'efc_R',
  'tendon_efcadr',
  'efc_vel',
  'efc_aref',
];
const sparseRows = ['efc_J_rownnz', 'efc_J_rowadr', 'efc_J_rowsuper', 'efc_J_colind'];

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
  return data;
}

/** Every array of the row stages that is not equal to the oracle's bit for bit, after running ours on the oracle's positions. */
export function compareRows(model: Model, source: OracleStruct, sparse: boolean): Difference[] {
  const data = constraintData(model, source);
  const efcAddress = oracleContactPart(source, 'efc_address');
  const mu = oracleContactPart(source, 'mu');
  const exclude = oracleContactPart(source, 'exclude');
  data.contact.mu.fill(0);
  data.contact.efc_address.fill(-1);
  makeConstraint(model, data);
  referenceConstraint(model, data);

  const differences: Difference[] = [];
  const check = (field: string, ours: ArrayLike<number>, reference: ArrayLike<number>): void => {
    const error = difference(ours, reference);
    if (error > 0) differences.push({ field, error });
  };
  const ours = data as unknown as Fields;
  for (const name of counts) check(name, [ours[name] as number], [Number(readField(source, name))]);
  const kept = Number(readField(source, 'nefc')) * model.nv;
  const narrow = (name: string, a: ArrayLike<number>): ArrayLike<number> =>
    name === 'efc_J' && !sparse ? Array.from(a).slice(0, kept) : a;
  for (const name of sparse ? [...rows, ...sparseRows] : rows) {
    const reference = readField(source, name) as ArrayLike<number>;
    if (name === 'tendon_efcadr' && Number(readField(source, 'nefc')) === 0) continue;
    check(name, narrow(name, ours[name] as ArrayLike<number>), narrow(name, reference));
  }
  check('contact.efc_address', data.contact.efc_address, efcAddress);
  check('contact.exclude', data.contact.exclude, exclude);
  check('contact.mu', data.contact.mu, mu);
  return differences;
}
