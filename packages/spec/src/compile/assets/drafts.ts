import { enums } from '@qpos/core';
import { baseName, stem } from '../../files/paths.ts';
import type { Compilation } from '../context.ts';
import { addTextures, resolveValues } from '../defaults.ts';
import type { HFieldDraft, MeshDraft } from '../draft.ts';
import { byWord } from '../words.ts';

const { ObjType, GeomType, TextureRole } = enums;

/** Drafts of the assets with their names: a file's name stands in for a missing one. */
export function collectAssets(c: Compilation): void {
  const { spec } = c;
  const discard = spec.compiler.discardvisual ?? false;
  const base = (x: { name?: string | undefined; file?: string | undefined; scope?: never } & object, id: number) => {
    const file = x.file ?? '';
    return { id, name: x.name || stem(file), file: spec.compiler.strippath ? baseName(file) : file };
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
  for (const [id, node] of spec.textures.entries())
    c.textures.push({ ...base(node as never, id), node, settings: c.settings(node.scope), data: undefined as never });
  for (const [id, node] of spec.materials.entries()) {
    const of = c.classes.find(node.class, node);
    const own = {};
    addTextures(own, node);
    const texid = new Array<number>(10).fill(-1);
    c.materials.push({
      id,
      name: node.name ?? '',
      node,
      values: resolveValues('material', of, node),
      textures: [of.textures, own],
      texid,
    });
  }
  for (const list of [c.meshes, c.hfields, c.materials])
    for (const x of list) if (x.name === '') c.error('missing-attribute', `a ${x.node.kind} needs a name`, x.node);
  for (const x of c.textures)
    if (x.name === '' && x.node.type !== 'skybox') c.error('missing-attribute', 'a texture needs a name', x.node);
  if (discard) for (const list of [c.textures, c.materials]) list.length = 0;
  c.register(ObjType.MESH, c.meshes);
  c.register(ObjType.HFIELD, c.hfields);
  c.register(ObjType.SKIN, c.skins);
  c.register(ObjType.TEXTURE, c.textures);
  c.register(ObjType.MATERIAL, c.materials);
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
    if (s.mesh !== undefined) s.mesh.needHull = true; // it may contain points
    if (values.material && !discard) s.matid = c.find(ObjType.MATERIAL, values.material, node)?.id ?? -1;
  }
  for (const s of c.skins)
    if (s.node.material && !discard) s.matid = c.find(ObjType.MATERIAL, s.node.material, s.node)?.id ?? -1;
  for (const m of c.materials)
    for (const [role, texture] of m.textures.flatMap((names) => Object.entries(names)))
      if (texture) m.texid[ROLES[role]] = c.find(ObjType.TEXTURE, texture, m.node)?.id ?? -1;
}

const ROLES = byWord(TextureRole);

/** Bones by body id, once bodies have their final ids. */
export function resolveSkins(c: Compilation): void {
  for (const s of c.skins) s.bodyid = s.data.bones.map((b) => c.find(ObjType.BODY, b.body, s.node)?.id ?? 0);
}
