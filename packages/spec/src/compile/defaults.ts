import { type Diagnostics, didYouMean } from '../errors.ts';
import { row } from '../mjcf/schema.ts';
import type { DefaultClass, DefaultElement, Material, Node, SpecElement } from '../spec/types.ts';
import { type ActuatorValues, applyActuator, builtinActuator, copyActuator } from './objects/actuator-values.ts';
import { BUILTIN, VALUE_ROW, type ValueKind, type Values } from './values.ts';

type Record_ = Record<string, unknown>;

/** How an attribute of an element overwrites what its class says. */
type Rule = 'replace' | 'prefix' | 'orientation' | 'springlength';

const ALTERNATIVES = ['axisangle', 'xyaxes', 'zaxis', 'euler'];
const NOT_VALUES = new Set(['kind', 'source', 'scope', 'children', 'path', 'name', 'class', 'layers', 'plugin']);

const rules = new Map<ValueKind, Map<string, Rule>>();

function rulesOf(kind: ValueKind): Map<string, Rule> {
  let table = rules.get(kind);
  if (table !== undefined) return table;
  table = new Map();
  for (const [name, a] of Object.entries(row(VALUE_ROW[kind]).attributes)) {
    const numeric = a.type === 'int' || a.type === 'real' || a.type === 'float';
    if (name === 'springlength') table.set(name, 'springlength');
    else if (ALTERNATIVES.includes(name)) table.set(name, 'orientation');
    else if (numeric && a.list && a.min < a.max && Number.isFinite(a.max)) table.set(name, 'prefix');
    else table.set(name, 'replace');
  }
  rules.set(kind, table);
  return table;
}

/** Writes the attributes of `element` over `values`. */
export function overlay(kind: ValueKind, values: Record_, element: Record_): void {
  const table = rulesOf(kind);
  for (const name in element) {
    const value = element[name];
    if (value === undefined || NOT_VALUES.has(name)) continue;
    const rule = table.get(name);
    const before = values[name];
    if (rule === 'prefix' && Array.isArray(value) && Array.isArray(before) && value.length < before.length) {
      values[name] = value.concat(before.slice(value.length)); // without room to grow, unlike a spread
      continue;
    }
    if (rule === 'orientation') for (const other of ALTERNATIVES) values[other] = undefined;
    if (rule === 'springlength' && Array.isArray(value) && value.length === 1) values[name] = [value[0], value[0]];
    else values[name] = value;
  }
}

/** A default class with its parents applied: complete values for every kind. */
export interface ResolvedClass {
  readonly name: string;
  /** Shared with the parent until the class changes them. */
  readonly values: { [K in ValueKind]: Values<K> };
  actuator: ActuatorValues;
  /** Textures of materials by role. */
  readonly textures: Record<string, string>;
}

/** The kind of value that an element of a default class sets. */
const KIND_OF: Readonly<Record<string, ValueKind>> = {
  ...Object.fromEntries(Object.entries(VALUE_ROW).map(([kind, row]) => [row, kind as ValueKind])),
  defaultTendon: 'tendon',
};

function copyClass(name: string, parent: ResolvedClass | undefined): ResolvedClass {
  const values = parent?.values ?? (BUILTIN as unknown as ResolvedClass['values']);
  return {
    name,
    values: { ...values },
    actuator: parent?.actuator ?? builtinActuator(),
    textures: { ...parent?.textures },
  };
}

function applyDefault(target: ResolvedClass, element: DefaultElement, d: Diagnostics): void {
  const kind = KIND_OF[element.kind];
  if (kind !== undefined) {
    const values: Record_ = { ...target.values[kind] };
    overlay(kind, values, element as unknown as Record_);
    target.values[kind] = values as never;
  } else {
    target.actuator = copyActuator(target.actuator);
    applyActuator(target.actuator, element as Parameters<typeof applyActuator>[1], d);
  }
  if (element.kind === 'light') lightType(target.values.light, element);
  if (element.kind === 'material') addTextures(target.textures, element);
}

/** `directional` is the old way to state the type. */
export function lightType(values: Values<'light'>, element: { directional?: boolean | undefined }): void {
  if (element.directional !== undefined) values.type = element.directional ? 'directional' : 'spot';
}

export function addTextures(textures: Record<string, string>, material: Material | (Node & Partial<Material>)): void {
  if (material.texture !== undefined) textures['rgb'] = material.texture;
  for (const layer of material.layers ?? []) textures[layer.role as string] = layer.texture as string;
}

/** All classes of a Spec by name; `main` is the root. */
export class Classes {
  readonly #byName = new Map<string, ResolvedClass>();
  readonly #d: Diagnostics;
  readonly main: ResolvedClass;

  constructor(root: DefaultClass, d: Diagnostics) {
    this.#d = d;
    this.main = copyClass('main', undefined);
    this.#byName.set('main', this.main);
    // a class and the position in its list: a nested class copies what its parent has at that point
    const stack: { node: DefaultClass; resolved: ResolvedClass; next: number }[] = [
      { node: root, resolved: this.main, next: 0 },
    ];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const child = top.node.children[top.next++];
      if (child === undefined) stack.pop();
      else if (child.kind === 'default') {
        const nested = child as DefaultClass;
        const resolved = copyClass(nested.class, nested.fresh ? undefined : top.resolved);
        if (this.#byName.has(nested.class))
          d.error('duplicate-name', `repeated default class '${nested.class}'`, nested);
        else this.#byName.set(nested.class, resolved);
        stack.push({ node: nested, resolved, next: 0 });
      } else applyDefault(top.resolved, child as DefaultElement, d);
    }
  }

  /** The class with this name; a problem is reported at `at`, and `main` stands in. */
  find(name: string | undefined, at: SpecElement | Node): ResolvedClass {
    if (name === undefined) return this.main;
    const found = this.#byName.get(name);
    if (found !== undefined) return found;
    this.#d.error('unknown-class', `unknown default class '${name}'`, at, didYouMean(name, this.#byName.keys()));
    return this.main;
  }
}

/** The complete values of an element of a class. They inherit from the class: copying thirty values is slow. */
export function resolveValues<K extends ValueKind>(kind: K, of: ResolvedClass, element: object): Values<K> {
  const values = Object.create(of.values[kind]) as Record_;
  overlay(kind, values, element as Record_);
  return values as unknown as Values<K>;
}
