import { type Node, retype } from '../codec.ts';
import { readOrientation, writeOrientation } from '../orientation.ts';
import type { Struct } from '../struct.ts';
import { anyOf, type Special, struct, text, vector } from './special.ts';

export function readPlugin(to: Struct, node: Node): void {
  const use = (node['plugin'] ?? (node['children'] as Node[] | undefined)?.find(({ kind }) => kind === 'plugin')) as
    | Node
    | undefined;
  if (typeof use !== 'object') return;
  const { fields } = struct(to, 'plugin');
  fields['name'] = (use['instance'] as string | undefined) ?? '';
  fields['plugin_name'] = (use['plugin'] as string | undefined) ?? '';
  fields['active'] = true;
}

export function writePlugin(from: Struct, node: Node): void {
  const use = struct(from, 'plugin');
  if (!use.fields['active']) node['plugin'] = undefined;
  else node['plugin'] = { kind: 'plugin', plugin: text(use, 'plugin_name'), instance: text(use, 'name'), configs: [] };
}

/** A pose whose rotation can be stated in several ways. */
export const posed: Special = {
  read: (to, node, values) => {
    readOrientation(struct(to, 'alt'), values);
    if ('plugin' in to.fields) readPlugin(to, node);
  },
  write: (from, node, changed) => {
    if (anyOf(changed, 'alt', 'quat')) writeOrientation(struct(from, 'alt'), vector(from, 'quat'), node);
    if (changed.has('plugin')) writePlugin(from, node);
  },
};

const inertialOf = (node: Node): Node | undefined =>
  (node['children'] as Node[] | undefined)?.find(({ kind }) => kind === 'inertial');

export const body: Special = {
  read(to, node, values, of) {
    posed.read(to, node, values, of);
    const inertial = inertialOf(node);
    if (inertial === undefined) return;
    to.fields['explicitinertial'] = true;
    to.fields['mass'] = inertial['mass'] as number;
    for (const [name, attribute] of [
      ['ipos', 'pos'],
      ['iquat', 'quat'],
      ['inertia', 'diaginertia'],
      ['fullinertia', 'fullinertia'],
    ] as const)
      vector(to, name).set((inertial[attribute] as number[] | undefined) ?? []);
    readOrientation(struct(to, 'ialt'), inertial);
  },
  write(from, node, changed) {
    posed.write(from, node, changed);
    if (!anyOf(changed, 'mass', 'ipos', 'iquat', 'inertia', 'fullinertia', 'ialt')) return;
    const children = node['children'] as Node[];
    const old = inertialOf(node);
    if (old !== undefined) children.splice(children.indexOf(old), 1);
    if (Number.isNaN(vector(from, 'ipos')[0])) return;
    const inertial: Node = { kind: 'inertial', pos: Array.from(vector(from, 'ipos')), mass: from.fields['mass'] };
    if (Number.isNaN(vector(from, 'fullinertia')[0])) {
      inertial['diaginertia'] = Array.from(vector(from, 'inertia'));
      writeOrientation(struct(from, 'ialt'), vector(from, 'iquat'), inertial);
    } else inertial['fullinertia'] = Array.from(vector(from, 'fullinertia'));
    children.unshift(inertial);
  },
};

const FREE = 0;

export const joint: Special = {
  read(to, node) {
    if (node.kind === 'freejoint') to.fields['type'] = FREE;
  },
  /** A free joint is an element of its own, without most settings: another one is stated in full. */
  write(_, node, changed) {
    const isPlain = [...changed].every((name) => name === 'group' || name === 'align');
    if (node.kind !== 'freejoint' || isPlain) return;
    retype(node, 'joint');
    if (!changed.has('type')) node['type'] = 'free';
  },
};

export const compiler: Special = {
  read(to, node) {
    to.fields['degree'] = node['angle'] !== 'radian';
    const sequence = (node['eulerseq'] as string | undefined) ?? 'xyz';
    vector(to, 'eulerseq').set(Array.from(sequence, (c) => c.charCodeAt(0)));
  },
  write(from, node, changed) {
    if (changed.has('degree')) node['angle'] = from.fields['degree'] ? 'degree' : 'radian';
    if (changed.has('eulerseq')) node['eulerseq'] = String.fromCharCode(...vector(from, 'eulerseq'));
  },
};
