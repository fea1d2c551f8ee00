import { isAbsolute, joinPath, relativePath } from '../../files/paths.ts';
import type { Layer, Material, Mesh, Skin } from '../../spec/types.ts';
import type { XmlElement } from '../../xml/document.ts';
import { checkElement } from '../checks.ts';
import { checkClass } from '../classes.ts';
import type { ReadContext } from '../context.ts';
import { knownChildren, readElement } from '../element.ts';
import { readPlugin } from './extension.ts';

export function readAsset(ctx: ReadContext, xml: XmlElement): void {
  readElement(ctx, xml, 'asset');
  for (const child of knownChildren(ctx, xml, 'asset')) {
    checkClass(ctx, child, 'class');
    READERS[child.name]?.(ctx, child);
  }
}

const READERS: Readonly<Record<string, (ctx: ReadContext, xml: XmlElement) => void>> = {
  mesh: readMesh,
  hfield: readHField,
  skin: readSkin,
  texture: readTexture,
  material: readMaterial,
  model: readModelAsset,
};

/** Directories in which assets are looked for. */
const meshDir = ({ spec }: ReadContext): string => joinPath(spec.dir, spec.compiler.meshdir ?? '');
const textureDir = ({ spec }: ReadContext): string => joinPath(spec.dir, spec.compiler.texturedir ?? '');
const assetDir = ({ spec }: ReadContext): string => joinPath(spec.dir, spec.compiler.assetdir ?? '');

/** A path as written, or one that leads from `dir` to the directory of the including file when it is not in `dir`. */
export function resolveFile(ctx: ReadContext, xml: XmlElement, path: string, dir: string): string {
  const included = xml.document.dir;
  if (included === ctx.spec.dir || isAbsolute(path) || ctx.fileExists(joinPath(dir, path))) return path;
  return relativePath(dir, joinPath(included, path));
}

function readMesh(ctx: ReadContext, xml: XmlElement): void {
  const mesh: Mesh = readElement(ctx, xml, 'mesh');
  checkElement(ctx, xml, mesh);
  if (mesh.file !== undefined) mesh.file = resolveFile(ctx, xml, mesh.file, meshDir(ctx));
  const plugin = knownChildren(ctx, xml, 'mesh').find((child) => child.name === 'plugin');
  if (plugin !== undefined) mesh.plugin = readPlugin(ctx, plugin);
  ctx.spec.meshes.push(mesh);
}

function readHField(ctx: ReadContext, xml: XmlElement): void {
  const hfield = readElement(ctx, xml, 'hfield');
  checkElement(ctx, xml, hfield);
  if (hfield.file !== undefined) hfield.file = resolveFile(ctx, xml, hfield.file, assetDir(ctx));
  ctx.spec.hfields.push(hfield);
}

export function readSkin(ctx: ReadContext, xml: XmlElement): void {
  const skin: Skin = { ...readElement(ctx, xml, 'skin'), bones: [] };
  checkElement(ctx, xml, skin);
  if (skin.file !== undefined) skin.file = resolveFile(ctx, xml, skin.file, assetDir(ctx));
  for (const child of knownChildren(ctx, xml, 'skin')) skin.bones.push(readElement(ctx, child, 'bone'));
  ctx.spec.skins.push(skin);
}

const TEXTURE_FILES = ['file', 'fileright', 'fileleft', 'fileup', 'filedown', 'filefront', 'fileback'] as const;

function readTexture(ctx: ReadContext, xml: XmlElement): void {
  const texture = readElement(ctx, xml, 'texture');
  checkElement(ctx, xml, texture);
  for (const key of TEXTURE_FILES) {
    const path = texture[key];
    if (path !== undefined && path !== '') texture[key] = resolveFile(ctx, xml, path, textureDir(ctx));
  }
  ctx.spec.textures.push(texture);
}

function readMaterial(ctx: ReadContext, xml: XmlElement): void {
  const layers: Layer[] = knownChildren(ctx, xml, 'material').map((child) => readElement(ctx, child, 'layer'));
  const material: Material = { ...readElement(ctx, xml, 'material'), layers };
  checkElement(ctx, xml, material);
  ctx.spec.materials.push(material);
}

function readModelAsset(ctx: ReadContext, xml: XmlElement): void {
  const model = readElement(ctx, xml, 'model');
  if (model.file === undefined) return;
  model.file = resolveFile(ctx, xml, model.file, ctx.spec.dir);
  const spec = ctx.readModel(joinPath(ctx.spec.dir, model.file), xml);
  if (spec === undefined) return;
  if (model.name !== undefined) spec.model = model.name;
  ctx.spec.models.push({ ...model, spec });
}
