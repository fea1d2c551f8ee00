// References between elements: which attributes name other elements, and how they follow when elements are copied
// under new names.

import type { Namespace } from '../mjcf/attributes.ts';
import { tokens } from '../mjcf/numbers.ts';
import { row } from '../mjcf/schema.ts';
import type { NameTable } from './name-table.ts';

/** New names for what is copied. */
export interface Renaming {
  /** Names of the tree and of the lists. */
  name: (name: string) => string;
  /** Names of assets and of instances of plugins, when these are copied as well. */
  asset?: ((name: string) => string) | undefined;
  /** Default classes, when these are copied as well. */
  class?: ((name: string) => string) | undefined;
}

const ASSETS: ReadonlySet<string> = new Set(['material', 'mesh', 'hfield', 'texture', 'instance']);

interface ReferenceKey {
  readonly key: string;
  readonly namespace: Namespace;
}

interface ReferenceRow {
  readonly classes: readonly string[];
  readonly assets: readonly string[];
  readonly names: readonly ReferenceKey[];
  readonly lists: readonly string[];
}

const rows = new Map<string, ReferenceRow>();

/** The attributes of a row that name something. */
export function referenceRow(kind: string): ReferenceRow {
  const known = rows.get(kind);
  if (known !== undefined) return known;
  const classes: string[] = [];
  const assets: string[] = [];
  const names: ReferenceKey[] = [];
  const lists: string[] = [];
  for (const [key, attribute] of Object.entries(row(kind).attributes)) {
    const { type, namespace } = attribute;
    if (type === 'names') lists.push(key);
    if (type !== 'ref' || namespace === undefined) continue;
    if (namespace === 'default') classes.push(key);
    else if (ASSETS.has(namespace) && kind !== 'tactile') assets.push(key);
    else if (namespace !== 'model') names.push({ key, namespace });
  }
  const made = { classes, assets, names, lists };
  rows.set(kind, made);
  return made;
}

type Fields = Record<string, unknown>;
/** Maps a name; `owner` is the element, or the part of it, that has the reference. */
type MapName = (namespace: Namespace, name: string, owner: { kind: string }) => string;

/** `objtype` and `reftype` as namespaces. */
function objectNamespace(type: unknown): Namespace | undefined {
  if (typeof type !== 'string') return undefined;
  return type === 'xbody' ? 'body' : (type as Namespace);
}

const OBJECT_KEYS = [
  ['objname', 'objtype'],
  ['refname', 'reftype'],
] as const;
const PARTS = ['path', 'bones', 'elements'] as const;

/** A copy of an element (of a list, not of the tree) with all its references to other elements mapped. */
export function mapReferences<T extends { kind: string }>(element: T, map: MapName): T {
  const copy = { ...element } as T & Fields;
  const { names, lists } = referenceRow(element.kind);
  const fields = copy as Fields;
  for (const { key, namespace } of names) {
    const name = fields[key];
    if (typeof name === 'string' && name !== '') fields[key] = map(namespace, name, element);
  }
  for (const [key, type] of OBJECT_KEYS) {
    const name = fields[key];
    const namespace = objectNamespace(fields[type]);
    if (typeof name === 'string' && name !== '' && namespace !== undefined) fields[key] = map(namespace, name, element);
  }
  for (const key of lists) {
    const value = fields[key];
    if (typeof value === 'string')
      fields[key] = tokens(value)
        .map((name) => map('body', name, element))
        .join(' ');
  }
  for (const key of PARTS) {
    const parts = fields[key];
    if (Array.isArray(parts)) fields[key] = parts.map((part) => mapReferences(part, map));
  }
  return copy;
}

/** Kinds of which some references may lead to elements that were not copied. */
const isLoose = (element: { kind: string }): boolean =>
  element.kind === 'pair' ||
  element.kind === 'exclude' ||
  element.kind === 'spatial' ||
  element.kind === 'fixed' ||
  namespaceIsSensor(element.kind);

const namespaceIsSensor = (kind: string): boolean => row(kind).attributes['name']?.namespace === 'sensor';

/**
 * A copy of an element that refers to the copies of what it referred to, or undefined if there are none. Pairs,
 * excludes, tendons and sensors may keep some of their references; the others need a copy of everything.
 */
export function followCopies<T extends { kind: string; name?: string | undefined }>(
  element: T,
  renaming: Renaming,
  table: NameTable,
): T | undefined {
  let followed = 0;
  let lost = 0;
  const loose = isLoose(element);
  const isCopied = (namespace: Namespace, name: string): boolean => table.has(namespace, renaming.name(name));
  // a geom and its side site go together
  const isWhole = (part: { kind: string }): boolean =>
    part.kind !== 'spatialGeom' ||
    referenceRow(part.kind).names.every(({ key, namespace }) => {
      const name = (part as unknown as Fields)[key];
      return !name || isCopied(namespace, name as string);
    });
  const copy = mapReferences(element, (namespace, name, owner) => {
    const renamed = renaming.name(name);
    if (isCopied(namespace, name) && isWhole(owner)) {
      followed++;
      return renamed;
    }
    if (!loose || !table.has(namespace, name)) lost++;
    return name;
  });
  if (lost > 0 || followed === 0) return undefined;
  if (copy.name !== undefined && copy.name !== '') copy.name = renaming.name(copy.name);
  if (renaming.class !== undefined && referenceRow(element.kind).classes.includes('class')) {
    // the class that was understood belongs to the model that the element comes from
    const named = copy as { class?: string };
    named.class ??= 'main';
  }
  renameAssetsAndClasses(copy, renaming);
  return copy;
}

/** True if every reference of the element leads somewhere. */
export function resolves(element: { kind: string }, table: NameTable): boolean {
  let lost = 0;
  mapReferences(element, (namespace, name) => {
    if (!table.has(namespace, name)) lost++;
    return name;
  });
  return lost === 0;
}

/** True if the element refers to something in the table. */
export function refersTo(element: { kind: string }, table: NameTable): boolean {
  let found = false;
  mapReferences(element, (namespace, name) => {
    found ||= table.has(namespace, name) && name !== 'world';
    return name;
  });
  return found;
}

/** Renames, in place, the assets and classes that an element names. */
export function renameAssetsAndClasses(element: { kind: string }, renaming: Renaming): void {
  const { classes, assets } = referenceRow(element.kind);
  const fields = element as unknown as Fields;
  if (renaming.asset !== undefined) {
    for (const key of assets) {
      const name = fields[key];
      if (typeof name === 'string' && name !== '') fields[key] = renaming.asset(name);
    }
    if (typeof fields['plugin'] === 'object') {
      const plugin = { ...(fields['plugin'] as { kind: 'plugin' }) };
      renameAssetsAndClasses(plugin, renaming);
      fields['plugin'] = plugin;
    }
  }
  if (renaming.class !== undefined) {
    for (const key of classes) {
      const name = fields[key];
      if (typeof name === 'string') fields[key] = renaming.class(name);
    }
  }
}
