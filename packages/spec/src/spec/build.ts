// Building and editing a Spec in code. Elements are plain objects, so their attributes can be read and set directly;
// these functions make elements with their kind, in the right list, and refuse attributes that do not exist.

import { didYouMean, ModelError } from '../errors.ts';
import type { Namespace } from '../mjcf/attributes.ts';
import { type RowName, row } from '../mjcf/schema.ts';
import { NameTable } from './name-table.ts';
import { namespaceOf } from './names.ts';
import { refersTo } from './references.ts';
import type {
  Actuator,
  ActuatorKind,
  Attach,
  AttributesOf,
  Body,
  BodyNode,
  Camera,
  Composite,
  CustomText,
  DefaultClass,
  DefaultElement,
  DefaultKind,
  Equality,
  EqualityKind,
  Exclude,
  FixedTendon,
  Flex,
  Flexcomp,
  Frame,
  FreeJoint,
  Geom,
  HField,
  Inertial,
  Joint,
  Key,
  Light,
  Material,
  Mesh,
  Numeric,
  Pair,
  Replicate,
  Sensor,
  SensorKind,
  Site,
  Skin,
  SpatialTendon,
  Spec,
  SpecElement,
  Texture,
  Tuple,
} from './types.ts';
import { isBodyNode, listsOf, walkTree } from './walk.ts';

/** What an element is made from: its attributes, and the parts it keeps in fields of its own. */
type Parts<T> = Partial<Omit<T, 'kind' | 'source' | 'scope'>>;

const PARTS: ReadonlySet<string> = new Set(['children', 'plugin', 'configs', 'layers', 'bones', 'joints', 'skin', 'geom',
  'site', 'edge', 'elasticity', 'contact', 'pins', 'path', 'elements', 'spec']); // biome-ignore format: a list

function make<T>(kind: RowName, attributes: Parts<T>, parts: object = {}): T {
  const known = row(kind).attributes;
  for (const key of Object.keys(attributes)) {
    if (key in known || PARTS.has(key)) continue;
    throw new ModelError({
      severity: 'error',
      code: 'unknown-attribute',
      message: `unknown attribute '${key}'`,
      element: kind,
      hint: didYouMean(key, Object.keys(known)),
    });
  }
  return { ...parts, ...attributes, kind } as T;
}

function append<T>(list: unknown[], element: T): T {
  list.push(element);
  return element;
}

// the tree
export const addBody = (parent: BodyNode, a: Parts<Body> = {}): Body =>
  append(parent.children, make<Body>('body', a, { children: [] }));
export const addFrame = (parent: BodyNode, a: Parts<Frame> = {}): Frame =>
  append(parent.children, make<Frame>('frame', a, { children: [] }));
export const addReplicate = (parent: BodyNode, a: Parts<Replicate>): Replicate =>
  append(parent.children, make<Replicate>('replicate', a, { children: [] }));
export const addInertial = (parent: BodyNode, a: Parts<Inertial>): Inertial =>
  append(parent.children, make<Inertial>('inertial', a));
export const addJoint = (parent: BodyNode, a: Parts<Joint> = {}): Joint =>
  append(parent.children, make<Joint>('joint', a));
export const addFreeJoint = (parent: BodyNode, a: Parts<FreeJoint> = {}): FreeJoint =>
  append(parent.children, make<FreeJoint>('freejoint', a));
export const addGeom = (parent: BodyNode, a: Parts<Geom> = {}): Geom => append(parent.children, make<Geom>('geom', a));
export const addSite = (parent: BodyNode, a: Parts<Site> = {}): Site => append(parent.children, make<Site>('site', a));
export const addCamera = (parent: BodyNode, a: Parts<Camera> = {}): Camera =>
  append(parent.children, make<Camera>('camera', a));
export const addLight = (parent: BodyNode, a: Parts<Light> = {}): Light =>
  append(parent.children, make<Light>('light', a));
export const addComposite = (parent: BodyNode, a: Parts<Composite>): Composite =>
  append(parent.children, make<Composite>('composite', a, { joints: [] }));
export const addFlexcomp = (parent: BodyNode, a: Parts<Flexcomp>): Flexcomp =>
  append(parent.children, make<Flexcomp>('flexcomp', a, { pins: [] }));

// assets
export const addMesh = (spec: Spec, a: Parts<Mesh>): Mesh => append(spec.meshes, make<Mesh>('mesh', a));
export const addHField = (spec: Spec, a: Parts<HField>): HField => append(spec.hfields, make<HField>('hfield', a));
export const addSkin = (spec: Spec, a: Parts<Skin>): Skin => append(spec.skins, make<Skin>('skin', a, { bones: [] }));
export const addTexture = (spec: Spec, a: Parts<Texture>): Texture =>
  append(spec.textures, make<Texture>('texture', a));
export const addMaterial = (spec: Spec, a: Parts<Material>): Material =>
  append(spec.materials, make<Material>('material', a, { layers: [] }));

// other lists
export const addFlex = (spec: Spec, a: Parts<Flex>): Flex => append(spec.flexes, make<Flex>('flex', a));
export const addPair = (spec: Spec, a: Parts<Pair>): Pair => append(spec.pairs, make<Pair>('pair', a));
export const addExclude = (spec: Spec, a: Parts<Exclude>): Exclude =>
  append(spec.excludes, make<Exclude>('exclude', a));
export const addSpatialTendon = (spec: Spec, a: Parts<SpatialTendon>): SpatialTendon =>
  append(spec.tendons, make<SpatialTendon>('spatial', a, { path: [] }));
export const addFixedTendon = (spec: Spec, a: Parts<FixedTendon>): FixedTendon =>
  append(spec.tendons, make<FixedTendon>('fixed', a, { path: [] }));
export const addEquality = <K extends EqualityKind>(
  spec: Spec,
  kind: K,
  a: AttributesOf<K>,
): Extract<Equality, { kind: K }> => append(spec.equalities, make(kind, a as object));
export const addActuator = <K extends ActuatorKind>(
  spec: Spec,
  kind: K,
  a: AttributesOf<K>,
): Extract<Actuator, { kind: K }> =>
  append(spec.actuators, make(kind, a as object, kind === 'actuatorPlugin' ? { configs: [] } : {}));
export const addSensor = <K extends SensorKind>(
  spec: Spec,
  kind: K,
  a: AttributesOf<K>,
): Extract<Sensor, { kind: K }> => append(spec.sensors, make(kind, a as object));
export const addNumeric = (spec: Spec, a: Parts<Numeric>): Numeric =>
  append(spec.numerics, make<Numeric>('numeric', a));
export const addText = (spec: Spec, a: Parts<CustomText>): CustomText =>
  append(spec.texts, make<CustomText>('text', a));
export const addTuple = (spec: Spec, a: Parts<Tuple>): Tuple =>
  append(spec.tuples, make<Tuple>('tuple', a, { elements: [] }));
export const addKey = (spec: Spec, a: Parts<Key>): Key => append(spec.keys, make<Key>('key', a));

// defaults
export const addDefault = (parent: DefaultClass, name: string): DefaultClass =>
  append(parent.children, { kind: 'default' as const, class: name, children: [] });
/** Values of a class for one kind of element; later calls overwrite earlier ones attribute by attribute. */
export const setDefault = <K extends DefaultKind>(target: DefaultClass, kind: K, a: AttributesOf<K>): DefaultElement =>
  append(target.children, make<DefaultElement>(kind, a as object));

/** The element of a namespace with a name, or undefined. */
export function find(spec: Spec, namespace: Namespace, name: string): SpecElement | undefined {
  if (namespace === 'body' && name === 'world') return spec.worldbody;
  for (const list of listsOf(spec)) {
    const [first] = list;
    if (first === undefined || namespaceOf(first.kind) !== namespace) continue;
    const found = list.find((e) => 'name' in e && e.name === name);
    if (found !== undefined) return found;
  }
  let found: SpecElement | undefined;
  walkTree(spec.worldbody, (e) => {
    if (found === undefined && 'name' in e && e.name === name && namespaceOf(e.kind) === namespace) found = e;
    return found === undefined;
  });
  return found;
}

/** Puts a copy of another model, or of one of its bodies or frames, below a node; names get the prefix. */
export function attachModel(
  spec: Spec,
  parent: BodyNode,
  child: Spec,
  options: { prefix: string; body?: string | undefined; frame?: string | undefined; name?: string | undefined },
): Attach {
  let asset = spec.models.find((m) => m.spec === child);
  if (asset === undefined) {
    const name = options.name ?? unusedModelName(spec, child.model ?? 'model');
    asset = { kind: 'model', name, file: `${name}.xml`, spec: child };
    spec.models.push(asset);
  }
  const { prefix, body, frame } = options;
  return append(parent.children, make<Attach>('attach', { model: asset.name, prefix, body, frame }));
}

function unusedModelName(spec: Spec, wanted: string): string {
  const names = new Set(spec.models.map((m) => m.name));
  let name = wanted;
  for (let k = 1; names.has(name); k++) name = `${wanted}${k}`;
  return name;
}

/**
 * Takes an element out of a Spec, with all below it. Pairs, excludes, tendons, equalities, actuators and sensors that
 * refer to what is gone go too. Returns false if the element was not there.
 */
export function remove(spec: Spec, element: SpecElement): boolean {
  for (const list of listsOf(spec)) {
    const at = list.indexOf(element);
    if (at < 0) continue;
    list.splice(at, 1);
    removeDangling(spec, [element]);
    return true;
  }
  let parent: BodyNode | undefined;
  walkTree(spec.worldbody, (e, holder) => {
    if (e === element) parent = holder;
    return parent === undefined;
  });
  if (parent === undefined) return false;
  parent.children.splice(parent.children.indexOf(element as never), 1);
  const gone: SpecElement[] = [element];
  if (isBodyNode(element)) {
    walkTree(element, (e) => {
      gone.push(e);
      return true;
    });
  }
  removeDangling(spec, gone);
  return true;
}

function removeDangling(spec: Spec, gone: readonly SpecElement[]): void {
  const lost = new NameTable();
  for (const e of gone) lost.add(e as { kind: string; name?: string });
  // an element is kept if none of its references is lost; tendons go before what acts on them
  const keep = <T extends SpecElement>(list: T[]): T[] =>
    list.filter((e) => {
      if (!refersTo(e, lost)) return true;
      lost.add(e as { kind: string; name?: string });
      return false;
    });
  spec.pairs = keep(spec.pairs);
  spec.excludes = keep(spec.excludes);
  spec.tendons = keep(spec.tendons);
  spec.equalities = keep(spec.equalities);
  spec.actuators = keep(spec.actuators);
  spec.sensors = keep(spec.sensors);
}

/** A copy that shares nothing with the original but the resolver of its files and the places in source files. */
export function copySpec(spec: Spec): Spec {
  const copies = new Map<object, object>();
  const pending: [object, object][] = [];
  const copyOf = (value: unknown, key: string): unknown => {
    if (typeof value !== 'object' || value === null || key === 'source') return value;
    const known = copies.get(value);
    if (known !== undefined) return known;
    const made = Array.isArray(value) ? [] : value instanceof Map ? new Map() : {};
    copies.set(value, made);
    pending.push([value, made]);
    return made;
  };
  const result = copyOf(spec, '') as Spec;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [from, to] = next;
    if (from instanceof Map) for (const [k, v] of from) (to as Map<unknown, unknown>).set(copyOf(k, ''), copyOf(v, ''));
    else if (Array.isArray(from)) for (const v of from) (to as unknown[]).push(copyOf(v, ''));
    else for (const [key, v] of Object.entries(from)) (to as Record<string, unknown>)[key] = copyOf(v, key);
  }
  return result;
}
