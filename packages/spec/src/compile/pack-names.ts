import type { Model } from '@qpos/core';
import type { Compilation } from './context.ts';
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
  ] as const;

/** Texts of the Model, encoded, and the space that they take. */
export interface Names {
  model: Uint8Array;
  encoded: Uint8Array[][];
  nnames: number;
  nnames_map: number;
  paths: { adr: Int32Array; field: 'hfield_pathadr' | 'mesh_pathadr' | 'skin_pathadr' | 'tex_pathadr' }[];
  pathBytes: number[];
  npaths: number;
}

export function collectNames(c: Compilation): Names {
  const model = encodeUtf8(c.spec.model ?? 'MuJoCo Model');
  const encoded = lists(c).map(([list]) => (list as readonly { name: string }[]).map((x) => encodeUtf8(x.name)));
  let nnames = model.length + 1;
  let nnames_map = 0;
  for (const list of encoded) {
    nnames_map += LOAD_MULTIPLE * list.length;
    for (const name of list) nnames += name.length + 1;
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
  return { model, encoded, nnames, nnames_map, paths, pathBytes, npaths: Math.max(1, pathBytes.length) };
}

export function packNames(c: Compilation, m: Model, names: Names): void {
  m.names.set(names.model);
  m.names_map.fill(-1);
  let adr = names.model.length + 1;
  let map = 0;
  for (const [k, [, field]] of lists(c).entries()) {
    const list = names.encoded[k];
    const size = LOAD_MULTIPLE * list.length;
    const addresses = m[field];
    list.forEach((name, i) => {
      addresses[i] = adr;
      m.names.set(name, adr);
      adr += name.length + 1;
      if (name.length === 0) return;
      let slot = hashName(name, size);
      while (m.names_map[map + slot] !== -1) slot = (slot + 1) % size;
      m.names_map[map + slot] = i;
    });
    map += size;
  }
  for (const { adr: addresses, field } of names.paths) m[field].set(addresses);
  m.paths.set(names.pathBytes);
}

const WORD = 2 ** 32;

/** h := 33·h xor byte in 64 bits (bytes are signed), modulo n. */
export function hashName(name: Uint8Array, n: number): number {
  let high = 0;
  let low = 5381;
  for (const byte of name) {
    const product = low * 33;
    high = (high * 33 + Math.floor(product / WORD)) % WORD;
    low = ((product % WORD) ^ byte) >>> 0;
    if (byte > 127) {
      low = (low ^ 0xffffff00) >>> 0;
      high = (high ^ 0xffffffff) >>> 0;
    }
  }
  return Number(((BigInt(high) << 32n) | BigInt(low)) % BigInt(n));
}
