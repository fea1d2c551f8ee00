import type { Diagnostics } from '../errors.ts';
import type { Limits } from '../limits.ts';
import { NameTable } from './name-table.ts';
import { followCopies, type Renaming, refersTo, resolves } from './references.ts';
import type { BodyChild, Scope, Spec } from './types.ts';
import { filterReferrers, referrersOf } from './walk.ts';

/** The work in progress of `expandSpec`. */
export interface Expansion {
  readonly spec: Spec;
  readonly names: NameTable;
  readonly diagnostics: Diagnostics;
  readonly limits: Limits;
  /** Expanded models, by the Spec of the asset. */
  readonly models: Map<Spec, Spec>;
  /** Elements made so far. */
  made: number;
}

/** Counts elements that are about to be made; false when the limit is reached. */
export function reserve(x: Expansion, count: number): boolean {
  x.made += count;
  return x.made <= x.limits.expandedElements;
}

export interface Referring {
  kind: string;
  name?: string | undefined;
  scope?: Scope | undefined;
}

/** Lists of what refers to the tree, in the order in which references may depend on one another. */
export const referringLists = (spec: Spec) => [...referrersOf(spec), spec.tuples] as Referring[][];

/**
 * After a part of the tree was copied: copies what refers to it. `lists` are like `referringLists`, of another model or
 * of this one.
 */
export function copyReferring(
  x: Expansion,
  lists: readonly (readonly Referring[])[],
  renaming: Renaming,
  scope: Scope | undefined,
  onCopy: (source: object, copy: object) => void,
): void {
  const targets = referringLists(x.spec);
  for (const [k, list] of lists.entries()) {
    for (const element of list) {
      const copy = followCopies(element, renaming, x.names);
      if (copy === undefined) continue;
      if (scope !== undefined) copy.scope ??= scope;
      targets[k]?.push(copy);
      x.names.add(copy);
      onCopy(element, copy);
      x.made++;
    }
  }
}

/** The elements of each list that refer to one of `names`, directly or through one another. */
export function referringTo(spec: Spec, elements: readonly BodyChild[]): Referring[][] {
  const names = new NameTable();
  for (const element of elements) names.add(element);
  return referringLists(spec).map((list) =>
    list.filter((element) => {
      const found = refersTo(element, names);
      if (found) names.add(element);
      return found;
    }),
  );
}

/** Removes elements from the lists that lost what they refer to. */
export function removeDangling(x: Expansion, candidates: readonly (readonly Referring[])[]): void {
  const dangling = new Set<object>();
  for (const list of candidates) {
    for (const element of list) {
      if (element.kind === 'tuple' || element.kind === 'flex' || resolves(element, x.names)) continue;
      dangling.add(element);
      x.names.delete(element);
    }
  }
  if (dangling.size === 0) return;
  filterReferrers(x.spec, (element) => !dangling.has(element));
}
