import { enums, type Model } from '@qpos/core';
import { BUILTIN } from '../compile/values.ts';
import { recordResolver } from '../files/resolver.ts';
import { row } from '../mjcf/schema.ts';
import type { HField, Material, Mesh, Skin, Texture } from '../spec/types.ts';
import { attributesOf, type Decompilation, type Draft, type Fields, fileName, unsupported } from './context.ts';
import { mesh } from './mesh.ts';
import { encodePng } from './png.ts';

const { TextureType } = enums;

/** Textures, materials, meshes and height fields. */
export function decompileAssets(d: Decompilation): void {
  const { model: m, spec } = d;
  spec.files = recordResolver(d.files);
  spec.textures = d.make('texture', m.ntex, (t) => texture(d, t)) as unknown as Texture[];
  spec.materials = d.make('material', m.nmat, (x) => material(d, x)) as unknown as Material[];
  spec.meshes = d.make('mesh', m.nmesh, (x) => mesh(d, x)) as unknown as Mesh[];
  spec.hfields = d.make('hfield', m.nhfield, (h) => heightField(m, h)) as unknown as HField[];
}

/** Skins, which name bodies. */
export function decompileSkins(d: Decompilation): void {
  const { model: m, spec } = d;
  spec.skins = d.make('skin', m.nskin, (s) => skin(d, s)) as unknown as Skin[];
}

/** Textures become PNG files: the pixels are all that is left of what they were made from. */
function texture(d: Decompilation, t: Fields): Draft {
  const { model: m } = d;
  const [width, height, channels, adr] = ['width', 'height', 'nchannel', 'adr'].map((key) => t[key] as number);
  const pixels = m.tex_data.slice(adr, adr + width * height * channels);
  const flat = t['type'] === TextureType.D2D;
  if (!(channels === 3 || (flat && (channels === 1 || channels === 4))))
    throw unsupported(`texture '${t.name}' has ${channels} channels`);
  const file = fileName('texture', t, 'png');
  d.files[file] = encodePng(width, height, channels, pixels);
  const draft = attributesOf('texture', { type: t['type'], colorspace: t['colorspace'] }, { colorspace: 'auto' });
  if (channels !== 3) draft['nchannel'] = channels;
  if (!flat && height !== width) Object.assign(draft, { gridsize: [6, 1], gridlayout: 'RLUDFB' });
  if (t.name === '') draft.name = `texture${t.id}`;
  draft['file'] = file;
  return draft;
}

function material(d: Decompilation, x: Fields): Draft {
  const draft = attributesOf('material', x, BUILTIN.material);
  const roles = row('layer').attributes['role']?.keywords ?? [];
  const layers = Array.from(x['texid'] as Int32Array, (id, k) => ({ id, role: roles[k - 1] })).filter(
    ({ id }) => id >= 0,
  );
  const [first] = layers;
  draft['layers'] = [];
  if (layers.length === 1 && first?.role === 'rgb') draft['texture'] = d.refer('texture', first.id);
  else draft['layers'] = layers.map(({ id, role }) => ({ kind: 'layer', texture: d.refer('texture', id), role }));
  return draft;
}

function heightField(m: Model, h: Fields): Draft {
  const [nrow, ncol, adr] = ['nrow', 'ncol', 'adr'].map((key) => h[key] as number);
  const elevation: number[] = [];
  // given from the top row down
  for (let r = nrow - 1; r >= 0; r--) elevation.push(...m.hfield_data.subarray(adr + r * ncol, adr + (r + 1) * ncol));
  return { kind: 'hfield', nrow, ncol, size: Array.from(h['size'] as Float64Array), elevation };
}

function skin(d: Decompilation, s: Fields): Draft {
  const { model: m } = d;
  const [vert, face, bone, uv] = ['vertadr', 'faceadr', 'boneadr', 'texcoordadr'].map((key) => s[key] as number);
  const [nvert, nface, nbone] = ['vertnum', 'facenum', 'bonenum'].map((key) => s[key] as number);
  const part = (array: ArrayLike<number>, at: number, count: number): number[] =>
    Array.from({ length: count }, (_, k) => array[at + k]);
  const draft = attributesOf('skin', { ...s, vertex: undefined }, { rgba: [0.5, 0.5, 0.5, 1] });
  draft['material'] = d.refer('material', s['matid'] as number);
  draft['vertex'] = part(m.skin_vert, 3 * vert, 3 * nvert);
  draft['face'] = part(m.skin_face, 3 * face, 3 * nface);
  draft['texcoord'] = uv < 0 ? undefined : part(m.skin_texcoord, 2 * uv, 2 * nvert);
  draft['bones'] = Array.from({ length: nbone }, (_, k) => {
    const b = bone + k;
    const [at, count] = [m.skin_bonevertadr[b], m.skin_bonevertnum[b]];
    return {
      kind: 'bone',
      body: d.refer('body', m.skin_bonebodyid[b]),
      bindpos: part(m.skin_bonebindpos, 3 * b, 3),
      bindquat: part(m.skin_bonebindquat, 4 * b, 4),
      vertid: part(m.skin_bonevertid, at, count),
      vertweight: part(m.skin_bonevertweight, at, count),
    };
  });
  return draft;
}
