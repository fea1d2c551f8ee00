import { ArgumentError, contactForce, Data, Model } from '@qpos/core';

/** Contacts of a state with their forces: of a Data here, or sent by a worker. */
export interface ContactList {
  /** How many contacts there are. */
  count: number;
  /** Three numbers per contact: its position in the world frame. */
  pos: Float64Array;
  /** Nine numbers per contact: the normal, then two tangents. */
  frame: Float64Array;
  /** Six numbers per contact in its frame, on the second geom. */
  force: Float64Array;
  /** Two geoms per contact, or -1. */
  geom: Int32Array;
  /** Distances; negative if the geoms overlap. */
  dist: Float64Array;
}

/** More than any scene has, and a list that still fits in memory. */
const MOST_CONTACTS = 2 ** 24;

/**
 * An empty list of contacts.
 *
 * @param capacity How many contacts there is room for; 0 by default, as `readContacts` makes room.
 * @returns The list.
 * @example
 * const contacts = makeContactList(16);
 * console.log(contacts.count); // 0
 */
export function makeContactList(capacity = 0): ContactList {
  if (!(Number.isInteger(capacity) && capacity >= 0 && capacity < MOST_CONTACTS))
    throw new ArgumentError(`a list cannot have room for ${String(capacity)} contacts`);
  return {
    count: 0,
    pos: new Float64Array(3 * capacity),
    frame: new Float64Array(9 * capacity),
    force: new Float64Array(6 * capacity),
    geom: new Int32Array(2 * capacity),
    dist: new Float64Array(capacity),
  };
}

const wrench = new Float64Array(6);

/**
 * Reads the contacts of a Data, with the forces that a step or `forward` has computed.
 *
 * @param model The model.
 * @param data Its Data.
 * @param list Receives the contacts; its arrays are replaced if they are too short.
 * @example
 * const contacts = makeContactList();
 * readContacts(model, data, contacts);
 * console.log(contacts.count);
 */
export function readContacts(model: Model, data: Data, list: ContactList): void {
  if (!(model instanceof Model && data instanceof Data)) throw new ArgumentError('a Model and its Data are needed');
  if (!(list?.dist instanceof Float64Array)) throw new ArgumentError('a list that makeContactList made is needed');
  void model.nq; // which a Model that was disposed of refuses
  const { ncon } = data;
  if (list.dist.length < ncon) Object.assign(list, makeContactList(2 * ncon));
  list.count = ncon;
  if (ncon === 0) return;
  const { contact } = data;
  list.pos.set(contact.pos.subarray(0, 3 * ncon));
  list.frame.set(contact.frame.subarray(0, 9 * ncon));
  list.geom.set(contact.geom.subarray(0, 2 * ncon));
  list.dist.set(contact.dist.subarray(0, ncon));
  for (let c = 0; c < ncon; c++) {
    contactForce(model, data, c, wrench);
    list.force.set(wrench, 6 * c);
  }
}
