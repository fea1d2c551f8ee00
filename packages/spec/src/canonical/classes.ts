import type { Compilation } from '../compile/context.ts';
import type { ResolvedClass } from '../compile/defaults.ts';
import type { DefaultClass } from '../spec/types.ts';

const attachedMains = new WeakMap<Compilation, ReadonlySet<string>>();

/** Names of the classes that are the main classes of attached models. */
function mainsOf(c: Compilation): ReadonlySet<string> {
  let names = attachedMains.get(c);
  if (names === undefined) {
    const classes = c.spec.defaults.children.filter((child): child is DefaultClass => child.kind === 'default');
    names = new Set(classes.filter(({ fresh }) => fresh).map((child) => child.class));
    attachedMains.set(c, names);
  }
  return names;
}

/** The name of a class as MuJoCo writes it: what has the main class of an attached model counts as if it had that of the whole. */
export const className = (c: Compilation, name: string | undefined): string | undefined =>
  name !== undefined && mainsOf(c).has(name) ? 'main' : name;

/** The class of an element that is not in the tree. */
export const classOf = (c: Compilation, node: { class?: string | undefined; kind: string }): ResolvedClass =>
  c.classes.find(className(c, node.class), node as Parameters<Compilation['classes']['find']>[1]);
