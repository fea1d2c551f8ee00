import type { Model } from '@qpos/core';
import type { Compilation } from '../context.ts';
import { encodeUtf8 } from './utf8.ts';

/** Slots of the name table per object. */
const LOAD_MULTIPLE = 2;

/** Lists in the order of `names`, with the field of their addresses. */
const lists = (c: Compilation) =>
  [
    [c.bodies, 'name_bodyadr'],
    [c.joints, 'name_jntadr'],
    [c.geoms, 'name_geomadr'],
    [c.sites, 'name_siteadr'],
    [c.cameras, 'name_camadr'],
    [c.lights, 'name_lightadr'],
    [c.flexes, 'name_flexadr'],
    [c.meshes, 'name_meshadr'],
    [c.skins, 'name_skinadr'],
    [c.hfields, 'name_hfieldadr'],
    [c.textures, 'name_texadr'],
    [c.materials, 'name_matadr'],
    [c.pairs, 'name_pairadr'],
    [c.excludes, 'name_excludeadr'],
    [c.equalities, 'name_eqadr'],
    [c.tendons, 'name_tendonadr'],
    [c.actuators, 'name_actuatoradr'],
    [c.sensors, 'name_sensoradr'],
    [c.numerics, 'name_numericadr'],
    [c.texts, 'name_textadr'],
    [c.tuples, 'name_tupleadr'],
    [c.keys, 'name_keyadr'],
    [c.plugins, 'name_pluginadr'],
  ] as const;

/** The space that the names and paths of the Model take. */
export interface Names {
  model: string;
  nnames: number;
  nnames_map: number;
  paths: { adr: Int32Array; field: 'hfield_pathadr' | 'mesh_pathadr' | 'skin_pathadr' | 'tex_pathadr' }[];
  pathBytes: number[];
  npaths: number;
}

export function collectNames(c: Compilation): Names {
  const model = c.spec.model ?? 'MuJoCo Model';
  let nnames = byteLength(model) + 1;
  let nnames_map = 0;
  for (const [list] of lists(c)) {
    nnames_map += LOAD_MULTIPLE * list.length;
    for (const { name } of list as readonly { name: string }[]) nnames += byteLength(name) + 1;
  }
  const pathBytes: number[] = [];
  const paths: Names['paths'] = [];
  const add = (list: readonly { file: string }[], field: Names['paths'][number]['field']): void => {
    const adr = new Int32Array(list.length).fill(-1);
    list.forEach(({ file }, i) => {
      if (file === '') return;
      adr[i] = pathBytes.length;
      pathBytes.push(...encodeUtf8(file), 0);
    });
    paths.push({ adr, field });
  };
  add(c.hfields, 'hfield_pathadr');
  add(c.meshes, 'mesh_pathadr');
  add(c.skins, 'skin_pathadr');
  add(c.textures, 'tex_pathadr');
  return { model, nnames, nnames_map, paths, pathBytes, npaths: Math.max(1, pathBytes.length) };
}

export function packNames(c: Compilation, m: Model, names: Names): void {
  const { names: bytes, names_map } = m;
  names_map.fill(-1);
  let adr = writeName(bytes, 0, names.model);
  let map = 0;
  for (const [list, field] of lists(c)) {
    const size = LOAD_MULTIPLE * list.length;
    const addresses = m[field];
    for (let i = 0; i < list.length; i++) {
      const { name } = list[i] as { name: string };
      addresses[i] = adr;
      const end = writeName(bytes, adr, name);
      if (name !== '') {
        let slot = hashName(bytes, adr, end - 1, size);
        while (names_map[map + slot] !== -1) slot = (slot + 1) % size;
        names_map[map + slot] = i;
      }
      adr = end;
    }
    map += size;
  }
  for (const { adr: addresses, field } of names.paths) m[field].set(addresses);
  m.paths.set(names.pathBytes);
}

function byteLength(name: string): number {
  for (let k = 0; k < name.length; k++) if (name.charCodeAt(k) > 127) return encodeUtf8(name).length;
  return name.length;
}

/** Writes a name and the zero after it; returns the address behind. */
function writeName(bytes: Uint8Array, adr: number, name: string): number {
  for (let k = 0; k < name.length; k++) {
    const code = name.charCodeAt(k);
    if (code > 127) {
      const encoded = encodeUtf8(name);
      bytes.set(encoded, adr);
      return adr + encoded.length + 1;
    }
    bytes[adr + k] = code;
  }
  return adr + name.length + 1;
}

const WORD = 2 ** 32;

/** h := 33·h xor byte in 64 bits (bytes are signed), modulo n; of the bytes from `start` to `end`. */
export function hashName(bytes: Uint8Array, start: number, end: number, n: number): number {
  let high = 0;
  let low = 5381;
  for (let k = start; k < end; k++) {
    const byte = bytes[k];
    const product = low * 33;
    const carry = Math.floor(product / WORD);
    high = (high * 33 + carry) % WORD;
    low = ((product - carry * WORD) ^ byte) >>> 0;
    if (byte > 127) {
      low = (low ^ 0xffffff00) >>> 0;
      high = (high ^ 0xffffffff) >>> 0;
    }
  }
  // n is below 2^22 (65534 bodies, a few hundred thousand geoms): the product is exact
  return ((high % n) * (WORD % n) + low) % n;
}
