import { enums } from '@qpos/core';
import { AssetError } from '../assets/errors.ts';
import { hfieldFromElevation, hfieldFromFile } from '../assets/hfield.ts';
import { processMesh } from '../assets/mesh.ts';
import { builtinMesh } from '../assets/mesh-builtin.ts';
import { decodeMesh } from '../assets/mesh-file.ts';
import { inlineMesh, mergeMesh } from '../assets/mesh-inline.ts';
import { decodeSkin, processSkin } from '../assets/skin.ts';
import { makeTexture } from '../assets/texture.ts';
import {
  defaultTextureOptions,
  type ImageFile,
  type MeshBuiltin,
  type RawMesh,
  type Skin as SkinData,
} from '../assets/types.ts';
import type { Located } from '../errors.ts';
import { isUrl, joinPath } from '../paths.ts';
import { openFile } from '../resolver.ts';
import type { HField, Skin, Texture } from '../spec/types.ts';
import type { Compilation } from './context.ts';
import { addTextures, resolveValues } from './defaults.ts';
import type { HFieldDraft, MeshDraft, SkinDraft, TextureDraft } from './draft.ts';
import type { Settings } from './settings.ts';
import { encodeUtf8 } from './utf8.ts';

const { ObjType, GeomType, TextureRole } = enums;

/** Drafts of the assets with their names: a file's name stands in for a missing one. */
export function collectAssets(c: Compilation): void {
  const { spec } = c;
  const discard = spec.compiler.discardvisual ?? false;
  const base = (x: { name?: string | undefined; file?: string | undefined; scope?: never } & object, id: number) => {
    const file = x.file ?? '';
    return { id, name: x.name || stem(file), file: spec.compiler.strippath ? stripPath(file) : file };
  };
  for (const [id, node] of spec.meshes.entries()) {
    const values = resolveValues('mesh', c.classes.find(node.class, node), node);
    const needHull = values.inertia === 'convex';
    const rest = { needHull, needSdf: false, visual: true, data: undefined as never };
    c.meshes.push({ ...base(node as never, id), node, values, settings: c.settings(node.scope), ...rest });
  }
  for (const [id, node] of spec.hfields.entries())
    c.hfields.push({ ...base(node as never, id), node, settings: c.settings(node.scope), data: undefined as never });
  for (const [id, node] of spec.skins.entries()) {
    const rest = { matid: -1, data: undefined as never, bodyid: [] };
    c.skins.push({ ...base(node as never, id), node, settings: c.settings(node.scope), ...rest });
  }
  if (!discard) {
    for (const [id, node] of spec.textures.entries())
      c.textures.push({ ...base(node as never, id), node, settings: c.settings(node.scope), data: undefined as never });
    for (const [id, node] of spec.materials.entries()) {
      const of = c.classes.find(node.class, node);
      const textures = { ...of.textures };
      addTextures(textures, node);
      const texid = new Array<number>(10).fill(-1);
      c.materials.push({
        id,
        name: node.name ?? '',
        node,
        values: resolveValues('material', of, node),
        textures,
        texid,
      });
    }
  }
  for (const list of [c.meshes, c.hfields, c.materials])
    for (const x of list) if (x.name === '') c.error('missing-attribute', `a ${x.node.kind} needs a name`, x.node);
  for (const x of c.textures)
    if (x.name === '' && x.node.type !== 'skybox') c.error('missing-attribute', 'a texture needs a name', x.node);
  c.register(ObjType.MESH, c.meshes);
  c.register(ObjType.HFIELD, c.hfields);
  c.register(ObjType.SKIN, c.skins);
  c.register(ObjType.TEXTURE, c.textures);
  c.register(ObjType.MATERIAL, c.materials);
}

const stripPath = (file: string): string => file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);

function stem(file: string): string {
  const name = stripPath(file);
  const dot = name.lastIndexOf('.');
  return dot < 0 ? name : name.slice(0, dot);
}

/** Puts assets in the place of their names, and notes which meshes need a hull. */
export function referAssets(c: Compilation): void {
  const discard = c.spec.compiler.discardvisual ?? false;
  const inPair = new Set<string>();
  for (const p of c.spec.pairs) {
    if (p.geom1 !== undefined) inPair.add(p.geom1);
    if (p.geom2 !== undefined) inPair.add(p.geom2);
  }
  for (const g of c.geoms) {
    const { values, node } = g;
    if (values.mesh) g.mesh = c.find<MeshDraft>(ObjType.MESH, values.mesh, node);
    if (values.hfield) g.hfield = c.find<HFieldDraft>(ObjType.HFIELD, values.hfield, node);
    const material = values.material || g.mesh?.values.material;
    if (material && !discard) g.matid = c.find(ObjType.MATERIAL, material, node)?.id ?? -1;
    if (g.mesh === undefined || (g.type !== GeomType.MESH && g.type !== GeomType.SDF)) continue;
    if (values.contype || values.conaffinity || (g.name !== '' && inPair.has(g.name))) g.mesh.needHull = true;
    if (g.type === GeomType.SDF) g.mesh.needSdf = true;
  }
  for (const s of c.sites) {
    const { values, node } = s;
    if (values.mesh) s.mesh = c.find<MeshDraft>(ObjType.MESH, values.mesh, node);
    if (values.material && !discard) s.matid = c.find(ObjType.MATERIAL, values.material, node)?.id ?? -1;
  }
  for (const s of c.skins)
    if (s.node.material && !discard) s.matid = c.find(ObjType.MATERIAL, s.node.material, s.node)?.id ?? -1;
  for (const m of c.materials)
    for (const [role, texture] of Object.entries(m.textures))
      m.texid[ROLES[role]] = c.find(ObjType.TEXTURE, texture, m.node)?.id ?? -1;
}

const ROLES: Record<string, number> = {
  rgb: TextureRole.RGB,
  occlusion: TextureRole.OCCLUSION,
  roughness: TextureRole.ROUGHNESS,
  metallic: TextureRole.METALLIC,
  normal: TextureRole.NORMAL,
  opacity: TextureRole.OPACITY,
  emissive: TextureRole.EMISSIVE,
  rgba: TextureRole.RGBA,
  orm: TextureRole.ORM,
};

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
    c.error(error.code === 'asset-limit' ? 'limit' : 'asset', error.message, at, error.hint);
  }
}

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
  if (node.plugin !== undefined) {
    c.error('plugin', `plugin '${node.plugin.plugin ?? ''}' not found`, node.plugin);
    return;
  }
  let raw: RawMesh;
  if (node.builtin !== undefined && node.builtin !== 'none') {
    raw = builtinMesh(node.builtin as MeshBuiltin, node.params ?? [], limitsOf(c));
  } else {
    const { vertex, normal, texcoord, face } = node;
    const inline: Parameters<typeof inlineMesh>[0] = {};
    if (vertex) inline.vertex = vertex;
    if (normal) inline.normal = normal;
    if (texcoord) inline.texcoord = texcoord;
    if (face) inline.face = face;
    raw = inlineMesh(inline);
    if (m.file !== '') {
      const bytes = readFile(c, m.settings, m.settings.meshdir, m.file, node);
      if (bytes === undefined) return;
      const options = { scale: values.scale, limits: limitsOf(c) };
      const typed = node.content_type === undefined ? options : { ...options, contentType: node.content_type };
      raw = mergeMesh(decodeMesh(bytes, m.file, typed), raw);
    }
  }
  m.data = processMesh(
    raw,
    {
      name: m.name,
      scale: values.scale,
      refpos: values.refpos,
      refquat: values.refquat,
      inertia: values.inertia,
      smoothnormal: values.smoothnormal,
      maxhullvert: values.maxhullvert,
      needHull: m.needHull,
      needSdf: m.needSdf,
    },
    limitsOf(c),
  );
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
    if (file !== undefined) t.data = makeTexture(options, { file }, limitsOf(c));
    return;
  }
  const strip = c.spec.compiler.strippath ? stripPath : (x: string) => x;
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
    return;
  }
  if (nrow < 1 || ncol < 1) {
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

/** Bones by body id, once bodies have their final ids. */
export function resolveSkins(c: Compilation): void {
  for (const s of c.skins) s.bodyid = s.data.bones.map((b) => c.find(ObjType.BODY, b.body, s.node)?.id ?? 0);
}
