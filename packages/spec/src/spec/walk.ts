import { ArgumentError } from '@qpos/core/errors';
import { requireFunction, requireText } from '../arguments.ts';
import type { BodyChild, BodyNode, Spec, SpecElement } from './types.ts';

/** Refuses what contains no elements. */
function requireNode(node: BodyNode): void {
  if (!Array.isArray(node?.children)) throw new ArgumentError('the world, a body, a frame or a replicate is needed');
}

/** What has children of its own in the tree. */
export const isBodyNode = (e: { kind: string }): e is BodyNode & BodyChild =>
  e.kind === 'body' || e.kind === 'frame' || e.kind === 'replicate';

/**
 * The children of one kind, in document order. Bodies and frames are not entered.
 *
 * @param node The world, a body, frame or replicate.
 * @param kind Kind of element: 'geom', 'joint', 'body', ...
 * @returns The elements.
 * @example
 * const spec = parseMjcf('<mujoco><worldbody><geom size=".1"/><geom size=".2"/></worldbody></mujoco>');
 * console.log(elementsOf(spec.worldbody, 'geom').length); // 2
 */
export function elementsOf<K extends BodyChild['kind']>(node: BodyNode, kind: K): Extract<BodyChild, { kind: K }>[] {
  requireNode(node);
  requireText('kind', kind);
  return node.children.filter((child): child is Extract<BodyChild, { kind: K }> => child.kind === kind);
}

/**
 * Visits everything below a node in document order: an element, then what it contains.
 *
 * @param node Where to start; it is not visited itself.
 * @param visit Called with each element and its parent; returning false skips what the element contains.
 * @example
 * const spec = parseMjcf('<mujoco><worldbody><body name="arm"><geom size=".1"/></body></worldbody></mujoco>');
 * walkTree(spec.worldbody, (element) => {
 *   console.log(element.kind); // body, geom
 *   return true;
 * });
 */
export function walkTree(node: BodyNode, visit: (element: BodyChild, parent: BodyNode) => boolean | undefined): void {
  requireNode(node);
  requireFunction('visit', visit);
  const stack: { node: BodyNode; next: number }[] = [{ node, next: 0 }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const child = top.node.children[top.next++];
    if (child === undefined) {
      stack.pop();
      continue;
    }
    const enter = visit(child, top.node);
    if (enter !== false && isBodyNode(child)) stack.push({ node: child, next: 0 });
  }
}

/** Lists of what acts on the tree or measures it, in the order in which references may depend on one another. */
const REFERRERS = ['pairs', 'excludes', 'tendons', 'equalities', 'actuators', 'sensors'] as const;

/** Lists of what refers to the tree; tuples, which refer to all of them, not included. */
export const referrersOf = (spec: Spec): SpecElement[][] => [spec.flexes, ...REFERRERS.map((list) => spec[list])];

/** Keeps some of what acts on the tree. Tuples and flexes stay: for them a lost reference is an error. */
export function filterReferrers(spec: Spec, isKept: (element: SpecElement) => boolean): void {
  const lists: Record<string, SpecElement[]> = spec as never;
  for (const list of REFERRERS) lists[list] = spec[list].filter(isKept);
}

/** The lists of a Spec outside of the tree, in the order in which models keep them. */
export function listsOf(spec: Spec): readonly SpecElement[][] {
  return [
    spec.meshes,
    spec.hfields,
    spec.skins,
    spec.textures,
    spec.materials,
    spec.models,
    ...referrersOf(spec),
    spec.numerics,
    spec.texts,
    spec.tuples,
    spec.keys,
  ];
}
