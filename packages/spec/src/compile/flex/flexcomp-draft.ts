import type { Expansion } from '../../spec/expansion.ts';
import type { Body, Flexcomp, Joint, Plugin, WorldBody } from '../../spec/types.ts';
import type { Settings } from '../settings.ts';
import type { FlexShape } from './shapes/shape.ts';

/** A flexcomp with its defaults, while it is replaced by a flex, its bodies and its constraints. */
export interface FlexcompDraft {
  readonly x: Expansion;
  readonly node: Flexcomp;
  readonly name: string;
  readonly parent: Body | WorldBody;
  readonly parentName: string;
  readonly settings: Settings;
  readonly type: string;
  readonly dof: string;
  readonly count: readonly number[];
  readonly mass: number;
  readonly inertiabox: number;
  readonly shape: FlexShape;
  readonly plugin: Plugin | undefined;
}

/** Bodies and flexes share the numbers of 16 bits in the broad phase: there must be fewer. */
export const MOST_BODIES = 65534;
/** What to do about too many. */
export const FEWER_BODIES = 'control nodes (dof trilinear or quadratic) need fewer bodies than vertices do';

/** Vertices follow control nodes. */
export const isInterpolated = (dof: string): boolean => dof === 'trilinear' || dof === 'quadratic';

/** Elastic in two dimensions: of a control grid, only the sides count. */
export const isShell = (node: Flexcomp): boolean => (node.elasticity?.elastic2d ?? 'none') !== 'none';

/** A joint along each axis. */
export const SLIDES: readonly number[][] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** A small body that slides along the axes. */
export function addPointBody(
  f: FlexcompDraft,
  name: string,
  pos: number[],
  mass: number,
  axes: readonly number[][],
): void {
  const { source, scope } = f.node;
  const inertia = (mass * (2 * f.inertiabox * f.inertiabox)) / 3;
  const joints = axes.map(
    (axis): Joint => ({ kind: 'joint', type: 'slide', pos: [0, 0, 0], axis: [...axis], source, scope }),
  );
  const body: Body = { kind: 'body', name, pos, source, scope, children: [] };
  body.children.push({
    kind: 'inertial',
    pos: [0, 0, 0],
    mass,
    diaginertia: [inertia, inertia, inertia],
    source,
    scope,
  });
  body.children.push(...joints);
  if (f.plugin !== undefined) body.children.push(f.plugin);
  f.parent.children.push(body);
  f.x.names.add(body);
}
