import { type Model, snapshotSize } from '@qpos/core';
import { type Column, makeColumn } from '../columns.ts';

/** What is to be done with an environment at the next call, as a sum. */
export const RESET = 1;
/** With RESET: its state was given, so the module's `reset` is not asked. */
export const GIVEN = 2;
/** Its Data is to be made from the last snapshot. */
export const RESTORE = 4;
/** `setConst` for its own values of the Model. */
export const CONSTANTS = 8;

/** Where in a row of `counters` things are. */
export const EPISODE = 0;
export const STEPS = 1;
/** Why it starts over by itself: DONE or FAILED. */
export const ENDED = 2;

export const DONE = 1;
export const FAILED = 2;

/** Numbers in a row of the journal before states and inputs. */
export const JOURNAL_HEAD = 4;

/** Fields of Data that a step reads and that no other column has: bound ones are written to Data before a call. */
const inputs: ReadonlySet<string> = new Set([
  'time',
  'history',
  'qacc_warmstart',
  'qfrc_applied',
  'xfrc_applied',
  'eq_active',
  'mocap_pos',
  'mocap_quat',
  'userdata',
  'plugin_state',
]);

/** Whether a bound field is written to Data before a call. */
export const isInput = (name: string): boolean => inputs.has(name);

/** Columns that every batch has, without the journal. */
export function ownColumns(model: Model, range: readonly [number, number], shared: boolean): Column[] {
  const own = (name: string, type: Column['type'], width: number): Column =>
    makeColumn({ role: 'own', name, type, width }, range, shared);
  const snapshot = snapshotSize(model);
  return [
    own('states', 'f64', model.nq + model.nv + model.na),
    own('ctrl', 'f64', model.nu),
    own('sensordata', 'f64', model.nsensordata),
    own('rewards', 'f64', 1),
    own('terminated', 'u8', 1),
    own('truncated', 'u8', 1),
    own('flags', 'u8', 1),
    own('counters', 'i32', 3),
    own('started', 'i32', 1),
    own('address', 'f64', 1),
    own('snapshot0', 'f64', snapshot),
    own('snapshot1', 'f64', snapshot),
  ];
}

/** Room for flags, counters, states and inputs of each environment as they were before a call. */
export function journalColumn(columns: Iterable<Column>, range: readonly [number, number], shared: boolean): Column {
  const width = journalled(columns).reduce((sum, c) => sum + c.width, JOURNAL_HEAD);
  return makeColumn({ role: 'own', name: 'journal', type: 'f64', width }, range, shared);
}

/** Columns that a call both reads and writes. */
export function journalled(columns: Iterable<Column>): Column[] {
  return [...columns].filter(
    ({ role, name }) =>
      (role === 'own' && (name === 'states' || name === 'ctrl')) || (role === 'bound' && isInput(name)),
  );
}
