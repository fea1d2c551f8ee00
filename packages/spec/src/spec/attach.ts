import { didYouMean } from '../errors.ts';
import { cloneTree } from './clone.ts';
import { mergeSettings } from './conflict.ts';
import { copyReferring, type Expansion, referringLists, referringTo, reserve } from './expansion.ts';
import { nameOf } from './names.ts';
import { type Renaming, renameAssetsAndClasses } from './references.ts';
import type { Attach, BodyChild, BodyNode, DefaultClass, DefaultElement, Frame, Scope, Spec } from './types.ts';
import { isBodyNode, walkTree } from './walk.ts';

/** The name of a copy. */
type Rename = (name: string) => string;

/** Replaces an attach by a copy of a body, a frame or a whole world: of another model, or of this one. */
export function attach(x: Expansion, node: Attach, parent: BodyNode): void {
  const source = node.model === undefined ? x.spec : findModel(x, node);
  if (source === undefined) return;
  const rename: Rename = (given) => (node.prefix ?? '') + given + (node.suffix ?? '');
  const name = node.body ?? node.frame;
  const kind = node.body === undefined ? 'frame' : 'body';
  if (name === undefined && node.model === undefined) {
    x.diagnostics.error('attach', "without a model, either 'body' or 'frame' is required", node);
    return;
  }
  if (name !== undefined && x.names.has(kind, rename(name))) {
    x.diagnostics.error('duplicate-name', `${kind} '${rename(name)}' already exists`, node, 'use another prefix');
    return;
  }
  const found =
    name === undefined ? { children: source.worldbody.children, class: undefined } : find(source, kind, name);
  if (found === undefined) {
    const where = node.model === undefined ? 'read so far' : `in model '${node.model}'`;
    x.diagnostics.error('unknown-name', `there is no ${kind} '${name}' ${where}`, node, () =>
      suggestion(source, kind, name),
    );
    return;
  }
  if (source === x.spec) attachOwn(x, found, rename, parent);
  else attachModel(x, source, found, rename, parent, node);
}

interface Found {
  readonly children: readonly BodyChild[];
  /** Default class that applies where the element is. */
  readonly class: string | undefined;
}

function findModel(x: Expansion, node: Attach): Spec | undefined {
  const asset = x.spec.models.find((m) => (m.name ?? m.spec.model) === node.model);
  const expanded = asset === undefined ? undefined : x.models.get(asset.spec);
  if (expanded === undefined) {
    const known = (): string[] => x.spec.models.map((m) => m.name ?? m.spec.model ?? '');
    const hint = (): string | undefined => didYouMean(node.model ?? '', known());
    x.diagnostics.error('unknown-name', `there is no model '${node.model}'`, node, hint);
  }
  return expanded;
}

function suggestion(source: Spec, kind: string, name: string | undefined): string | undefined {
  const names: string[] = [];
  walkTree(source.worldbody, (e) => {
    if (e.kind === kind && 'name' in e && e.name) names.push(e.name);
    return true;
  });
  return didYouMean(name ?? '', names);
}

/** A body or frame by name, and the default class around it. */
function find(spec: Spec, kind: 'body' | 'frame', name: string): Found | undefined {
  const stack: { node: BodyNode; class: string | undefined; next: number }[] = [
    { node: spec.worldbody, class: undefined, next: 0 },
  ];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const child = top.node.children[top.next++];
    if (child === undefined) {
      stack.pop();
    } else if (isBodyNode(child)) {
      if (child.kind === kind && child.name === name) return { children: [child], class: top.class };
      stack.push({ node: child, class: child.childclass ?? top.class, next: 0 });
    }
  }
  return undefined;
}

/** The copy stands in a frame that has the default class of the original's place. */
const wrap = (children: BodyChild[], childclass: string): Frame => ({ kind: 'frame', childclass, children });

function countTree(children: readonly BodyChild[]): number {
  let count = 0;
  walkTree({ kind: 'worldbody', children: children as BodyChild[] }, () => {
    count++;
    return true;
  });
  return count;
}

function attachOwn(x: Expansion, found: Found, rename: Rename, parent: BodyNode): void {
  const renaming: Renaming = { name: rename };
  const elements: BodyChild[] = [];
  walkTree({ kind: 'worldbody', children: found.children as BodyChild[] }, (element) => {
    elements.push(element);
    return true;
  });
  if (!reserve(x, elements.length)) limitReached(x);
  const children = cloneTree(found.children, renaming, undefined, (_, copy) => x.names.add(copy as { kind: string }));
  parent.children.push(wrap(children, found.class ?? 'main'));
  copyReferring(x, referringTo(x.spec, elements), renaming, undefined, () => {});
}

function limitReached(x: Expansion): never {
  const message = `attaching makes more than ${x.limits.expandedElements} elements`;
  return x.diagnostics.fatal('limit', message, undefined, 'raise limits.expandedElements');
}

function attachModel(x: Expansion, source: Spec, found: Found, rename: Rename, parent: BodyNode, node: Attach): void {
  if (!reserve(x, countTree(found.children))) limitReached(x);
  mergeSettings(x, source, node);
  const scope: Scope = { compiler: source.compiler, dir: source.dir };
  const renaming: Renaming = {
    name: rename,
    asset: rename,
    class: copyClasses(x.spec, source.defaults, rename),
  };
  const copies = new Map<object, object>();
  const children = cloneTree(found.children, renaming, scope, (from, copy) => {
    x.names.add(copy as { kind: string; name?: string });
    copies.set(from, copy);
  });
  parent.children.push(wrap(children, renaming.class?.(found.class ?? 'main') ?? 'main'));
  copyAssets(x, source, renaming, scope);
  copyReferring(x, referringLists(source), renaming, scope, (from, copy) => copies.set(from, copy));
  copyKeys(x, source, rename, copies);
}

/** Copies the classes of another model under new names, and returns those. */
function copyClasses(target: Spec, main: DefaultClass, rename: Rename): (name: string) => string {
  const taken = new Set<string>();
  const collect = [target.defaults];
  for (let top = collect.pop(); top !== undefined; top = collect.pop()) {
    taken.add(top.class);
    for (const child of top.children) if (child.kind === 'default') collect.push(child);
  }
  const names = new Map<string, string>();
  const renamed = (name: string): string => {
    const known = names.get(name);
    if (known !== undefined) return known;
    let made = rename(name);
    for (let k = 1; taken.has(made); k++) made = rename(`${name}_${k}`);
    taken.add(made);
    names.set(name, made);
    return made;
  };
  const renaming: Renaming = { name: (name) => name, asset: rename };
  const root: DefaultClass = { ...main, class: renamed(main.class), fresh: true, children: [] };
  const pending = [{ source: main, copy: root }];
  for (let top = pending.pop(); top !== undefined; top = pending.pop()) {
    for (const child of top.source.children) {
      if (child.kind === 'default') {
        const copy: DefaultClass = { ...child, class: renamed(child.class), children: [] };
        top.copy.children.push(copy);
        pending.push({ source: child, copy });
      } else {
        const copy: DefaultElement = { ...child };
        renameAssetsAndClasses(copy, renaming);
        top.copy.children.push(copy);
      }
    }
  }
  target.defaults.children.push(root);
  return renamed;
}

function copyAssets(x: Expansion, source: Spec, renaming: Renaming, scope: Scope): void {
  const copyAll = <T extends { kind: string; name?: string | undefined; scope?: Scope | undefined }>(
    from: readonly T[],
    to: T[],
  ): void => {
    for (const element of from) {
      const copy = { ...element };
      const name = nameOf(element);
      if (name !== undefined) copy.name = renaming.name(name);
      if (element.kind === 'mesh' || element.kind === 'material') Object.assign(copy, { class: 'main', ...copy });
      renameAssetsAndClasses(copy, renaming);
      copy.scope ??= scope;
      x.names.add(copy);
      to.push(copy);
    }
  };
  const { spec } = x;
  copyAll(source.meshes, spec.meshes);
  copyAll(source.hfields, spec.hfields);
  copyAll(source.textures, spec.textures);
  copyAll(source.materials, spec.materials);
  for (const material of spec.materials.slice(-source.materials.length || spec.materials.length)) {
    material.layers = material.layers.map((layer) => {
      const copy = { ...layer };
      renameAssetsAndClasses(copy, renaming);
      return copy;
    });
  }
  for (const plugin of source.plugins) {
    const instances = plugin.instances.map((x) => ({ ...x, name: renaming.name(x.name ?? '') }));
    spec.plugins.push({ ...plugin, instances });
  }
  copyAll(source.numerics, spec.numerics);
  copyAll(source.texts, spec.texts);
  for (const skin of source.skins) {
    const bones = skin.bones.map((bone) => ({ ...bone, body: renaming.name(bone.body ?? '') }));
    if (!bones.every((bone) => x.names.has('body', bone.body))) continue;
    const copy = { ...skin, bones, scope: skin.scope ?? scope };
    renameAssetsAndClasses(copy, renaming);
    spec.skins.push(copy);
  }
}

function copyKeys(x: Expansion, source: Spec, rename: Rename, copies: Map<object, object>): void {
  const { attachedKeys } = x.spec;
  for (const { key, model, copies: inner } of source.attachedKeys) {
    const composed = new Map<object, object>();
    for (const [from, through] of inner) {
      const copy = copies.get(through);
      if (copy !== undefined) composed.set(from, copy);
    }
    attachedKeys.push({ key, model, copies: composed });
  }
  for (const key of source.keys) {
    attachedKeys.push({ key: { ...key, name: rename(key.name ?? '') }, model: source, copies });
  }
}
