import { MujocoError } from '../../errors.ts';
import type { Node } from '../codec.ts';
import { makeVector, type ValueVec } from '../vectors.ts';
import { anyOf, list, type Special, vector } from './special.ts';
import { readPlugin, writePlugin } from './tree.ts';

export const skin: Special = {
  read(to, node) {
    const bones = (node['bones'] as Node[] | undefined) ?? [];
    const nested = (letter: 'F' | 'I', name: string): ValueVec<number>[] =>
      bones.map((bone) => {
        const made = makeVector[letter]();
        made.assign(bone[name] as number[]);
        return made;
      });
    list<string>(to, 'bodyname').assign(bones.map((bone) => bone['body'] as string));
    list<number>(to, 'bindpos').assign(bones.flatMap((bone) => bone['bindpos'] as number[]));
    list<number>(to, 'bindquat').assign(bones.flatMap((bone) => bone['bindquat'] as number[]));
    list<ValueVec<number>>(to, 'vertid').assign(nested('I', 'vertid'));
    list<ValueVec<number>>(to, 'vertweight').assign(nested('F', 'vertweight'));
  },
  write(from, node, changed) {
    if (!anyOf(changed, 'bodyname', 'bindpos', 'bindquat', 'vertid', 'vertweight')) return;
    const part = (name: string, k: number, n: number): readonly number[] =>
      list<number>(from, name)
        .values()
        .slice(k * n, k * n + n);
    const nested = (name: string, k: number): number[] => [
      ...(list<ValueVec<number>>(from, name).get(k)?.values() ?? []),
    ];
    node['bones'] = list<string>(from, 'bodyname')
      .values()
      .map((name, k) => ({
        kind: 'bone',
        body: name,
        bindpos: part('bindpos', k, 3),
        bindquat: part('bindquat', k, 4),
        vertid: nested('vertid', k),
        vertweight: nested('vertweight', k),
      }));
  },
};

const SIDES = ['fileright', 'fileleft', 'fileup', 'filedown', 'filefront', 'fileback'];

const LAYOUT = 12;

export const texture: Special = {
  read(to, node) {
    const layout = ((node['gridlayout'] as string | undefined) ?? '').padEnd(LAYOUT, '.');
    vector(to, 'gridlayout').set(Array.from(layout, (c) => c.charCodeAt(0)));
    list<string>(to, 'cubefiles').assign(SIDES.map((side) => (node[side] as string | undefined) ?? ''));
  },
  write(from, node, changed) {
    if (list(from, 'data').size() > 0)
      throw new MujocoError('unavailable', 'the pixels of a texture come from a file here', {
        hint: 'write a PNG file to FS, or to a MjVFS, and name it as the file of the texture',
      });
    if (changed.has('gridlayout')) node['gridlayout'] = String.fromCharCode(...vector(from, 'gridlayout'));
    if (!changed.has('cubefiles')) return;
    SIDES.forEach((side, k) => {
      node[side] = list<string>(from, 'cubefiles').get(k) || undefined;
    });
  },
};

/** Roles of textures in the order of `mjtTextureRole`. */
const ROLES = ['user', 'rgb', 'occlusion', 'roughness', 'metallic', 'normal', 'opacity', 'emissive', 'rgba', 'orm'];

export const material: Special = {
  read(to, node, _, of) {
    const textures: Record<string, string> = { ...of.textures };
    if (typeof node['texture'] === 'string') textures['rgb'] = node['texture'];
    for (const layer of (node['layers'] as Node[] | undefined) ?? [])
      textures[layer['role'] as string] = layer['texture'] as string;
    list<string>(to, 'textures').assign(ROLES.map((role) => textures[role] ?? ''));
  },
  write(from, node, changed) {
    if (!changed.has('textures')) return;
    const names = list<string>(from, 'textures').values();
    node['texture'] = names[1] || undefined;
    node['layers'] = ROLES.flatMap((role, k) =>
      k !== 1 && names[k] ? [{ kind: 'layer', role, texture: names[k] }] : [],
    );
  },
};

export const mesh: Special = {
  read: (to, node) => readPlugin(to, node),
  write(from, node, changed) {
    if (anyOf(changed, 'userfacenormal', 'userfacetexcoord'))
      throw new MujocoError('unavailable', 'normals and texture coordinates of a mesh belong to its vertices here', {
        hint: 'repeat the vertices that have several, or write an OBJ file',
      });
    if (changed.has('plugin')) writePlugin(from, node);
  },
};

/** Rows of heights: MJCF states them from the top of the picture, the model from its bottom. */
function flipRows(values: readonly number[], columns: number): number[] {
  const rows = Array.from({ length: columns > 0 ? values.length / columns : 0 }, (_, k) =>
    values.slice(k * columns, (k + 1) * columns),
  );
  return rows.reverse().flat();
}

export const hfield: Special = {
  read(to, node) {
    list<number>(to, 'userdata').assign(
      flipRows((node['elevation'] as number[] | undefined) ?? [], node['ncol'] as number),
    );
  },
  write(from, node, changed) {
    if (!anyOf(changed, 'userdata', 'ncol')) return;
    const heights = flipRows(list<number>(from, 'userdata').values(), from.fields['ncol'] as number);
    node['elevation'] = heights.length === 0 ? undefined : heights;
  },
};

const ORDERS = ['full', 'trilinear', 'quadratic'];

export const flex: Special = {
  read(to, node) {
    to.fields['order'] = Math.max(0, ORDERS.indexOf(node['dof'] as string));
  },
  write(from, node, changed) {
    if (changed.has('order')) node['dof'] = ORDERS[from.fields['order'] as number];
  },
};
