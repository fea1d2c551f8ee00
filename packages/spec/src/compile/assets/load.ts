import type { PluginDefinition } from '@qpos/core';
import { keep } from '../../assets/asset-cache.ts';
import { AssetError, type AssetErrorCode } from '../../assets/errors.ts';
import { hfieldFromElevation, hfieldFromFile } from '../../assets/formats/hfield.ts';
import { decodeMesh } from '../../assets/formats/mesh-file.ts';
import { decodeSkin, processSkin } from '../../assets/formats/skin.ts';
import { builtinMesh } from '../../assets/mesh/builtin.ts';
import { fieldMesh } from '../../assets/mesh/field.ts';
import { completeMesh, inlineMesh, mergeMesh } from '../../assets/mesh/inline.ts';
import { processMesh } from '../../assets/mesh/mesh.ts';
import { makeTexture } from '../../assets/texture/texture.ts';
import {
  defaultTextureOptions,
  type ImageFile,
  type Mesh,
  type MeshBuiltin,
  type RawMesh,
  type Skin as SkinData,
} from '../../assets/types.ts';
import type { Located } from '../../errors.ts';
import { baseName, isUrl, joinPath } from '../../files/paths.ts';
import { openFile } from '../../files/resolver.ts';
import type { HField, Skin, Texture } from '../../spec/types.ts';
import type { Compilation } from '../context.ts';
import type { HFieldDraft, MeshDraft, PluginDraft, SkinDraft, TextureDraft } from '../draft.ts';
import { encodeUtf8 } from '../pack/utf8.ts';
import { contextOf } from '../plugins.ts';
import type { Settings } from '../settings.ts';

/** Reads and processes the assets. */
export function loadAssets(c: Compilation): void {
  for (const m of c.meshes) attempt(c, m.node, () => loadMesh(c, m));
  for (const t of c.textures) attempt(c, t.node, () => loadTexture(c, t));
  for (const h of c.hfields) attempt(c, h.node, () => loadHField(c, h));
  for (const s of c.skins) attempt(c, s.node, () => loadSkin(c, s));
}

function attempt(c: Compilation, at: Located, load: () => void): void {
  try {
    load();
  } catch (error) {
    if (!(error instanceof AssetError)) throw error;
    c.error(error.code === 'asset-limit' ? 'limit' : 'asset', error.message, at, error.hint ?? HINTS[error.code]);
  }
}

/** What to do about an asset that is refused. */
const HINTS: Partial<Record<AssetErrorCode, string>> = {
  'asset-truncated': 'the file is incomplete',
  'asset-format': 'is the file damaged, or of another type than its name says?',
  'mesh-vertices': 'a mesh has at least four vertices, each of three finite numbers',
  'mesh-faces': 'a face is three numbers of vertices, which count from 0',
  'mesh-hull': 'its vertices lie in a plane or a line: give it a thickness',
  'mesh-volume': "a surface without volume needs inertia='shell'",
  'mesh-orientation': 'seen from outside, the vertices of a face go counter-clockwise',
};

/** The bytes of an asset's file, or undefined after an error. */
function readFile(c: Compilation, settings: Settings, dir: string, file: string, at: Located): Uint8Array | undefined {
  const path = isUrl(file) ? file : joinPath(settings.dir, joinPath(dir, file));
  const content = openFile(c.spec.files ?? (() => undefined), path, c.d, at);
  if (content === undefined) return undefined;
  return typeof content === 'string' ? encodeUtf8(content) : content;
}

const limitsOf = (c: Compilation) => ({ hfieldSamples: c.limits.hfieldCells });

function loadMesh(c: Compilation, m: MeshDraft): void {
  const { node, values } = m;
  const limits = limitsOf(c);
  const field = m.file === '' && node.vertex === undefined ? c.pluginOf.get(node) : undefined;
  const options = {
    scale: values.scale,
    refpos: values.refpos,
    refquat: values.refquat,
    inertia: field !== undefined && values.inertia === 'legacy' ? 'exact' : values.inertia,
    smoothnormal: values.smoothnormal,
    maxhullvert: values.maxhullvert,
    needHull: m.needHull,
    needSdf: m.needSdf && field === undefined,
    keepFrame: field !== undefined,
  } as const;
  const process = (raw: RawMesh): Mesh => processMesh(raw, { name: m.name, ...options }, limits);
  if (field !== undefined) {
    m.data = process(loadField(c, m, field));
    return;
  }
  const { vertex, normal, texcoord, face } = node;
  const inline = { vertex, normal, texcoord, face };
  if (node.builtin !== undefined && node.builtin !== 'none') {
    const made = builtinMesh(node.builtin as MeshBuiltin, node.params ?? [], limits);
    m.made = completeMesh(made, inlineMesh(inline));
    m.data = process(m.made);
    return;
  }
  if (m.file === '') {
    m.data = process(inlineMesh(inline));
    return;
  }
  const bytes = readFile(c, m.settings, m.settings.meshdir, m.file, node);
  if (bytes === undefined) return;
  const type = node.content_type === undefined ? {} : { contentType: node.content_type };
  m.data = keep(bytes, [m.file, type, inline, options, limits], () =>
    process(mergeMesh(decodeMesh(bytes, m.file, { scale: values.scale, limits, ...type }), inlineMesh(inline))),
  );
}

/** The surface of a plugin's field. */
function loadField(c: Compilation, m: MeshDraft, field: PluginDraft): RawMesh {
  if (m.values.scale.some((x) => x !== 1)) c.error('attribute-conflict', 'a field cannot be scaled', m.node);
  const self = contextOf(field);
  const sdf = field.definition.sdf as NonNullable<PluginDefinition['sdf']>;
  return fieldMesh(m.name, sdf.bounds(self.config), (point) => sdf.distance(point, self));
}

const CUBE_FILES = ['fileright', 'fileleft', 'fileup', 'filedown', 'filefront', 'fileback'] as const;

function loadTexture(c: Compilation, t: TextureDraft): void {
  const node = t.node as Texture;
  const given: Record<string, unknown> = { name: t.name };
  for (const key of Object.keys(defaultTextureOptions)) {
    const value = (node as unknown as Record<string, unknown>)[key];
    if (value !== undefined && key !== 'name') given[key] = value;
  }
  if (node.gridlayout !== undefined) given['gridlayout'] = node.gridlayout.padEnd(12, '.');
  const options = { ...defaultTextureOptions, ...given };
  if (node.builtin !== undefined && node.builtin !== 'none') {
    t.data = makeTexture(options, {}, limitsOf(c));
    return;
  }
  const image = (file: string | undefined): ImageFile | undefined => {
    if (file === undefined || file === '') return undefined;
    const bytes = readFile(c, t.settings, t.settings.texturedir, file, node);
    if (bytes === undefined) return undefined;
    const base = { name: file, bytes };
    return node.content_type === undefined ? base : { ...base, contentType: node.content_type };
  };
  const before = c.d.list.length;
  if (t.file !== '') {
    const file = image(t.file);
    if (file === undefined) return;
    const { bytes, ...type } = file;
    t.data = keep(bytes, [type, { ...options, name: '' }, limitsOf(c)], () =>
      makeTexture(options, { file }, limitsOf(c)),
    );
    return;
  }
  const strip = c.spec.compiler.strippath ? baseName : (x: string) => x;
  const cube = CUBE_FILES.map((key) => image(node[key] === undefined ? undefined : strip(node[key])));
  if (c.d.list.length === before) t.data = makeTexture(options, { cube }, limitsOf(c));
}

function loadHField(c: Compilation, h: HFieldDraft): void {
  const node = h.node as HField;
  const { size, nrow = 0, ncol = 0 } = node;
  if (size === undefined || size.some((x) => !(x > 0))) c.error('bad-value', 'hfield sizes must be positive', node);
  if (h.file !== '') {
    // the rows and columns of a file are its own
    const bytes = readFile(c, h.settings, h.settings.meshdir, h.file, node);
    if (bytes === undefined) return;
    const options = { limits: limitsOf(c) };
    const typed = node.content_type === undefined ? options : { ...options, contentType: node.content_type };
    h.data = hfieldFromFile(bytes, h.file, typed);
    if (h.data.data.some(Number.isNaN))
      c.d.warning('bad-number', `hfield file '${h.file}' has NaN elevations`, node, 'its geoms have holes there');
    return;
  }
  if (nrow < 1 || ncol < 1 || node.file !== undefined) {
    c.error('missing-attribute', 'an hfield needs a file, or nrow and ncol', node);
    return;
  }
  if (nrow * ncol > c.limits.hfieldCells) {
    c.error('limit', `an hfield of ${nrow} x ${ncol} is too large`, node, `the limit is ${c.limits.hfieldCells} cells`);
    return;
  }
  h.data = hfieldFromElevation(nrow, ncol, node.elevation);
}

function loadSkin(c: Compilation, s: SkinDraft): void {
  const node = s.node as Skin;
  let data: SkinData;
  if (s.file !== '') {
    if (node.vertex || node.texcoord || node.face || node.bones.length > 0)
      c.error('attribute-conflict', 'both skin data and a file are given', node);
    if (!/\.skn$/i.test(s.file)) c.error('asset', `unknown skin file type '${s.file}'`, node);
    const bytes = readFile(c, s.settings, s.settings.meshdir, s.file, node);
    if (bytes === undefined) return;
    data = decodeSkin(bytes);
  } else {
    data = {
      vert: Float32Array.from(node.vertex ?? []),
      texcoord: Float32Array.from(node.texcoord ?? []),
      face: Int32Array.from(node.face ?? []),
      bones: node.bones.map((b) => ({
        body: b.body ?? '',
        bindpos: Float32Array.from(b.bindpos ?? []),
        bindquat: Float32Array.from(b.bindquat ?? []),
        vertid: Int32Array.from(b.vertid ?? []),
        vertweight: Float32Array.from(b.vertweight ?? []),
      })),
    };
  }
  s.data = processSkin(data);
}
