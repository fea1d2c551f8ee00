import type { Data } from '@qpos/core';
import { setCounter } from '../oracle/counters.ts';
import type { OracleStruct } from '../oracle/oracle.ts';

/** The oracle's vector of contacts; each element is a copy that must be deleted. */
interface ContactVector {
  size(): number;
  get(i: number): OracleStruct;
  delete(): void;
}

/** Place of `ncon` among the dynamic sizes of Data. */
const NCON = 0;

/** What a contact is made of. */
export const contactParts = [
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
  'H',
  'dim',
  'geom1',
  'geom2',
  'geom',
  'flex',
  'elem',
  'vert',
  'exclude',
  'efc_address',
] as const;

export type ContactPart = (typeof contactParts)[number];

/** One part of all contacts of the oracle, in a row. */
export function oracleContactPart(source: OracleStruct, part: ContactPart): number[] {
  const vector = source['contact'] as ContactVector;
  const values: number[] = [];
  for (let i = 0; i < vector.size(); i++) {
    const contact = vector.get(i);
    const value = contact[part] as number | ArrayLike<number>;
    if (typeof value === 'number') values.push(value);
    else values.push(...Array.from(value));
    contact.delete();
  }
  vector.delete();
  return values;
}

/** Copies the contacts of the oracle's Data to ours, in its order. */
export function contactsFromOracle(source: OracleStruct, target: Data): void {
  const vector = source['contact'] as ContactVector;
  const count = vector.size();
  makeRoom(target, count);
  setCounter(target, 'ncon', count);
  const ours = target.contact as unknown as Record<string, Float64Array>;
  for (let i = 0; i < count; i++) {
    const contact = vector.get(i);
    for (const part of contactParts) {
      const array = ours[part];
      if (array === undefined) continue;
      const value = contact[part] as number | ArrayLike<number>;
      if (typeof value === 'number') array[i] = value;
      else array.set(Array.from(value), i * value.length);
    }
    contact.delete();
  }
  vector.delete();
}

/** Contacts for which room was made. */
const rooms = new WeakMap<Data, number>();

/** Makes room for `count` contacts. */
function makeRoom(target: Data, count: number): void {
  if (count <= (rooms.get(target) ?? 0)) return;
  (target as unknown as { block: { grow(size: number, count: number): void } }).block.grow(NCON, count);
  rooms.set(target, count);
}
