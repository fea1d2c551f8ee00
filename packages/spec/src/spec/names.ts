import type { Diagnostics } from '../errors.ts';
import { baseName } from '../files/paths.ts';
import type { Namespace } from '../mjcf/attributes.ts';
import { row } from '../mjcf/schema.ts';
import type { Spec, SpecElement } from './types.ts';
import { listsOf, walkTree } from './walk.ts';

/** The namespace in which an element has its name, if it may have one. */
export function namespaceOf(kind: string): Namespace | undefined {
  return row(kind).attributes['name']?.namespace;
}

/** The name of an element; meshes, height fields, textures and skins without one are named after their file. */
export function nameOf(e: { kind: string; name?: string | undefined; file?: string | undefined }): string | undefined {
  if (e.name !== undefined && e.name !== '') return e.name;
  const namedByFile = e.kind === 'mesh' || e.kind === 'hfield' || e.kind === 'texture' || e.kind === 'skin';
  if (!namedByFile || e.file === undefined || e.file === '') return undefined;
  return baseName(e.file).replace(/\.[^.]*$/, '');
}

/** Reports names that two elements of one namespace share. What is in a replicate gets its names later. */
export function checkNames(spec: Spec, diagnostics: Diagnostics): void {
  const seen = new Map<Namespace, Set<string>>();
  const check = (e: SpecElement): void => {
    const name = (e as { name?: string | undefined }).name;
    const namespace = name ? namespaceOf(e.kind) : undefined;
    if (name === undefined || namespace === undefined) return;
    const names = seen.get(namespace) ?? new Set();
    seen.set(namespace, names);
    if (names.has(name) || (namespace === 'body' && name === 'world')) {
      diagnostics.error('duplicate-name', `${namespace} '${name}' already exists`, e as { kind: string; name: string });
    }
    names.add(name);
  };
  for (const list of listsOf(spec)) for (const e of list) check(e);
  walkTree(spec.worldbody, (e) => {
    check(e);
    return e.kind !== 'replicate';
  });
}
