import { requireObject } from '../arguments.ts';
import { makeFlexcomp } from '../compile/flex/flexcomp.ts';
import { Diagnostics } from '../errors.ts';
import { type Limits, withDefaults } from '../limits.ts';
import { attach } from './attach.ts';
import { requireSpec } from './check.ts';
import { makeComposite } from './composite.ts';
import type { Expansion } from './expansion.ts';
import { NameTable } from './name-table.ts';
import { replicate } from './replicate.ts';
import type { Body, BodyChild, BodyNode, Flexcomp, Frame, Replicate, Spec, WorldBody } from './types.ts';
import { isBodyNode, listsOf, walkTree } from './walk.ts';

/** How a Spec is expanded. */
export interface ExpandOptions {
  /** @internal Collects problems in place of throwing them. */
  diagnostics?: Diagnostics | undefined;
  /** What the model may ask for; see `DEFAULT_LIMITS`. */
  limits?: Partial<Limits> | undefined;
}

/**
 * A Spec without attach, replicate, composite and flexcomp: bodies, frames and leaves only. The given Spec is not changed; what needs no change is
 * shared with it.
 *
 * Two differences from MuJoCo, each with a warning. A keyframe beside a replicate is one of the whole model; MuJoCo takes it for the model
 * up to the first replicate, and makes one more for every copy. A sensor that refers to nothing (`clock`) stays single; MuJoCo doubles it
 * with every copy.
 *
 * @param spec The Spec.
 * @param options Limits, and where problems go.
 * @returns The expanded Spec.
 * @example
 * const spec = createSpec();
 * addGeom(addReplicate(spec.worldbody, { count: 3, offset: [1, 0, 0] }), { size: [0.1] });
 * console.log(writeMjcf(expandSpec(spec))); // three geoms
 */
export function expandSpec(spec: Spec, options: ExpandOptions = {}): Spec {
  requireSpec(spec);
  requireObject('options', options);
  const diagnostics = options.diagnostics ?? new Diagnostics();
  const limits = withDefaults(options.limits);
  const expanded = expandModel(spec, diagnostics, limits, new Map());
  if (options.diagnostics === undefined) diagnostics.throwIfErrors();
  return expanded;
}

function expandModel(source: Spec, diagnostics: Diagnostics, limits: Limits, models: Map<Spec, Spec>): Spec {
  // a model is attached as it is after its own expansion; models nest only a few levels
  for (const asset of source.models) {
    if (!models.has(asset.spec)) models.set(asset.spec, expandModel(asset.spec, diagnostics, limits, models));
  }
  const spec = copyLists(source);
  const x: Expansion = { spec, names: new NameTable(), diagnostics, limits, models, made: 0 };
  if (needsNoExpansion(source)) {
    spec.worldbody = source.worldbody;
    return spec;
  }
  checkTotals(x, source);
  for (const list of listsOf(spec)) for (const element of list) x.names.add(element);
  expandTree(x, source);
  return spec;
}

function copyLists(source: Spec): Spec {
  const spec = { ...source } as Spec & Record<string, unknown>;
  for (const [key, value] of Object.entries(source)) if (Array.isArray(value)) spec[key] = [...value];
  spec.option = { ...source.option };
  spec.size = { ...source.size };
  spec.defaults = { ...source.defaults, children: [...source.defaults.children] };
  spec.worldbody = { ...source.worldbody, children: [] };
  return spec;
}

function needsNoExpansion(spec: Spec): boolean {
  let found = false;
  walkTree(spec.worldbody, (e) => {
    found ||= e.kind === 'attach' || e.kind === 'replicate' || e.kind === 'composite' || e.kind === 'flexcomp';
    return !found;
  });
  return !found;
}

interface Open {
  readonly source: BodyNode;
  target: BodyNode;
  readonly parent: BodyNode | undefined;
  next: number;
}

/** Copies the tree in document order; a replicate is worked on when its children are complete. */
function expandTree(x: Expansion, source: Spec): void {
  const stack: Open[] = [{ source: source.worldbody, target: x.spec.worldbody, parent: undefined, next: 0 }];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const child = top.source.children[top.next++];
    if (child === undefined) {
      stack.pop();
      if (top.source.kind === 'replicate' && top.parent !== undefined) {
        replicate(x, top.source, top.target as Frame, top.parent);
      }
      continue;
    }
    if (child.kind === 'attach') {
      attach(x, child, top.target);
    } else if (child.kind === 'composite') {
      makeComposite(x, child, top.target);
    } else if (child.kind === 'flexcomp') {
      expandFlexcomp(x, child, stack);
    } else if (isBodyNode(child)) {
      const target = child.kind === 'replicate' ? templateOf(child) : { ...child, children: [] };
      top.target.children.push(target);
      x.names.add(target as { kind: string; name?: string });
      x.made++;
      stack.push({ source: child, target, parent: top.target, next: 0 });
    } else {
      top.target.children.push(child);
      x.names.add(child as { kind: string; name?: string });
      x.made++;
    }
  }
}

/**
 * The bodies of a flexcomp belong to the body around it and do not follow the frames in between. What comes after it in these
 * frames goes on in others of the same pose, so that bodies stay in the order of the text.
 */
function expandFlexcomp(x: Expansion, node: Flexcomp, stack: readonly Open[]): void {
  if (stack.some((open) => open.source.kind === 'replicate')) {
    x.diagnostics.error('misplaced-element', 'a flexcomp cannot be replicated', node, 'attach a model with it instead');
    return;
  }
  let depth = stack.length - 1;
  while (stack[depth]?.target.kind === 'frame') depth--;
  const body = stack[depth]?.target as Body | WorldBody;
  makeFlexcomp(x, node, body);
  let outer: BodyNode = body;
  for (const open of stack.slice(depth + 1)) {
    const frame: Frame = { ...(open.target as Frame), name: undefined, children: [] };
    outer.children.push(frame);
    open.target = frame;
    outer = frame;
  }
}

const templateOf = (node: Replicate): Frame => ({
  kind: 'frame',
  source: node.source,
  scope: node.scope,
  childclass: node.childclass,
  children: [],
});

/** Refuses nested replicates whose product is out of bounds before anything is copied. */
function checkTotals(x: Expansion, source: Spec): void {
  const totals = new Map<BodyChild | BodyNode, number>();
  const order: BodyNode[] = [source.worldbody];
  walkTree(source.worldbody, (e) => {
    if (isBodyNode(e)) order.push(e);
    return true;
  });
  // children come after their parents in `order`
  for (const node of order.reverse()) {
    let total = 1;
    for (const child of node.children) total += totals.get(child) ?? 1;
    if (node.kind === 'replicate') total *= Math.max(0, node.count ?? 0);
    totals.set(node, total);
    if (total > x.limits.expandedElements) {
      const message = `the model would have ${total} elements, more than ${x.limits.expandedElements}`;
      x.diagnostics.fatal('limit', message, node as { kind: string }, 'raise limits.expandedElements');
    }
  }
}
