import { enums, type Model } from '@qpos/core';
import { contentTypeOf } from '../assets/formats/mesh-file.ts';
import { defaultTextureOptions } from '../assets/types.ts';
import type { Compilation } from '../compile/context.ts';
import type { MaterialDraft, MeshDraft, TextureDraft } from '../compile/draft.ts';
import { classOf } from './classes.ts';
import type { CanonicalElement } from './element.ts';
import { writePlugin } from './plugins.ts';
import { type Record_, withModel, writeValues } from './values.ts';

const { TextureRole } = enums;

export function writeAssets(root: CanonicalElement, c: Compilation, m: Model): void {
  root.addFilled('asset', (section) => {
    for (const texture of c.textures) writeTexture(section.add('texture'), texture);
    for (const material of c.materials) writeMaterial(section.add('material'), c, m, material);
    for (const mesh of c.meshes) writeMesh(section.add('mesh'), c, mesh);
    for (const { id, name, node, file } of c.hfields) {
      const e = section.add('hfield');
      e.text('name', name);
      e.numbers('size', node.size ?? []);
      e.text('content_type', file === '' ? undefined : node.content_type);
      e.text('file', file);
      if (file === '') writeElevation(e, m, id);
    }
  });
}

/** Heights of a field that has no file, the last row first. */
function writeElevation(e: CanonicalElement, m: Model, id: number): void {
  const [rows, columns, adr] = [m.hfield_nrow[id], m.hfield_ncol[id], m.hfield_adr[id]];
  e.value('nrow', rows);
  e.value('ncol', columns);
  let text = '';
  for (let r = rows - 1; r >= 0; r--) {
    const row = m.hfield_data.subarray(adr + r * columns, adr + (r + 1) * columns);
    text += `\n            ${e.digits(row)}`;
  }
  e.text('elevation', text);
}

const COLOR_SPACES = ['auto', 'linear', 'sRGB'];
const SIDES = ['fileright', 'fileleft', 'fileup', 'filedown', 'filefront', 'fileback'] as const;

function writeTexture(e: CanonicalElement, { name, node, file, data }: TextureDraft): void {
  const t = { ...defaultTextureOptions, ...withoutUndefined(node) } as typeof defaultTextureOptions & Record_;
  e.text('type', t.type);
  e.text('colorspace', COLOR_SPACES[data.colorspace]);
  e.text('name', name);
  if (t.builtin !== 'none') {
    e.text('builtin', t.builtin);
    e.value('mark', t.mark, defaultTextureOptions.mark);
    for (const key of ['rgb1', 'rgb2', 'markrgb', 'random'] as const)
      e.numbers(key, t[key], defaultTextureOptions[key]);
    e.value('width', data.width);
    e.value('height', data.height);
    return;
  }
  e.text('content_type', node.content_type);
  e.text('file', file);
  for (const side of SIDES) e.text(side, node[side]);
  e.value('hflip', t.hflip, false);
  e.value('vflip', t.vflip, false);
  const [rows = 1, columns = 1] = t.gridsize;
  if (rows === 1 && columns === 1) return;
  e.numbers('gridsize', t.gridsize);
  e.text('gridlayout', t.gridlayout);
}

const withoutUndefined = (x: object): object =>
  Object.fromEntries(Object.entries(x).filter(([, value]) => value !== undefined));

type Textures = Readonly<Record<string, string>>;
const ROLES = Object.keys(TextureRole).map((name) => name.toLowerCase());

/** Textures: one alone is an attribute, others are layers. */
export function writeMaterialTextures(e: CanonicalElement, own: Textures, outer: Textures): void {
  const used = ROLES.filter((role) => own[role]);
  if (used.every((role) => role === 'rgb')) {
    if (own['rgb'] !== outer['rgb']) e.text('texture', own['rgb']);
    return;
  }
  for (const role of used) {
    const layer = e.add('layer');
    layer.text('texture', own[role]);
    layer.text('role', role);
  }
}

function writeMaterial(e: CanonicalElement, c: Compilation, m: Model, material: MaterialDraft): void {
  const { id, name, node, values, textures } = material;
  const of = classOf(c, node);
  e.text('name', name);
  if (of.name !== 'main') e.text('class', of.name);
  writeMaterialTextures(e, Object.assign({}, ...textures) as Textures, of.textures);
  writeValues(e, 'material', withModel(values, m, 'material', id), of.values.material as unknown as Record_);
}

function writeMesh(e: CanonicalElement, c: Compilation, { name, node, values, file, made }: MeshDraft): void {
  const plugin = c.pluginOf.get(node);
  const of = classOf(c, node);
  e.text('name', name);
  if (plugin !== undefined) {
    e.text('file', file);
    writePlugin(e.add('plugin'), plugin);
    return;
  }
  if (of.name !== 'main') e.text('class', of.name);
  e.text('content_type', file === '' ? node.content_type : contentTypeOf(file, node.content_type));
  e.text('file', file);
  e.data('vertex', made?.vert ?? node.vertex?.map(Math.fround));
  e.data('normal', made?.normal ?? node.normal?.map(Math.fround));
  e.data('texcoord', made?.texcoord ?? node.texcoord?.map(Math.fround));
  e.data('face', made?.face ?? node.face);
  const { inertia = values.inertia } = made ?? {};
  writeValues(
    e,
    'mesh',
    Object.assign(Object.create(values) as Record<string, unknown>, { inertia }),
    of.values.mesh as unknown as Record_,
  );
  if (values.material !== of.values.mesh.material) e.text('material', values.material);
}
