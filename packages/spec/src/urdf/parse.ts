import { type Diagnostics, didYouMean } from '../errors.ts';
import { dirName } from '../files/paths.ts';
import { type FileContent, fileExists, toResolver } from '../files/resolver.ts';
import { withDefaults } from '../limits.ts';
import { floats, text } from '../mjcf/attributes.ts';
import type { ReadContext } from '../mjcf/context.ts';
import { row } from '../mjcf/schema.ts';
import { readCompiler, readOption, readSize } from '../mjcf/sections/settings.ts';
import type { ParseOptions } from '../options.ts';
import { readDocument } from '../read-document.ts';
import { createSpec } from '../spec/create.ts';
import { checkNames } from '../spec/names.ts';
import type { Body, BodyNode, Spec } from '../spec/types.ts';
import { locationOf, type XmlElement } from '../xml/document.ts';
import { readJoint } from './joint.ts';
import { type LinkContext, readLink } from './link.ts';
import { UrdfReader } from './read.ts';

/**
 * Reads URDF without compiling it: links become bodies. As in MuJoCo, fixed links are fused and visuals discarded unless a `mujoco` element
 * in the file says otherwise.
 *
 * @param content The text or the bytes of the file.
 * @param options Files that it names, and how to read it.
 * @returns The editable model.
 * @example
 * const spec = parseUrdf('<robot name="r"><link name="base"/></robot>');
 * console.log(writeMjcf(spec));
 */
export function parseUrdf(content: FileContent, options: ParseOptions = {}): Spec {
  return readDocument(content, options, 'model.urdf', (root, diagnostics) => readUrdf(root, options, diagnostics));
}

/** Reads an XML tree whose root is `robot`. */
export function readUrdf(root: XmlElement, options: ParseOptions, diagnostics: Diagnostics): Spec {
  if (root.name !== 'robot') {
    const hint = root.name === 'mujoco' ? 'this is MJCF: use parseMjcf' : 'the root of URDF is robot';
    diagnostics.fatal('wrong-root', `the root element is '${root.name}'`, { source: locationOf(root) }, hint);
  }
  const resolver = toResolver(options.files);
  const spec = createSpec({ dir: dirName(root.document.file), files: resolver });
  const reader = new UrdfReader(diagnostics);
  spec.compiler.fusestatic = true;
  spec.compiler.discardvisual = true;
  readExtension(spec, reader, root, options);
  spec.compiler.angle = 'radian';
  spec.model = reader.value(root, 'name', text);

  const bodies = makeTree(reader, spec, root);
  const ctx: LinkContext = {
    reader,
    spec,
    materials: readMaterials(reader, root),
    meshes: new Map(),
    geomNames: new Set(),
    resolver,
  };
  for (const xml of root.children) {
    const body = xml.name === 'link' ? bodies.get(xml.attributes['name'] ?? '') : undefined;
    if (body !== undefined) readLink(ctx, xml, body);
  }
  for (const xml of root.children) {
    const child = xml.name === 'joint' ? bodies.get(linkOf(xml, 'child')) : undefined;
    if (child?.kind === 'body') readJoint(reader, spec, xml, child);
  }
  placeChildren(spec, root, bodies);
  checkNames(spec, diagnostics);
  diagnostics.throwIfErrors();
  return spec;
}

/** The `mujoco` element that is not part of URDF: settings, in which unknown names are ignored. */
function readExtension(spec: Spec, reader: UrdfReader, root: XmlElement, options: ParseOptions): void {
  const extension = reader.child(root, 'mujoco');
  if (extension === undefined) return;
  const resolver = toResolver(options.files);
  const ctx: ReadContext = {
    spec,
    diagnostics: reader.diagnostics,
    limits: withDefaults(options.limits),
    classes: new Set(['main']),
    fileExists: (path) => fileExists(resolver, path),
    readModel: () => undefined,
    extensions: false,
  };
  const readers = { compiler: readCompiler, option: readOption, size: readSize };
  for (const [tag, read] of Object.entries(readers)) {
    const xml = reader.child(extension, tag);
    if (xml !== undefined) read(ctx, withKnownNames(reader, xml, tag as keyof typeof readers));
  }
}

function withKnownNames(reader: UrdfReader, xml: XmlElement, tag: 'compiler' | 'option' | 'size'): XmlElement {
  const attributes: Record<string, string> = {};
  for (const [key, value] of Object.entries(xml.attributes)) {
    if (key in row(tag).attributes) attributes[key] = value;
    else reader.warning('unknown-attribute', `attribute '${key}' is ignored`, xml);
  }
  return { ...xml, attributes, children: xml.children.filter((child) => child.name in row(tag).children) };
}

/** Colours of all named materials, wherever they are. */
function readMaterials(reader: UrdfReader, root: XmlElement): Map<string, number[]> {
  const colors = new Map<string, number[]>();
  const pending = [root];
  for (let xml = pending.pop(); xml !== undefined; xml = pending.pop()) {
    for (const child of [...xml.children].reverse()) pending.push(child);
    const name = xml.name === 'material' ? reader.value(xml, 'name', text) : undefined;
    if (name === undefined || colors.has(name)) continue;
    const color = reader.child(xml, 'color');
    const rgba = color === undefined ? undefined : reader.required(color, 'rgba', floats(4));
    if (rgba !== undefined) colors.set(name, rgba);
  }
  return colors;
}

const linkOf = (joint: XmlElement, tag: 'parent' | 'child'): string =>
  joint.children.find((child) => child.name === tag)?.attributes['link'] ?? '';

/** Bodies by the names of their links; the link `world` is the world. Checks that the joints make trees. */
function makeTree(reader: UrdfReader, spec: Spec, root: XmlElement): Map<string, BodyNode> {
  const bodies = new Map<string, BodyNode>();
  for (const xml of root.children) {
    if (xml.name !== 'link') continue;
    const name = reader.name(xml);
    if (bodies.has(name)) reader.error('duplicate-name', `link '${name}' already exists`, xml);
    else bodies.set(name, name === 'world' ? spec.worldbody : makeBody(name, xml));
  }
  const parents = new Map<string, string>();
  for (const xml of root.children) {
    if (xml.name !== 'joint') continue;
    const ends = ['parent', 'child'] as const;
    for (const end of ends) reader.required(reader.requiredChild(xml, end), 'link', text);
    const unknown = ends.map((end) => linkOf(xml, end)).find((name) => !bodies.has(name));
    if (unknown !== undefined) {
      reader.error('missing-reference', `there is no link '${unknown}'`, xml, () => didYouMean(unknown, bodies.keys()));
      continue;
    }
    const child = linkOf(xml, 'child');
    if (parents.has(child)) reader.error('bad-value', `link '${child}' has more than one parent`, xml);
    else if (child === 'world') reader.error('bad-value', "the link 'world' cannot have a parent", xml);
    else parents.set(child, linkOf(xml, 'parent'));
  }
  reportCycle(reader, root, parents);
  reader.diagnostics.throwIfErrors();
  return bodies;
}

const makeBody = (name: string, xml: XmlElement): Body => ({
  kind: 'body',
  name,
  pos: [0, 0, 0],
  quat: [1, 0, 0, 0],
  source: locationOf(xml),
  children: [],
});

function reportCycle(reader: UrdfReader, root: XmlElement, parents: ReadonlyMap<string, string>): void {
  const safe = new Set<string>();
  for (const start of parents.keys()) {
    const path = new Set<string>();
    for (let name: string | undefined = start; name !== undefined && !safe.has(name); name = parents.get(name)) {
      if (path.has(name)) {
        reader.error('bad-value', `links are in a cycle: ${[...path, name].join(' -> ')}`, root);
        return;
      }
      path.add(name);
    }
    for (const name of path) safe.add(name);
  }
}

/** Roots go to the world in the order of the links, children to their parents in the order of the joints. */
function placeChildren(spec: Spec, root: XmlElement, bodies: ReadonlyMap<string, BodyNode>): void {
  const placed = new Set<string>();
  for (const xml of root.children) {
    if (xml.name !== 'joint') continue;
    const child = bodies.get(linkOf(xml, 'child'));
    if (child?.kind !== 'body') continue;
    placed.add(child.name ?? '');
    bodies.get(linkOf(xml, 'parent'))?.children.push(child);
  }
  const { children } = spec.worldbody;
  // bodies of the world in the order of the links, also those that joints put there
  const roots = [...bodies.values()].filter((b): b is Body => b.kind === 'body' && !placed.has(b.name ?? ''));
  const direct = new Set(children.filter((child) => child.kind === 'body'));
  const others = children.filter((child) => child.kind !== 'body');
  const order = [...bodies.keys()];
  const worldIndex = order.indexOf('world');
  const index = (b: Body): number => (direct.has(b) ? worldIndex : order.indexOf(b.name ?? ''));
  spec.worldbody.children = [...others, ...[...direct, ...roots].sort((a, b) => index(a) - index(b))];
}
