import { PartsError } from '../errors.ts';

/** Whatever has children in the tree of a Spec. */
export interface SpecNode {
  kind: string;
  name?: string | undefined;
  children: unknown[];
}

/** What is needed of a Spec: its tree and the lists that joints and couplings go to. */
export interface SpecLike {
  /** The tree of bodies. */
  readonly worldbody: { children: unknown[] };
  /** Compiler settings. */
  readonly compiler: { readonly angle?: string | undefined };
  /** Actuators. */
  readonly actuators: unknown[];
  /** Tendons. */
  readonly tendons: unknown[];
  /** Equality constraints. */
  readonly equalities: unknown[];
}

/** A body of a Spec, to which geoms, sites and other bodies can be added. */
export interface SpecBody {
  /** What it is. */
  kind: 'body';
  /** Its name. */
  name: string;
  /** What is fixed to it or hangs from it. */
  children: never[];
}

/** Refuses what is not a Spec. */
export function checkSpec(spec: SpecLike): void {
  const lists = [spec?.worldbody?.children, spec?.actuators, spec?.tendons, spec?.equalities];
  if (!lists.every(Array.isArray))
    throw new PartsError('bad-argument', 'a Spec is needed', { hint: 'use createSpec or parseMjcf' });
}

const isNode = (x: unknown): x is SpecNode => Array.isArray((x as SpecNode | null)?.children);

/** A body by its name, and what holds it; undefined if there is none. */
export function findBody(
  root: { children: unknown[] },
  name: string,
): { body: SpecNode; holder: SpecNode } | undefined {
  const open = [root as SpecNode];
  for (let holder = open.pop(); holder !== undefined; holder = open.pop())
    for (const child of holder.children) {
      if (!isNode(child)) continue;
      if (child.kind === 'body' && child.name === name) return { body: child, holder };
      open.push(child);
    }
  return undefined;
}
