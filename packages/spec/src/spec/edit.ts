// Finding, removing and copying elements of a Spec.

import { requireObject, requireText } from '../arguments.ts';
import type { Namespace } from '../mjcf/attributes.ts';
import { requireSpec } from './check.ts';
import { NameTable } from './name-table.ts';
import { namespaceOf } from './names.ts';
import { refersTo } from './references.ts';
import type { BodyNode, Spec, SpecElement } from './types.ts';
import { filterReferrers, isBodyNode, listsOf, walkTree } from './walk.ts';

/**
 * Finds an element by its name.
 *
 * @param spec The Spec to look in; attached models are not entered.
 * @param namespace Kind of name: 'body', 'joint', 'geom', 'actuator', ...
 * @param name The name.
 * @returns The element, or undefined.
 * @example
 * const spec = parseMjcf('<mujoco><worldbody><body name="arm"><geom size=".1"/></body></worldbody></mujoco>');
 * const arm = findElement(spec, 'body', 'arm');
 * if (arm?.kind === 'body') addSite(arm, { name: 'tip' });
 */
export function findElement(spec: Spec, namespace: Namespace, name: string): SpecElement | undefined {
  requireSpec(spec);
  requireText('namespace', namespace);
  requireText('name', name);
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

/**
 * Takes an element out of a Spec, with everything below it. Pairs, excludes, tendons, equalities, actuators and sensors that refer to what
 * is gone go too.
 *
 * @param spec The Spec.
 * @param element The element, such as `findElement` returns.
 * @returns False if the element was not there.
 * @example
 * const spec = parseMjcf('<mujoco><worldbody><body name="arm"><geom size=".1"/></body></worldbody></mujoco>');
 * const arm = findElement(spec, 'body', 'arm');
 * if (arm !== undefined) removeElement(spec, arm);
 * console.log(compile(spec).nbody); // 1: the world
 */
export function removeElement(spec: Spec, element: SpecElement): boolean {
  requireSpec(spec);
  requireObject('element', element);
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
  filterReferrers(spec, (e) => {
    if (!refersTo(e, lost)) return true;
    lost.add(e as { kind: string; name?: string });
    return false;
  });
}

/**
 * A copy of a Spec that shares nothing with it but the resolver of its files and the places in source files.
 *
 * @param spec The Spec.
 * @returns The copy.
 * @example
 * const spec = createSpec({ model: 'one' });
 * const copy = copySpec(spec);
 * copy.model = 'two';
 * console.log(spec.model); // one
 */
export function copySpec(spec: Spec): Spec {
  requireSpec(spec);
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
