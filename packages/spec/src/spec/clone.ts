import type { Renaming } from './references.ts';
import { renameAssetsAndClasses } from './references.ts';
import type { BodyChild, BodyNode, Scope } from './types.ts';
import { isBodyNode } from './walk.ts';

/**
 * Copies of elements and of all that is below them, under new names. Attribute values are shared with the originals:
 * they are never changed in place.
 */
export function cloneTree(
  children: readonly BodyChild[],
  renaming: Renaming,
  scope: Scope | undefined,
  onCopy: (source: BodyChild, copy: BodyChild) => void,
): BodyChild[] {
  const result: BodyChild[] = [];
  const stack: { source: readonly BodyChild[]; target: BodyChild[]; next: number }[] = [
    { source: children, target: result, next: 0 },
  ];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const source = top.source[top.next++];
    if (source === undefined) {
      stack.pop();
      continue;
    }
    const copy = cloneElement(source, renaming, scope);
    top.target.push(copy);
    onCopy(source, copy);
    if (isBodyNode(copy)) {
      const inner: BodyChild[] = [];
      copy.children = inner;
      stack.push({ source: (source as BodyNode).children, target: inner, next: 0 });
    }
  }
  return result;
}

function cloneElement(source: BodyChild, renaming: Renaming, scope: Scope | undefined): BodyChild {
  const copy = { ...source } as BodyChild & { name?: string; target?: string };
  if (copy.name !== undefined && copy.name !== '') copy.name = renaming.name(copy.name);
  if (copy.target !== undefined && copy.target !== '') copy.target = renaming.name(copy.target);
  renameAssetsAndClasses(copy, renaming);
  if (scope !== undefined) copy.scope ??= scope;
  return copy;
}
