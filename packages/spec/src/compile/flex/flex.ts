import { enums } from '@qpos/core';
import { tokens } from '../../mjcf/numbers.ts';
import type { Pose } from '../../spatial/pose.ts';
import { MIN_VALUE } from '../../spatial/rotation.ts';
import type { Flex } from '../../spec/types.ts';
import type { Compilation } from '../context.ts';
import type { BodyDraft, FlexDraft } from '../draft.ts';
import { type FlexValues, flexValues } from './attributes.ts';
import { edgeBending } from './bending.ts';
import { elementBvh } from './bvh.ts';
import { boundsOf, cellTotal, findEmptyCells } from './cells.ts';
import { ControlGrid } from './control-grid.ts';
import { FEWER_BODIES, MOST_BODIES } from './flexcomp-draft.ts';
import { gridRotation, interpolatedStiffness, rotatePoints } from './interpolated.ts';
import { restPoses, restPositions } from './rest-pose.ts';
import { findShell } from './shell.ts';
import { shellBending } from './shell-bending.ts';
import { ELEMENT_STIFFNESS, elementStiffness } from './stiffness.ts';
import { findEdges, findFlaps, orientTetrahedra } from './topology.ts';

const { ObjType, FlexSelf } = enums;

/** Flexes. Bodies must have their final ids; equality constraints may refer to flexes. */
export function compileFlexes(c: Compilation): void {
  if (c.spec.flexes.length === 0) return;
  const poses = restPoses(c.bodies);
  for (const node of c.spec.flexes) {
    const draft = compileFlex(c, node, c.flexes.length, poses);
    if (draft !== undefined) c.flexes.push(draft);
  }
  c.register(ObjType.FLEX, c.flexes);
  if (c.bodies.length + c.flexes.length >= MOST_BODIES) {
    c.error('limit', `there must be fewer than ${MOST_BODIES} bodies and flexes`, c.spec.flexes[0], FEWER_BODIES);
  }
}

/** A flex that the checks have passed. */
interface FlexInput {
  readonly c: Compilation;
  readonly node: Flex;
  readonly values: FlexValues;
  readonly bodies: BodyDraft[];
  readonly nodes: BodyDraft[];
  readonly vertices: number;
  readonly element: Int32Array;
  readonly interpolated: boolean;
}

function compileFlex(c: Compilation, node: Flex, id: number, poses: readonly Pose[]): FlexDraft | undefined {
  const values = flexValues(node);
  const before = c.d.list.length;
  const problem = checkAttributes(node, values);
  if (problem !== undefined) {
    c.error('bad-value', problem, node);
    return undefined;
  }
  const bodies = findBodies(c, node, node.body);
  const nodes = findBodies(c, node, node.node);
  const given = node.vertex?.length ? node.vertex.length / 3 : undefined;
  const vertices = given ?? bodies.length;
  const interpolated = nodes.length > 0;
  const input = {
    c,
    node,
    values,
    bodies,
    nodes,
    vertices,
    element: Int32Array.from(node.element ?? []),
    interpolated,
  };
  if (c.d.list.length > before || !checkReferences(input)) return undefined;
  const { discardvisual = false } = c.spec.compiler;
  const matid = node.material && !discardvisual ? (c.find(ObjType.MATERIAL, node.material, node)?.id ?? -1) : -1;
  return describe(input, id, matid, poses);
}

/** What is wrong with the numbers of a flex. */
function checkAttributes(node: Flex, v: FlexValues): string | undefined {
  const { dim, order, cellnum } = v;
  const element = node.element ?? [];
  const interpolated = !!node.node;
  if (dim < 1 || dim > 3) return 'dim must be 1, 2 or 3';
  if (element.length === 0) return 'a flex needs elements';
  if (element.length % (dim + 1)) return `elements must have ${dim + 1} vertices each`;
  if (!node.body && !interpolated) return 'a flex needs bodies or nodes';
  if ((node.vertex?.length ?? 0) % 3) return 'vertices must have three coordinates each';
  if (v.edgestiffness > 0 && dim > 1) return 'edge stiffness is for dim 1: others have elasticity';
  if (interpolated && v.selfcollide !== FlexSelf.NONE) return 'an interpolated flex cannot collide with itself';
  if (interpolated && v.internal) return 'an interpolated flex cannot have internal collisions';
  if (v.elastic2d) {
    if (!(v.thickness > 0)) return 'elasticity in two dimensions needs a positive thickness';
    if (dim !== 2 && !interpolated) return 'elasticity in two dimensions needs dim 2';
  }
  if ((v.elastic2d || v.young > 0) && !(v.poisson >= 0 && v.poisson < 0.5)) return 'poisson must be in [0, 0.5)';
  if (interpolated && order === 0) return "the order of the interpolation is missing: give 'dof'";
  if (order > 0 && !cellnum.every((n) => n > 0)) return 'cellcount must be positive';
  return undefined;
}

function findBodies(c: Compilation, node: Flex, names: string | undefined): BodyDraft[] {
  const bodies: BodyDraft[] = [];
  for (const name of tokens(names ?? '')) {
    const body = c.find<BodyDraft>(ObjType.BODY, name, node);
    if (body !== undefined) bodies.push(body);
  }
  return bodies;
}

/** Checks the vertices, nodes and elements against each other; false after an error. */
function checkReferences({ c, node, values, bodies, nodes, vertices, element, interpolated }: FlexInput): boolean {
  const { dim, order } = values;
  const fail = (message: string, hint?: string): boolean => {
    c.error('bad-value', message, node, hint);
    return false;
  };
  if (node.vertex?.length && bodies.length !== 1 && bodies.length !== vertices)
    return fail(`a flex of ${vertices} vertices needs one body or ${vertices}, not ${bodies.length}`);
  if (vertices < dim + 1) return fail(`a flex of dim ${dim} needs at least ${dim + 1} vertices`);
  if (order > 0) {
    const { nodes: expected } = controlGrid(values);
    if (nodes.length !== expected) return fail(`the control grid has ${expected} nodes, not ${nodes.length}`);
    const coordinates = node.nodecoord?.length ?? 0;
    if (coordinates > 0 && coordinates !== 3 * expected) return fail('nodecoord must have three numbers for each node');
  }
  if (!element.every((v) => v >= 0 && v < vertices))
    return fail(`elements must have vertices from 0 to ${vertices - 1}`);
  for (let e = 0; e < element.length; e += dim + 1) {
    const corners = element.subarray(e, e + dim + 1);
    if (new Set(corners).size <= dim) return fail(`element ${e / (dim + 1)} has the same vertex twice`);
  }
  const texcoord = node.texcoord?.length ?? 0;
  const elemtexcoord = node.elemtexcoord ?? [];
  if (texcoord > 0 && texcoord !== 2 * vertices && elemtexcoord.length === 0)
    return fail('a flex needs two texture coordinates for each vertex');
  if (texcoord > 0 && elemtexcoord.length > 0 && elemtexcoord.length !== element.length)
    return fail('elemtexcoord must have as many entries as element');
  if (texcoord > 0 && !elemtexcoord.every((t) => t >= 0 && t < texcoord / 2))
    return fail('elemtexcoord has a texture coordinate that does not exist');
  if (dim === 2 && values.bends && !interpolated) {
    const moving = bodies.find(({ joints }) => joints.length > 0 && joints.length !== 3);
    if (moving !== undefined)
      return fail(`vertices of a flex that bends cannot be pinned to body '${moving.name}', which has joints`);
  }
  return true;
}

const controlGrid = ({ cellnum: [x, y, z], order }: FlexValues): ControlGrid => new ControlGrid([x, y, z], order);

const isZero = (list: ArrayLike<number> | undefined): boolean =>
  list === undefined || !Array.prototype.some.call(list, (x) => x !== 0);

function describe(input: FlexInput, id: number, matid: number, poses: readonly Pose[]): FlexDraft | undefined {
  const { c, node, values, bodies, nodes, vertices, element, interpolated } = input;
  const { dim, radius, activelayers } = values;
  const vertex = node.vertex?.length ? node.vertex : undefined;
  const centered = isZero(interpolated ? node.nodecoord : vertex);
  const rigid =
    vertex !== undefined && bodies.length === 1 ? true : !interpolated && bodies.every((b) => b === bodies[0]);
  const position = restPositions(poses, bodies, centered && !interpolated ? undefined : vertex, vertices);
  const texturedElement = node.texcoord?.length ? element.slice() : element;
  if (dim === 3) orientTetrahedra(element, position);
  const edges = findEdges(element, dim, vertices);
  const flaps = dim === 2 ? findFlaps(element, edges) : undefined;
  if (flaps !== undefined && flaps.crowded >= 0 && values.bends) warnCrowded(c, node, edges.edge, flaps.crowded);
  const shell = findShell(element, dim);
  const elasticity = interpolated
    ? interpolate(input, position, poses, centered)
    : elasticityOf(input, position, flaps?.vertex);
  if (elasticity === undefined) return undefined;
  const bvh = elementBvh(position, element, dim, radius, (e) => dim < 3 || shell.layer[e] < activelayers);
  const rest = elasticity.rest ?? (bvh.nodeid.length > 0 ? boxedRest(position, bvh.aabb, radius) : unitRest(position));
  const { discardvisual = false } = c.spec.compiler;
  const texcoord = Float32Array.from(discardvisual ? [] : (node.texcoord ?? []));
  return {
    id,
    name: node.name ?? '',
    node,
    values,
    matid,
    bodies,
    nodes,
    vertices,
    interpolated,
    rigid,
    centered,
    vert: Float64Array.from(centered && !interpolated ? new Array(3 * vertices).fill(0) : (vertex ?? [])),
    nodecoord: Float64Array.from(node.nodecoord?.length ? node.nodecoord : new Array(3 * nodes.length).fill(0)),
    vert0: rest.vert0,
    node0: elasticity.node0,
    size: rest.size,
    element,
    texcoord,
    elemtexcoord: elementTexcoord(node, texturedElement),
    ...edges,
    flaps: flaps?.vertex,
    ...shell,
    stiffness: elasticity.stiffness,
    bending: elasticity.bending,
    bvh,
  };
}

/** Texture coordinates have the numbers of the vertices unless others are given. */
const elementTexcoord = ({ texcoord, elemtexcoord }: Flex, element: Int32Array): Int32Array =>
  texcoord?.length && elemtexcoord?.length ? Int32Array.from(elemtexcoord) : element;

function warnCrowded(c: Compilation, node: Flex, edge: Int32Array, crowded: number): void {
  const [a, b] = edge.subarray(2 * crowded, 2 * crowded + 2);
  const message = `more than two triangles meet at the edge from vertex ${a} to ${b}: only the first and the last bend`;
  c.d.warning('bad-value', message, node, 'a surface that bends should be a manifold');
}

/** The rest shape in units of its box. */
interface Rest {
  vert0: Float64Array;
  size: Float64Array;
}

interface Elasticity {
  stiffness: Float64Array;
  bending: Float64Array;
  node0: Float64Array;
  rest: Rest | undefined;
}

const NOTHING = new Float64Array(0);

/** Elasticity of the elements themselves. */
function elasticityOf(input: FlexInput, position: Float64Array, flaps: Int32Array | undefined): Elasticity | undefined {
  const { c, node, values, element } = input;
  const { dim, young, poisson, thickness } = values;
  const none = { node0: NOTHING, rest: undefined };
  if (!(young > 0)) return { stiffness: NOTHING, bending: NOTHING, ...none };
  const elastic = dim === 3 || (dim === 2 && values.stretches);
  const stiffness = elastic
    ? elementStiffness(position, element, dim, values, thickness)
    : new Float64Array((ELEMENT_STIFFNESS * element.length) / (dim + 1));
  const bad = stiffness.findIndex((x) => !Number.isFinite(x));
  if (bad >= 0) {
    const message = `element ${Math.trunc(bad / ELEMENT_STIFFNESS)} has no ${dim === 2 ? 'area' : 'volume'}`;
    c.error('bad-value', message, node, 'elasticity needs elements that are not degenerate');
    return undefined;
  }
  const bending =
    flaps !== undefined && values.bends
      ? edgeBending(position, flaps, young / (2 * (1 + poisson)), thickness, c.spec.option.bendmodel)
      : NOTHING;
  if (!bending.every(Number.isFinite)) {
    c.error('bad-value', 'a triangle has no area', node, 'bending needs triangles that are not degenerate');
    return undefined;
  }
  return { stiffness, bending, ...none };
}

/** Elasticity of the control grid that the vertices follow. */
function interpolate(
  input: FlexInput,
  position: Float64Array,
  poses: readonly Pose[],
  centered: boolean,
): Elasticity | undefined {
  const { c, node, values, nodes, element } = input;
  const { dim, young, thickness } = values;
  const grid = controlGrid(values);
  const { nodecoord } = node;
  const nodePosition = restPositions(poses, nodes, centered ? undefined : nodecoord, nodes.length);
  const rotation = gridRotation(grid, nodePosition, node.emptyCells);
  if (rotation === undefined) {
    c.error('bad-value', 'the control nodes of a flex must be a rectangular grid', node);
    return undefined;
  }
  const local = rotatePoints(rotation, nodePosition);
  const shell = values.elastic2d;
  let empty = node.emptyCells;
  if (!shell && cellTotal(grid.cells) > 1) empty ??= findEmptyCells(position, element, dim, grid.cells);
  const constrained = c.spec.equalities.some((e) => e.kind === 'flexstrain' && e.flex === node.name);
  const elastic = young > 0 || constrained;
  const stiffness = elastic ? interpolatedStiffness(grid, local, empty, { ...values, shell, constrained }) : NOTHING;
  const bending = values.bends && young > 0 ? shellBending(grid, local, values, thickness) : NOTHING;
  if (!stiffness.every(Number.isFinite)) {
    c.error('bad-value', 'a cell of the control grid has no volume', node);
    return undefined;
  }
  return { stiffness, bending, node0: local, rest: unitRest(rotatePoints(rotation, position), boundsOf(local)) };
}

/** Vertices in the unit cube of a box. */
function unitRest(position: Float64Array, bounds = boundsOf(position)): Rest {
  const extent = [0, 1, 2].map((k) => bounds[k + 3] - bounds[k]);
  const vert0 = position.map((x, i) => {
    const k = i % 3;
    return extent[k] > MIN_VALUE ? (x - bounds[k]) / extent[k] : 0.5;
  });
  return { vert0, size: Float64Array.from(extent, (x) => x / 2) };
}

/** The same in the first box of the hierarchy of volumes. */
function boxedRest(position: Float64Array, aabb: Float64Array, radius: number): Rest {
  const size = Float64Array.from([0, 1, 2], (k) => aabb[k + 3] - radius);
  const vert0 = position.map((x, i) => {
    const k = i % 3;
    return size[k] > MIN_VALUE ? (x - aabb[k]) / (2 * size[k]) + 0.5 : 0.5;
  });
  return { vert0, size };
}
