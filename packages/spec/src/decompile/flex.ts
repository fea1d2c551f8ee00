import type { Model } from '@qpos/core';
import { flexValues } from '../compile/flex/attributes.ts';
import { boundsOf } from '../compile/flex/cells.ts';
import { ControlGrid } from '../compile/flex/control-grid.ts';
import { gridRotation } from '../compile/flex/interpolated.ts';
import { restPoses, restPositions } from '../compile/flex/rest-pose.ts';
import type { Pose } from '../spatial/pose.ts';
import { rotateBack } from '../spatial/rotation.ts';
import type { Flex } from '../spec/types.ts';
import { attributesOf, type Decompilation, type Draft, type Fields, unsupported } from './context.ts';
import { fitElasticity } from './flex-elasticity.ts';

const BUILTIN = { ...flexValues({ kind: 'flex' }), selfcollide: 'auto', passive: false };

/** Flexes on the bodies that the tree has. What made them, a flexcomp, is gone. */
export function decompileFlexes(d: Decompilation): void {
  if (d.model.nflex === 0) return;
  const poses = modelPoses(d.model);
  d.spec.flexes = d.make('flex', d.model.nflex, (f) => flex(d, f, poses)) as unknown as Flex[];
}

function modelPoses(m: Model): Pose[] {
  const at = (a: Float64Array, b: number, n: number): Float64Array => a.subarray(n * b, n * b + n);
  return restPoses(
    Array.from({ length: m.nbody }, (_, id) => ({
      id,
      pos: at(m.body_pos, id, 3),
      quat: at(m.body_quat, id, 4),
      parent: id === 0 ? undefined : { id: m.body_parentid[id] },
    })),
  );
}

/** One flex with the arrays that belong to it. */
export interface FlexParts {
  readonly m: Model;
  readonly id: number;
  readonly dim: number;
  readonly element: Int32Array;
  /** Vertices in the world, at rest. */
  readonly position: Float64Array;
  /** The grid of its control nodes. */
  readonly grid: ControlGrid | undefined;
  readonly node0: Float64Array;
  readonly stiffness: Float64Array;
  readonly bending: Float64Array;
}

function flex(d: Decompilation, fields: Fields, poses: readonly Pose[]): Draft {
  const { model: m } = d;
  const { id } = fields;
  const draft = attributesOf('flex', { ...fields, cellcount: undefined }, BUILTIN);
  const parts = partsOf(m, id, poses);
  draft['material'] = d.refer('material', fields['matid'] as number);
  draft['element'] = Array.from(parts.element);
  const bodies = (ids: Int32Array): string => Array.from(ids, (b) => name(d, b)).join(' ');
  const [vertex, vertices] = [m.flex_vertadr[id], m.flex_vertnum[id]];
  const ids = m.flex_vertbodyid.subarray(vertex, vertex + vertices);
  if (parts.grid !== undefined) {
    draft['body'] = 'world';
    if (vertices > 1) draft['body'] = new Array(vertices).fill('world').join(' ');
    draft['vertex'] = Array.from(parts.position);
    draft['dof'] = parts.grid.order === 1 ? 'trilinear' : 'quadratic';
    draft['cellcount'] = [...parts.grid.cells];
    const [node, nodes] = [m.flex_nodeadr[id], m.flex_nodenum[id]];
    draft['node'] = bodies(m.flex_nodebodyid.subarray(node, node + nodes));
    if (!m.flex_centered[id]) draft['nodecoord'] = Array.from(m.flex_node.subarray(3 * node, 3 * (node + nodes)));
  } else {
    draft['body'] = m.flex_rigid[id] ? name(d, ids[0]) : bodies(ids);
    if (!m.flex_centered[id] || m.flex_rigid[id])
      draft['vertex'] = Array.from(m.flex_vert.subarray(3 * vertex, 3 * (vertex + vertices)));
  }
  addTexture(m, id, draft);
  const contact = attributesOf('flexContact', fields, BUILTIN);
  if (Object.keys(contact).length > 1) draft['contact'] = contact;
  const edge = attributesOf('flexEdge', { stiffness: fields['edgestiffness'], damping: fields['edgedamping'] });
  if (Object.keys(edge).length > 1) draft['edge'] = edge;
  const elasticity = fitElasticity(parts);
  if (elasticity !== undefined) draft['elasticity'] = { kind: 'elasticity', ...elasticity };
  return draft;
}

/** The name of a body in a list, which blanks would break. */
function name(d: Decompilation, body: number): string {
  const found = d.refer('body', body) ?? '';
  if (/\s/.test(found)) throw unsupported(`body '${found}' of a flex has blanks in its name`);
  return found;
}

function partsOf(m: Model, id: number, poses: readonly Pose[]): FlexParts {
  const dim = m.flex_dim[id];
  const part = <T extends Int32Array | Float64Array>(array: T, adr: number, count: number): T =>
    array.subarray(adr, adr + count) as T;
  const element = part(m.flex_elem, m.flex_elemdataadr[id], (dim + 1) * m.flex_elemnum[id]);
  const order = Math.abs(m.flex_interp[id]);
  const [x, y, z] = m.flex_cellnum.subarray(3 * id, 3 * id + 3);
  const grid = order > 0 ? new ControlGrid([x, y, z], order) : undefined;
  const node0 = part(m.flex_node0, 3 * m.flex_nodeadr[id], 3 * m.flex_nodenum[id]);
  const next = (adr: Int32Array, total: number): number => {
    for (let f = id + 1; f < m.nflex; f++) if (adr[f] >= 0) return adr[f];
    return total;
  };
  const run = (array: Float64Array, adr: Int32Array): Float64Array =>
    adr[id] < 0 ? new Float64Array(0) : array.subarray(adr[id], next(adr, array.length));
  return {
    m,
    id,
    dim,
    element,
    position: grid === undefined ? vertexPositions(m, id, poses) : interpolatedPositions(m, id, grid, node0, poses),
    grid,
    node0,
    stiffness: run(m.flex_stiffness, m.flex_stiffnessadr),
    bending: run(m.flex_bending, m.flex_bendingadr),
  };
}

function vertexPositions(m: Model, id: number, poses: readonly Pose[]): Float64Array {
  const [adr, count] = [m.flex_vertadr[id], m.flex_vertnum[id]];
  const bodies = Array.from(m.flex_vertbodyid.subarray(adr, adr + count), (b) => ({ id: b }));
  return restPositions(poses, bodies, m.flex_vert.subarray(3 * adr, 3 * (adr + count)), count);
}

/** Vertices are known as parts of the box of the control nodes, in its axes. */
function interpolatedPositions(
  m: Model,
  id: number,
  grid: ControlGrid,
  node0: Float64Array,
  poses: readonly Pose[],
): Float64Array {
  const [node, nodes] = [m.flex_nodeadr[id], m.flex_nodenum[id]];
  const bodies = Array.from(m.flex_nodebodyid.subarray(node, node + nodes), (b) => ({ id: b }));
  const world = restPositions(poses, bodies, m.flex_node.subarray(3 * node, 3 * (node + nodes)), nodes);
  const rotation = gridRotation(grid, world, undefined);
  if (rotation === undefined) throw unsupported('the control nodes of a flex are not a rectangular grid');
  const bounds = boundsOf(node0);
  const adr = 3 * m.flex_vertadr[id];
  const position = m.flex_vert0.slice(adr, adr + 3 * m.flex_vertnum[id]);
  for (let i = 0; i < position.length; i++) {
    const k = i % 3;
    position[i] = bounds[k] + position[i] * (bounds[k + 3] - bounds[k]);
  }
  for (let i = 0; i < position.length; i += 3) rotateBack(position, i, rotation, position, i);
  return position;
}

function addTexture(m: Model, id: number, draft: Draft): void {
  const adr = m.flex_texcoordadr[id];
  if (adr < 0) return;
  let end = m.nflextexcoord;
  for (let f = m.nflex - 1; f > id; f--) if (m.flex_texcoordadr[f] >= 0) end = m.flex_texcoordadr[f];
  draft['texcoord'] = Array.from(m.flex_texcoord.subarray(2 * adr, 2 * end));
  const first = m.flex_elemdataadr[id];
  const count = (m.flex_dim[id] + 1) * m.flex_elemnum[id];
  draft['elemtexcoord'] = Array.from(m.flex_elemtexcoord.subarray(first, first + count));
}
