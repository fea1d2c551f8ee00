import { MujocoError } from '../../errors.ts';
import { type Node, retype } from '../../spec/codec.ts';
import { type Editor, originOf } from '../../spec/editor.ts';
import type { MjsElement, StructOf } from '../../spec/struct.ts';
import { row } from '../row.ts';

type Tendon = StructOf<'MjsTendon'>;
type Wrap = StructOf<'MjsWrap'>;

const open = (tendon: Tendon): { editor: Editor; node: Node; path: Node[] } => {
  const { editor, node } = originOf(tendon) as { editor: Editor; node: Node };
  return { editor, node, path: node['path'] as Node[] };
};

/** Adds a part to the path of a tendon; the first one decides whether it is spatial or fixed. */
function addWrap(tendon: Tendon, kind: 'spatial' | 'fixed', part: Node): Wrap {
  const { editor, node, path } = open(tendon);
  if (path.length === 0) {
    editor.flush();
    retype(node, kind, ['path']);
  } else if (node.kind !== kind)
    throw new MujocoError('mujoco', 'MuJoCo Error: a tendon is either fixed or spatial', {
      hint: 'add another tendon',
    });
  path.push(part);
  return editor.open(part) as Wrap;
}

const partOf = (wrap: Wrap): { editor: Editor; node: Node } => originOf(wrap) as { editor: Editor; node: Node };

/** Where a part of a path leads. */
const TARGETS: Readonly<Record<string, 'joint' | 'site' | 'geom'>> = {
  fixedJoint: 'joint',
  spatialSite: 'site',
  spatialGeom: 'geom',
};

function named(editor: Editor, kind: 'joint' | 'site' | 'geom', name: unknown): Node | undefined {
  return editor.elements(kind).find((node) => node['name'] === name);
}

/** Functions for the paths of tendons. */
export const tendonFunctions = {
  mjs_wrapSite: row('@MjsTendon $name', (tendon: Tendon, site: string) =>
    addWrap(tendon, 'spatial', { kind: 'spatialSite', site }),
  ),
  mjs_wrapGeom: row('@MjsTendon $name $sidesite', (tendon: Tendon, geom: string, sidesite: string) =>
    addWrap(tendon, 'spatial', { kind: 'spatialGeom', geom, sidesite: sidesite === '' ? undefined : sidesite }),
  ),
  mjs_wrapJoint: row('@MjsTendon $name #coef', (tendon: Tendon, joint: string, coef: number) =>
    addWrap(tendon, 'fixed', { kind: 'fixedJoint', joint, coef }),
  ),
  mjs_wrapPulley: row('@MjsTendon #divisor', (tendon: Tendon, divisor: number) =>
    addWrap(tendon, 'spatial', { kind: 'pulley', divisor }),
  ),
  mjs_getWrapNum: row('@MjsTendon', (tendon: Tendon): number => open(tendon).path.length),
  mjs_getWrap: row('@MjsTendon #i', (tendon: Tendon, i: number): Wrap | undefined => {
    const { editor, path } = open(tendon);
    const part = path[i];
    return part && (editor.open(part) as Wrap);
  }),
  mjs_getWrapTarget: row('@MjsWrap', (wrap: Wrap): MjsElement | undefined => {
    const { editor, node } = partOf(wrap);
    const kind = TARGETS[node.kind];
    const target = kind && named(editor, kind, node[kind]);
    return target && editor.open(target).element;
  }),
  mjs_getWrapSideSite: row('@MjsWrap', (wrap: Wrap): StructOf<'MjsSite'> | undefined => {
    const { editor, node } = partOf(wrap);
    const site = node['sidesite'] === undefined ? undefined : named(editor, 'site', node['sidesite']);
    return site && (editor.open(site) as StructOf<'MjsSite'>);
  }),
  mjs_getWrapDivisor: row(
    '@MjsWrap',
    (wrap: Wrap): number => (partOf(wrap).node['divisor'] as number | undefined) ?? 1,
  ),
  mjs_getWrapCoef: row('@MjsWrap', (wrap: Wrap): number => (partOf(wrap).node['coef'] as number | undefined) ?? 1),
};
