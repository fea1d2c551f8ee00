import { type BodyNode, type DefaultClass, type Spec, walkTree } from '@qpos/spec';
import { Classes, Diagnostics, listsOf, type ResolvedClass, resolveValues, type ValueKind } from '@qpos/spec/editing';
import { type Node, readAttribute, writeAttribute } from './codec.ts';
import { type ElementKind, kindOf, kinds } from './kinds.ts';
import { membersOf } from './members.ts';
import { specials } from './special/index.ts';
import { fingerprint, MjsElement, type Struct, structClass } from './struct.ts';

/** Where an element of the tree is. */
interface Place {
  readonly parent: BodyNode;
  /** The class that applies if the element names none. */
  readonly childclass: string;
}

/** An open element: its struct, and what its members were when it was read or written last. */
interface Open {
  readonly struct: Struct;
  readonly node: Node;
  readonly before: Map<string, string>;
}

const NO_CLASSES: DefaultClass = { kind: 'default', class: 'main', children: [] };

const nodes = new WeakMap<Struct, { readonly editor: Editor; readonly node: Node }>();

/** What a struct was opened from. */
export const originOf = (struct: Struct): { readonly editor: Editor; readonly node: Node } | undefined =>
  nodes.get(struct);

/**
 * The elements of a Spec as objects with typed members. An element is read when a program asks for it; what the program changed is written
 * back by `flush`, which comes before everything that uses the Spec.
 */
export class Editor {
  readonly spec: Spec;
  /** Instances of plugins, which go below the plugin that they are one of. */
  readonly instances: Node[] = [];
  readonly #open = new Map<object, Open>();

  constructor(spec: Spec) {
    this.spec = spec;
  }

  /** The struct of an element; of a default class, with the values of the class. */
  open(node: Node, inClass?: DefaultClass): Struct {
    const known = this.#open.get(node);
    if (known !== undefined && !known.struct.isDeleted()) return known.struct;
    if (known !== undefined) this.#write(known);
    const kind = kindOf(node.kind) as ElementKind;
    const struct = new (structClass(kinds[kind].class))();
    nodes.set(struct, { editor: this, node });
    struct.element = new MjsElement(struct, kinds[kind].type);
    const { line } = (node['source'] ?? {}) as { line?: number };
    if (line !== undefined && node.kind !== 'freejoint' && node.kind !== 'key') struct.info = `line ${line}`;
    this.#read(struct, node, kind, inClass);
    this.#open.set(node, { struct, node, before: fingerprints(struct) });
    return struct;
  }

  #read(struct: Struct, node: Node, kind: ElementKind, inClass: DefaultClass | undefined): void {
    const of = this.classOf(node, inClass);
    const { values: valueKind } = kinds[kind] as { values?: ValueKind };
    const values = valueKind === undefined ? node : resolveValues(valueKind, of, node);
    for (const member of membersOf(struct.className))
      if (member.attribute !== '') readAttribute(struct, member, node, values);
    if (kind === 'body' || kind === 'frame') struct.fields['childclass'] = this.classNameOf(node);
    specials[struct.className]?.read(struct, node, values as unknown as Record<string, unknown>, of);
  }

  /** The default class of an element with its values. */
  classOf(node: Node, inClass?: DefaultClass): ResolvedClass {
    const isFree = node.kind === 'freejoint'; // which no class applies to
    const classes = new Classes(isFree ? NO_CLASSES : this.spec.defaults, new Diagnostics());
    if (isFree) return classes.main;
    const name = inClass?.class ?? (node['class'] as string | undefined) ?? this.placeOf(node)?.childclass;
    return classes.find(name, node as never);
  }

  /** The name of the class that applies to an element; for a body or a frame, to what is in it. */
  classNameOf(node: Node): string {
    const own = (node['childclass'] ?? node['class']) as string | undefined;
    return own ?? this.placeOf(node)?.childclass ?? 'main';
  }

  /** Where an element of the tree is; undefined outside of it. */
  placeOf(node: object): Place | undefined {
    const classes = new Map<object, string>([[this.spec.worldbody, 'main']]);
    let found: Place | undefined;
    walkTree(this.spec.worldbody, (element, parent) => {
      const childclass = classes.get(parent) as string;
      if (element === node) found = { parent, childclass };
      if ('children' in element) classes.set(element, element.childclass ?? childclass);
      return found === undefined;
    });
    return found;
  }

  /** The elements of one kind, in the order of the model. */
  elements(kind: ElementKind): Node[] {
    const matches = (e: { kind: string }): boolean => kindOf(e.kind) === kind;
    const lists = listsOf(this.spec) as unknown as Node[][];
    const found = lists.flatMap((list) => list.filter(matches));
    if (kind === 'body') found.push(this.spec.worldbody as unknown as Node);
    const bodies: BodyNode[] = [this.spec.worldbody];
    const within = new Map<object, Node[]>([[this.spec.worldbody, []]]);
    const owner = new Map<object, object>([[this.spec.worldbody, this.spec.worldbody]]);
    walkTree(this.spec.worldbody, (element, parent) => {
      const body = owner.get(parent) as object;
      if (element.kind === 'body') {
        bodies.push(element);
        within.set(element, []);
        if (kind === 'body') found.push(element as unknown as Node);
      } else if (matches(element)) within.get(body)?.push(element as unknown as Node);
      if ('children' in element) owner.set(element, element.kind === 'body' ? element : body);
      return true;
    });
    for (const body of bodies) found.push(...(within.get(body) as Node[]));
    return found;
  }

  /** Writes what was changed to the Spec. */
  flush(): void {
    for (const open of this.#open.values()) this.#write(open);
    for (const { plugin, ...instance } of this.instances.splice(0)) {
      let extension = this.spec.plugins.find((known) => known.plugin === plugin);
      if (extension === undefined) {
        extension = { kind: 'extensionPlugin', plugin: plugin as string, instances: [] };
        this.spec.plugins.push(extension);
      }
      extension.instances.push(instance as never);
    }
  }

  /** Forgets every element. */
  clear(): void {
    this.#open.clear();
    this.instances.length = 0;
  }

  /** Forgets an element that is no longer part of the Spec. */
  forget(node: object): void {
    this.#open.delete(node);
  }

  #write({ struct, node, before }: Open): void {
    const now = fingerprints(struct);
    const changed = new Set([...now].filter(([name, text]) => before.get(name) !== text).map(([name]) => name));
    if (changed.size === 0) return;
    specials[struct.className]?.write(struct, node, changed);
    for (const member of membersOf(struct.className))
      if (member.attribute !== '' && changed.has(member.name) && member.name !== 'quat')
        writeAttribute(struct, member, node);
    for (const name of changed) before.set(name, now.get(name) as string);
  }
}

const fingerprints = (struct: Struct): Map<string, string> =>
  new Map(Object.entries(struct.fields).map(([name, value]) => [name, fingerprint(value)]));
