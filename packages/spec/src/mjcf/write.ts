// Writes a Spec as MJCF. What is not given is not written; numbers are the shortest that read back the same.

import { requireText } from '../arguments.ts';
import { dirName, joinPath } from '../files/paths.ts';
import { requireSpec } from '../spec/check.ts';
import type { BodyNode, DefaultClass, Spec, Visual } from '../spec/types.ts';
import { isBodyNode } from '../spec/walk.ts';
import type { Attribute } from './attributes.ts';
import { type RowName, row } from './schema.ts';
import { XmlWriter } from './xml-writer.ts';

type Element = { kind: RowName };

/**
 * The MJCF text of a Spec. What is not given is not written; numbers are the shortest that read back the same. Models to attach are written
 * as references to their files: `writeMjcfFiles` writes those too.
 *
 * @param spec The Spec.
 * @returns The text.
 * @example
 * const spec = createSpec();
 * addGeom(spec.worldbody, { size: [0.1] });
 * console.log(writeMjcf(spec));
 */
export function writeMjcf(spec: Spec): string {
  requireSpec(spec);
  const w = new XmlWriter();
  w.open('mujoco', spec.model === undefined ? [] : [['model', spec.model]]);
  if (spec.comment !== undefined) w.comment(spec.comment);
  writeSettings(w, spec);
  writeDefaults(w, spec.defaults);
  section(w, 'extension', spec.plugins, (p) => element(w, 'plugin', p, [['instance', p.instances]]));
  writeCustom(w, spec);
  writeAssets(w, spec);
  writeTree(w, spec);
  writeLists(w, spec);
  w.close('mujoco');
  return w.text;
}

/**
 * The MJCF texts of a Spec and of all the models that it attaches.
 *
 * @param spec The Spec.
 * @param file Name of its own file; `model.xml` by default.
 * @returns Texts by file name.
 * @example
 * console.log(Object.keys(writeMjcfFiles(createSpec()))); // model.xml
 */
export function writeMjcfFiles(spec: Spec, file = 'model.xml'): Record<string, string> {
  requireText('file', file);
  requireSpec(spec);
  const files: Record<string, string> = {};
  const pending: { spec: Spec; file: string }[] = [{ spec, file }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.file in files) continue;
    files[next.file] = writeMjcf(next.spec);
    for (const model of next.spec.models) {
      pending.push({ spec: model.spec, file: joinPath(dirName(next.file), model.file ?? '') });
    }
  }
  return files;
}

function writeSettings(w: XmlWriter, spec: Spec): void {
  const { compiler, option, visual } = spec;
  const { lengthrange } = compiler;
  if (hasValues(compiler) || lengthrange) element(w, 'compiler', compiler, [['lengthrange', single(lengthrange)]]);
  if (hasValues(option) || option.flag) element(w, 'option', option, [['flag', single(option.flag)]]);
  if (hasValues(spec.size)) element(w, 'size', spec.size);
  if (hasValues(spec.statistic)) element(w, 'statistic', spec.statistic);
  const parts = (['global', 'quality', 'headlight', 'map', 'scale', 'rgba'] as const satisfies (keyof Visual)[]).filter(
    (key) => visual[key] !== undefined && hasValues(visual[key]),
  );
  section(w, 'visual', parts, (key) => element(w, key, visual[key] as Element));
}

const single = <T>(value: T | undefined): T[] => (value === undefined ? [] : [value]);

function hasValues(e: Element): boolean {
  const { attributes } = row(e.kind);
  return Object.keys(e).some((key) => key in attributes && (e as Record<string, unknown>)[key] !== undefined);
}

/** An element with its attributes, and its children under their tags. */
function element(
  w: XmlWriter,
  tag: string,
  e: Element,
  children: readonly (readonly [string, readonly Element[]])[] = [],
): void {
  const attributes = attributesOf(e);
  const inner = children.filter(([, list]) => list.length > 0);
  if (inner.length === 0) {
    w.empty(tag, attributes);
    return;
  }
  w.open(tag, attributes);
  for (const [childTag, list] of inner) for (const child of list) element(w, childTag, child, partsOf(child));
  w.close(tag);
}

/** Children that an element keeps in fields of its own. */
function partsOf(e: Element): [string, Element[]][] {
  const fields = e as unknown as Record<string, unknown>;
  const parts: [string, Element[]][] = [];
  for (const [key, tag] of PARTS) {
    const value = fields[key];
    if (Array.isArray(value)) parts.push([tag, value as Element[]]);
    else if (typeof value === 'object' && value !== null) parts.push([tag, [value as Element]]);
  }
  return parts;
}

const PARTS: readonly (readonly [string, string])[] = [
  ['instances', 'instance'],
  ['configs', 'config'],
  ['layers', 'layer'],
  ['bones', 'bone'],
  ['joints', 'joint'],
  ['geom', 'geom'],
  ['site', 'site'],
  ['skin', 'skin'],
  ['edge', 'edge'],
  ['elasticity', 'elasticity'],
  ['contact', 'contact'],
  ['pins', 'pin'],
  ['plugin', 'plugin'],
  ['elements', 'element'],
];

function attributesOf(e: Element): [string, string][] {
  const { attributes } = row(e.kind);
  const fields = e as unknown as Record<string, unknown>;
  const result: [string, string][] = [];
  for (const key in attributes) {
    const attribute = attributes[key];
    const value = key === 'kind' ? attribute?.keywords?.[0] : fields[key];
    if (attribute !== undefined && value !== undefined) result.push([key, formatValue(attribute, value)]);
  }
  return result;
}

function formatValue(attribute: Attribute, value: unknown): string {
  if (typeof value === 'number') return formatNumber(attribute, value);
  if (!Array.isArray(value)) return String(value);
  if (attribute.type === 'flags') return value.join(' ');
  let text = '';
  for (let i = 0; i < value.length; i++)
    text += i === 0 ? formatNumber(attribute, value[i]) : ` ${formatNumber(attribute, value[i])}`;
  return text;
}

/** A number of 32 bits is written with as many digits as tell it from its neighbours. */
export function formatNumber(attribute: Attribute, value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (attribute.type === 'float' && !Number.isInteger(value)) {
    const wanted = Math.fround(value);
    for (let digits = 6; digits <= 9; digits++) {
      const short = Number(value.toPrecision(digits));
      if (Math.fround(short) === wanted) return String(short);
    }
  }
  return Object.is(value, -0) ? '-0' : String(value);
}

function section<T>(w: XmlWriter, tag: string, list: readonly T[], write: (item: T) => void): void {
  if (list.length === 0) return;
  w.open(tag, []);
  for (const item of list) write(item);
  w.close(tag);
}

const DEFAULT_TAGS: Readonly<Record<string, string>> = { defaultEquality: 'equality', defaultTendon: 'tendon' };

/**
 * Classes in the order in which they take over values: an element after a nested class starts another `default` section,
 * because the reader puts the elements of a section first.
 */
function writeDefaults(w: XmlWriter, main: DefaultClass): void {
  const stack: { node: DefaultClass; next: number; nested: boolean; seen: Set<string> }[] = [];
  const enter = (node: DefaultClass): void => {
    w.open('default', node === main ? [] : [['class', node.class]]);
    stack.push({ node, next: 0, nested: false, seen: new Set() });
  };
  if (main.children.length === 0) return;
  enter(main);
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const child = top.node.children[top.next++];
    if (child === undefined) {
      stack.pop();
      w.close('default');
      continue;
    }
    if (child.kind === 'default') {
      top.nested = true;
      enter(child);
      continue;
    }
    const tag = DEFAULT_TAGS[child.kind] ?? child.kind;
    if (top.node === main && (top.nested || top.seen.has(tag))) {
      w.close('default');
      w.open('default', []);
      top.nested = false;
      top.seen.clear();
    }
    top.seen.add(tag);
    element(w, tag, child, partsOf(child));
  }
}

function writeCustom(w: XmlWriter, spec: Spec): void {
  section(w, 'custom', [...spec.numerics, ...spec.texts, ...spec.tuples], (e) => element(w, e.kind, e, partsOf(e)));
}

function writeAssets(w: XmlWriter, spec: Spec): void {
  const assets = [...spec.textures, ...spec.materials, ...spec.meshes, ...spec.hfields, ...spec.skins, ...spec.models];
  section(w, 'asset', assets, (e) => element(w, e.kind, e, e.kind === 'model' ? [] : partsOf(e)));
}

function writeTree(w: XmlWriter, spec: Spec): void {
  if (spec.worldbody.children.length === 0) return;
  w.open('worldbody', []);
  const stack: { node: BodyNode; next: number }[] = [{ node: spec.worldbody, next: 0 }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const child = top.node.children[top.next++];
    if (child === undefined) {
      stack.pop();
      w.close(top.node.kind);
    } else if (!isBodyNode(child)) {
      element(w, child.kind, child, partsOf(child));
    } else if (child.children.length === 0) {
      w.empty(child.kind, attributesOf(child));
    } else {
      w.open(child.kind, attributesOf(child));
      stack.push({ node: child, next: 0 });
    }
  }
}

/** Tags of rows that are named otherwise. */
const TAGS: Readonly<Record<string, string>> = {
  jointEquality: 'joint',
  tendonEquality: 'tendon',
  distanceEquality: 'distance',
  flexEquality: 'flex',
  actuatorPlugin: 'plugin',
  contactSensor: 'contact',
  sensorPlugin: 'plugin',
  spatialSite: 'site',
  spatialGeom: 'geom',
  fixedJoint: 'joint',
};
const tagOf = (kind: string): string => TAGS[kind] ?? kind;

function writeLists(w: XmlWriter, spec: Spec): void {
  section(w, 'deformable', spec.flexes, (e) => element(w, e.kind, e, partsOf(e)));
  section(w, 'contact', [...spec.pairs, ...spec.excludes], (e) => element(w, e.kind, e));
  section(w, 'tendon', spec.tendons, (e) => {
    w.open(e.kind, attributesOf(e));
    for (const wrap of e.path) element(w, tagOf(wrap.kind), wrap);
    w.close(e.kind);
  });
  section(w, 'equality', spec.equalities, (e) => element(w, tagOf(e.kind), e));
  section(w, 'actuator', spec.actuators, (e) => element(w, tagOf(e.kind), e, partsOf(e)));
  section(w, 'sensor', spec.sensors, (e) => element(w, tagOf(e.kind), e, partsOf(e)));
  section(w, 'keyframe', spec.keys, (e) => element(w, e.kind, e));
}
