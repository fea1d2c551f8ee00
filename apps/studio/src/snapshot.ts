import { type Data, poseFields } from '@qpos/core';
import type { ContactList } from '@qpos/viewer';

/** Arrays of Data that the page needs for drawing and for its panels. */
const fields = [
  'qpos',
  'qvel',
  'act',
  'ctrl',
  'eq_active',
  'mocap_pos',
  'mocap_quat',
  'xfrc_applied',
  ...poseFields,
  'subtree_com',
  'flexvert_xpos',
  'bvh_active',
  'ten_wrapadr',
  'ten_wrapnum',
  'wrap_obj',
  'wrap_xpos',
  'ten_length',
  'actuator_force',
  'qfrc_actuator',
  'sensordata',
  'energy',
  'tree_island',
] as const satisfies readonly (keyof Data)[];

/** Numbers at the start of a snapshot. */
export const header = [
  'time',
  'running',
  'realtime',
  'speed',
  'historyCount',
  'historyIndex',
  'historyStart',
  'ncon',
  'nefc',
  'nisland',
  'iterations',
  'stepUs',
  'revision',
  'obeyed',
  'episodeReturn',
  'episodeSteps',
  'episodes',
  'lastReturn',
  'warning0',
  'warning1',
  'warning2',
  'warning3',
  'warning4',
  'warning5',
  'warning6',
] as const;
export type Header = Record<(typeof header)[number], number>;

const PER_CONTACT = 3 + 9 + 6 + 2 + 1;

const bodyLength = (data: Data): number => fields.reduce<number>((n, name) => n + data[name].length, header.length);

/** How many numbers a snapshot with so many contacts takes. */
export const snapshotLength = (data: Data, contacts: number): number => bodyLength(data) + PER_CONTACT * contacts;

/** Writes a snapshot; `out` has at least `snapshotLength` numbers. */
export function writeSnapshot(out: Float64Array, data: Data, head: Header, contacts: ContactList): void {
  header.forEach((name, k) => {
    out[k] = head[name];
  });
  let at: number = header.length;
  for (const name of fields) {
    out.set(data[name], at);
    at += data[name].length;
  }
  const n = contacts.count;
  for (const [array, width] of parts(contacts)) {
    out.set(array.subarray(0, width * n), at);
    at += width * n;
  }
}

/** Reads a snapshot into a Data of the same model. */
export function readSnapshot(from: Float64Array, data: Data, contacts: ContactList, head: Header): void {
  header.forEach((name, k) => {
    head[name] = from[k] ?? 0;
  });
  data.time = head.time;
  let at: number = header.length;
  for (const name of fields) {
    const array = data[name];
    array.set(from.subarray(at, at + array.length));
    at += array.length;
  }
  const n = head.ncon;
  contacts.count = n;
  if (contacts.dist.length < n) growContacts(contacts, 2 * n);
  for (const [array, width] of parts(contacts)) {
    array.set(from.subarray(at, at + width * n));
    at += width * n;
  }
}

const parts = (c: ContactList): [Float64Array | Int32Array, number][] => [
  [c.pos, 3],
  [c.frame, 9],
  [c.force, 6],
  [c.geom, 2],
  [c.dist, 1],
];

function growContacts(c: ContactList, capacity: number): void {
  c.pos = new Float64Array(3 * capacity);
  c.frame = new Float64Array(9 * capacity);
  c.force = new Float64Array(6 * capacity);
  c.geom = new Int32Array(2 * capacity);
  c.dist = new Float64Array(capacity);
}

export const emptyHeader = (): Header => Object.fromEntries(header.map((name) => [name, 0])) as Header;
