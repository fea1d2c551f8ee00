import { attachModel, type BodyNode, expandSpec, removeElement, type Spec } from '@qpos/spec';
import { MujocoError } from '../../errors.ts';
import type { Node } from '../../spec/codec.ts';
import { MjsDefault } from '../../spec/default-class.ts';
import { type Editor, originOf } from '../../spec/editor.ts';
import { MjSpec } from '../../spec/spec.ts';
import type { MjsElement, Struct, StructOf } from '../../spec/struct.ts';
import { row } from '../row.ts';
import { partsOf } from './find.ts';

const childrenOf = (node: object): Node[] => (node as { children: Node[] }).children;

/** Puts a frame after everything else in its body: what is attached comes last. */
function moveLast(editor: Editor, frame: Node): void {
  const siblings = childrenOf(editor.placeOf(frame)?.parent as BodyNode);
  siblings.push(...siblings.splice(siblings.indexOf(frame), 1));
}

/** The part of a Spec that something is attached to: a frame, a body, or a frame in the place of a site. */
function targetOf(parent: MjsElement): { editor: Editor; node: BodyNode } {
  const parts = partsOf(parent);
  const { editor, node } = parts ?? { editor: undefined, node: undefined };
  if (node?.kind === 'frame' && childrenOf(node).length === 0) moveLast(editor as Editor, node);
  if (node?.kind === 'frame' || node?.kind === 'body' || node?.kind === 'worldbody')
    return { editor: editor as Editor, node: node as unknown as BodyNode };
  const place = node?.kind === 'site' ? editor?.placeOf(node) : undefined;
  if (place === undefined)
    throw new MujocoError('mujoco', 'MuJoCo Error: mjs_attach: parent element is not a frame, body or site');
  const frame: Node = { kind: 'frame', children: [] };
  for (const key of ['pos', 'quat', 'axisangle', 'xyaxes', 'zaxis', 'euler'])
    if (node?.[key] !== undefined) frame[key] = node[key];
  place.parent.children.push(frame as never);
  return { editor: editor as Editor, node: frame as unknown as BodyNode };
}

/** Puts what was attached in the place of the `attach` element; all other elements stay the objects that they are. */
function takeAttached(kept: Node, expanded: Node, attach: object): Node[] {
  const [mine, theirs] = [childrenOf(kept), childrenOf(expanded)];
  const added = theirs.length - mine.length + 1;
  const at = mine.indexOf(attach as Node);
  const merged = at < 0 ? mine : [...mine.slice(0, at), ...theirs.slice(at, at + added), ...mine.slice(at + 1)];
  let found = at < 0 ? [] : theirs.slice(at, at + added);
  mine.forEach((child, k) => {
    if (child !== attach && 'children' in child) {
      const inside = takeAttached(child, theirs[at >= 0 && k > at ? k + added - 1 : k] as Node, attach);
      if (inside.length > 0) found = inside;
    }
  });
  (kept as unknown as { children: Node[] }).children = merged;
  return found;
}

/** Expands the one element of a Spec that needs it in place, and returns what it became. */
export function expandInPlace(spec: Spec, attach: object): Node[] {
  const expanded = expandSpec(spec);
  const { worldbody, defaults, compiler: _, ...rest } = expanded;
  const found = takeAttached(spec.worldbody as unknown as Node, worldbody as unknown as Node, attach);
  spec.defaults.children = defaults.children;
  Object.assign(spec, rest);
  return found;
}

/** The element that was attached: below the frame that an attached model comes in, if there is one. */
function attachedElement(found: readonly Node[], kind: string): Node {
  const pending = [...found];
  for (let node = pending.shift(); node !== undefined; node = pending.shift()) {
    if (node.kind === kind && (kind === 'body' || node['name'] !== undefined)) return node;
    if ('children' in node) pending.push(...childrenOf(node));
  }
  return found[0] as Node;
}

function attach(parent: MjsElement, child: MjsElement, prefix: string, suffix: string): MjsElement {
  const whole = child.owner instanceof MjSpec ? child.owner : undefined;
  const part = partsOf(child);
  const source = whole ?? (part && MjSpec.of(part.editor.spec));
  if (source === undefined || (part !== undefined && part.node.kind !== 'body' && part.node.kind !== 'frame'))
    throw new MujocoError('mujoco', 'MuJoCo Error: mjs_attach: child element is not a body, frame or spec');
  source.flush();
  const { editor, node: target } = targetOf(parent);
  MjSpec.of(editor.spec).flush();
  const { node } = part ?? {};
  const isNamed = node?.['name'] !== undefined;
  if (node !== undefined && !isNamed) node['name'] = 'unnamed';
  const name = node?.['name'] as string | undefined;
  const which = node === undefined ? {} : { [node.kind]: name };
  try {
    const made =
      source.inner === editor.spec
        ? Object.assign({ kind: 'attach', prefix }, which)
        : attachModel(editor.spec, target, source.inner, { prefix, ...which });
    Object.assign(made, { suffix });
    if (source.inner === editor.spec) childrenOf(target).push(made as Node);
    const found = expandInPlace(editor.spec, made);
    const attached = attachedElement(found, node?.kind ?? 'frame');
    if (!isNamed) attached['name'] = undefined;
    return editor.open(attached).element;
  } finally {
    if (node !== undefined && !isNamed) node['name'] = undefined;
  }
}

const childOf = (editor: Editor, node: Node): BodyNode => {
  const parent = editor.placeOf(node)?.parent;
  if (parent === undefined) throw new MujocoError('mujoco', 'MuJoCo Error: the element is not part of the tree');
  return parent;
};

/** Functions that change what is there. */
export const editFunctions = {
  mjs_attach: row('@MjsElement @MjsElement $prefix $suffix', attach),
  /** What is attached is a copy in any case. */
  mjs_setDeepCopy: row('@MjSpec #deepcopy', (): number => 0),
  mjs_delete: row('@MjSpec @MjsElement', (spec: MjSpec, element: MjsElement): number => {
    if (element.owner instanceof MjsDefault)
      throw new MujocoError('mujoco', 'MuJoCo Error: mjs_delete: a default class cannot be deleted');
    const node = partsOf(element)?.node;
    if (node === undefined) return -1;
    spec.flush();
    const isRemoved = removeElement(spec.inner, node as never);
    spec.editor.forget(node);
    return isRemoved ? 0 : -1;
  }),
  mjs_setDefault: row('@MjsElement @MjsDefault', (element: MjsElement, given: MjsDefault): void => {
    const parts = partsOf(element);
    if (parts === undefined) return;
    const isTree = parts.node.kind === 'body' || parts.node.kind === 'frame';
    parts.node[isTree ? 'childclass' : 'class'] = given.node.class;
  }),
  /** Moves an element of the tree into a frame, or out of all. */
  mjs_setFrame: row('@MjsElement ?@MjsFrame', (element: MjsElement, frame: StructOf<'MjsFrame'> | null): number => {
    const parts = partsOf(element);
    if (parts === undefined) return -1;
    const { editor, node } = parts;
    const from = childOf(editor, node);
    let to: BodyNode = from;
    if (frame === null) while (to.kind === 'frame') to = childOf(editor, to as unknown as Node);
    else to = originOf(frame as Struct)?.node as unknown as BodyNode;
    childrenOf(from).splice(childrenOf(from).indexOf(node), 1);
    childrenOf(to).push(node);
    return 0;
  }),
};
