import { AssetError } from '../../assets/errors.ts';
import { baseName, isUrl, joinPath } from '../../files/paths.ts';
import { openFile } from '../../files/resolver.ts';
import { applyOrientation, quat4, rotateByQuat } from '../../spatial/pose.ts';
import { MIN_VALUE } from '../../spatial/rotation.ts';
import { sharedPlugin } from '../../spec/composite.ts';
import { type Expansion, reserve } from '../../spec/expansion.ts';
import type { Body, Flex, Flexcomp, WorldBody } from '../../spec/types.ts';
import { encodeUtf8 } from '../pack/utf8.ts';
import { type Settings, settingsLookup } from '../settings.ts';
import { boundsOf, type CellCount, cellTotal, findEmptyCells } from './cells.ts';
import { ControlGrid } from './control-grid.ts';
import { addConstraints } from './flexcomp-constraints.ts';
import {
  addPointBody,
  FEWER_BODIES,
  type FlexcompDraft,
  isInterpolated,
  isShell,
  MOST_BODIES,
  SLIDES,
} from './flexcomp-draft.ts';
import { makeControlNodes } from './flexcomp-nodes.ts';
import { markPins } from './pins.ts';
import { boxShape } from './shapes/box.ts';
import { circleShape } from './shapes/circle.ts';
import { cylinderShape } from './shapes/cylinder.ts';
import { directShape } from './shapes/direct.ts';
import { discShape } from './shapes/disc.ts';
import { ellipsoidShape } from './shapes/ellipsoid.ts';
import { gmshShape } from './shapes/gmsh.ts';
import { gridShape } from './shapes/grid.ts';
import { meshShape } from './shapes/mesh.ts';
import type { FlexShape, ShapeOptions } from './shapes/shape.ts';
import { squareShape } from './shapes/square.ts';

const REGULAR: Readonly<Record<string, (options: ShapeOptions) => FlexShape>> = {
  grid: gridShape,
  cable: (options) => gridShape({ ...options, dim: 1 }),
  box: boxShape,
  cylinder: cylinderShape,
  ellipsoid: ellipsoidShape,
  square: squareShape,
  disc: discShape,
  circle: circleShape,
};

/** Types whose shape comes from outside: points that no element uses are left out of them. */
const isGiven = (type: string): boolean => REGULAR[type] === undefined;
const isSurface = (type: string): boolean => type === 'box' || type === 'cylinder' || type === 'ellipsoid';
const orderOf = (dof: string): number => (dof === 'quadratic' ? 2 : 1);

/** Replaces a flexcomp by a flex, and by the bodies of its vertices below `parent`. */
export function makeFlexcomp(x: Expansion, node: Flexcomp, parent: Body | WorldBody): void {
  const { diagnostics } = x;
  const settings = settingsLookup(x.spec)(node.scope);
  const problem = checkAttributes(node);
  if (problem !== undefined) {
    const [message, hint] = problem;
    diagnostics.error('bad-value', message, node, hint);
    return;
  }
  const parentName = parent.kind === 'worldbody' ? 'world' : (parent.name ?? '');
  if (parentName === '') {
    diagnostics.error('missing-attribute', 'the body around a flexcomp needs a name', node);
    return;
  }
  const name = node.name ?? '';
  if (/\s/.test(name + parentName)) {
    diagnostics.error('bad-value', 'the names of a flexcomp and of the body around it cannot have blanks', node);
    return;
  }
  const shape = makeShape(x, node, settings);
  if (shape === undefined) return;
  const broken = checkShape(shape);
  if (broken !== undefined) {
    diagnostics.error('bad-value', broken, node);
    return;
  }
  const pose = place(shape, node, settings);
  if (pose !== undefined) {
    diagnostics.error('bad-value', pose, node);
    return;
  }
  const plugin = node.plugin && sharedPlugin(x, node.plugin, `flexcomp_${name}`);
  const { type = 'grid', dof = 'full', count = [10, 10, 10], mass = 1, inertiabox = 0.005 } = node;
  expand({ x, node, name, parent, parentName, settings, type, dof, count, mass, inertiabox, shape, plugin });
}

/** What is wrong with the numbers of a flexcomp, and what to do about it. */
function checkAttributes(node: Flexcomp): [message: string, hint?: string] | undefined {
  const { type = 'grid', dof = 'full', dim = 2, count = [10, 10, 10], spacing = [0.02, 0.02, 0.02] } = node;
  const { radius = 0.005, scale = [1, 1, 1], mass = 1, inertiabox = 0.005, cellcount } = node;
  if (dim < 1 || dim > 3) return ['dim must be 1, 2 or 3'];
  const least = isSurface(type) || (dof === 'radial' && dim === 3) ? 2 : 1;
  if (!count.every((n) => n >= least)) return [`counts must be at least ${least}`];
  const gap = 2 * radius + (node.contact?.margin ?? 0);
  if (!isGiven(type) && !spacing.every((s) => s >= gap))
    return [`spacing must be at least twice the radius plus the margin, ${gap}`, 'lower the radius'];
  if (!scale.every((s) => s >= MIN_VALUE)) return ['scale must be positive'];
  if (!(mass >= MIN_VALUE && inertiabox >= MIN_VALUE)) return ['mass and inertiabox must be positive'];
  if (isInterpolated(dof) && cellcount?.some((n) => n < 1 && cellcount[0] >= 0)) return ['cellcount must be positive'];
  const { equality = false } = node.edge ?? {};
  const { young = 0, elastic2d = 'none' } = node.elasticity ?? {};
  if (elastic2d !== 'bend' && equality !== false && young > 0)
    return ['constraints of edges and elasticity (young) cannot both be given', "remove 'equality' or 'young'"];
  return undefined;
}

/** The points and elements that the type stands for; undefined after an error. */
function makeShape(x: Expansion, node: Flexcomp, settings: Settings): FlexShape | undefined {
  const { type = 'grid', dim = 2, count = [10, 10, 10], spacing = [0.02, 0.02, 0.02], texcoord = [] } = node;
  const { limits, diagnostics } = x;
  const textured = texcoord.length === 0 && !!node.material;
  const make = REGULAR[type];
  let shape: FlexShape;
  if (make !== undefined) {
    const points = count.slice(0, isSurface(type) ? 3 : dim).reduce((a, b) => a * b, 1);
    if (points > limits.flexVertices) {
      const message = `a flexcomp of ${count.join(' x ')} has too many vertices`;
      diagnostics.error('limit', message, node, `the limit is ${limits.flexVertices}: raise limits.flexVertices`);
      return undefined;
    }
    shape = make({ dim, count, spacing, textured });
  } else if (type === 'direct') shape = directShape(node, dim);
  else {
    const loaded = loadShape(x, node, settings);
    if (loaded === undefined) return undefined;
    shape = loaded;
  }
  if (texcoord.length > 0 && shape.texcoord.length === 0) shape.texcoord = texcoord.map(Math.fround);
  return shape;
}

function loadShape(x: Expansion, node: Flexcomp, settings: Settings): FlexShape | undefined {
  const { diagnostics, limits, spec } = x;
  const file = spec.compiler.strippath ? baseName(node.file ?? '') : (node.file ?? '');
  if (file === '') {
    diagnostics.error('missing-attribute', `a flexcomp of type ${node.type} needs a file`, node);
    return undefined;
  }
  const path = isUrl(file) ? file : joinPath(settings.dir, joinPath(settings.meshdir, file));
  const content = openFile(spec.files ?? (() => undefined), path, diagnostics, node);
  if (content === undefined) return undefined;
  const bytes = typeof content === 'string' ? encodeUtf8(content) : content;
  try {
    if (node.type === 'gmsh') return gmshShape(bytes, limits);
    return meshShape(bytes, file, node.dim ?? 2, node.origin ?? [0, 0, 0], limits);
  } catch (error) {
    if (!(error instanceof AssetError)) throw error;
    const code = error.code === 'asset-limit' ? 'limit' : 'asset';
    diagnostics.error(code, `'${file}': ${error.message}`, node, error.hint);
    return undefined;
  }
}

function checkShape({ dim, point, element }: FlexShape): string | undefined {
  if (point.length === 0 || element.length === 0) return 'a flexcomp needs points and elements';
  if (point.length % 3) return 'points must have three coordinates each';
  if (element.length % (dim + 1)) return `elements must have ${dim + 1} points each`;
  const points = point.length / 3;
  const outside = element.findIndex((v) => v < 0 || v >= points);
  if (outside >= 0)
    return `element ${Math.trunc(outside / (dim + 1))} has point ${element[outside]}, there are ${points} points`;
  return undefined;
}

/** Scales what comes from outside and moves the points into the frame of the parent. */
function place({ point }: FlexShape, node: Flexcomp, settings: Settings): string | undefined {
  const { pos = [0, 0, 0], scale = [1, 1, 1] } = node;
  const quat = quat4(node.quat);
  const problem = applyOrientation(quat, node, settings);
  if (problem !== undefined) return problem;
  const scaled = isGiven(node.type ?? 'grid');
  const at = new Float64Array(3);
  for (let i = 0; i < point.length; i += 3) {
    for (let k = 0; k < 3; k++) at[k] = scaled ? point[i + k] * scale[k] : point[i + k];
    rotateByQuat(at, 0, at, 0, quat, 0);
    for (let k = 0; k < 3; k++) point[i + k] = at[k] + pos[k];
  }
  return undefined;
}

function expand(f: FlexcompDraft): void {
  const { x, node, type, dof, shape, count } = f;
  const interpolated = isInterpolated(dof);
  const cells = cellsOf(node);
  const grid = interpolated ? new ControlGrid(cells, orderOf(dof)) : undefined;
  if (grid !== undefined && grid.nodes > x.limits.flexVertices) {
    x.diagnostics.error('limit', `the control grid has ${grid.nodes} nodes`, node, 'raise limits.flexVertices');
    return;
  }
  const bounds = boundsOf(shape.point);
  const points = shape.point.length / 3;
  const side = interpolated && type !== 'grid' ? orderOf(dof) + 1 : undefined;
  const marked = markPins(node, {
    dim: shape.dim,
    points,
    places: Math.max(points, grid?.nodes ?? 0),
    count,
    gridCount: side === undefined ? count : [side, side, side],
    hasGrid: type === 'grid' || interpolated,
  });
  if (typeof marked === 'string') {
    x.diagnostics.error('bad-value', marked, node);
    return;
  }
  if (dof === 'radial') marked[0] = 1;
  const rigid = node.rigid === true || marked.subarray(0, points).every((p) => p === 1);
  const loose = !rigid && marked.subarray(0, points).every((p) => p === 0);
  if (isGiven(type)) dropUnused(shape, marked);
  const vertices = shape.point.length / 3;
  if (!rigid && !interpolated && vertices >= MOST_BODIES) {
    x.diagnostics.error('limit', `a flexcomp of ${vertices} vertices needs too many bodies`, node, FEWER_BODIES);
    return;
  }
  if (!reserve(x, 5 * (interpolated ? cellTotal(grid?.count ?? [1, 1, 1]) : vertices)))
    x.diagnostics.fatal('limit', 'the flexcomp is too large', node, 'raise limits.expandedElements');

  const flex = makeFlex(f);
  x.spec.flexes.push(flex);
  x.names.add(flex);
  if (rigid) {
    flex.body = f.parentName;
    flex.vertex = shape.point;
    return;
  }
  const empty =
    interpolated && !isShell(node) ? findEmptyCells(shape.point, shape.element, shape.dim, cells, bounds) : undefined;
  if (grid === undefined) makeVertexBodies(f, flex, marked, loose);
  else {
    flex.body = new Array(vertices).fill(f.parentName).join(' ');
    flex.vertex = shape.point;
    flex.dof = dof as 'trilinear';
    flex.cellcount = [...cells];
    flex.emptyCells = empty;
    if (f.plugin !== undefined) f.parent.children.push(f.plugin);
    makeControlNodes(f, flex, grid, bounds, marked, empty);
  }
  addConstraints(f, cells, empty);
}

/** A negative count stands for one cell. */
const cellsOf = ({ cellcount: [x, y, z] = [1, 1, 1] }: Flexcomp): CellCount => (x < 0 ? [1, 1, 1] : [x, y, z]);

/** Leaves out points without elements, and renumbers. */
function dropUnused(shape: FlexShape, pinned: Uint8Array): void {
  const { point, element, texcoord } = shape;
  const points = point.length / 3;
  const renumbered = new Int32Array(points).fill(-1);
  for (const v of element) renumbered[v] = 0;
  if (!renumbered.includes(-1)) return;
  let kept = 0;
  for (let v = 0; v < points; v++) {
    if (renumbered[v] < 0) continue;
    renumbered[v] = kept;
    pinned[kept] = pinned[v];
    for (let k = 0; k < 3; k++) point[3 * kept + k] = point[3 * v + k];
    if (texcoord.length > 0) for (let k = 0; k < 2; k++) texcoord[2 * kept + k] = texcoord[2 * v + k];
    kept++;
  }
  point.length = 3 * kept;
  if (texcoord.length > 0) texcoord.length = 2 * kept;
  for (let i = 0; i < element.length; i++) element[i] = renumbered[element[i]];
}

/** The flex with the attributes that it shares with the flexcomp. */
function makeFlex({ node, name, type, shape }: FlexcompDraft): Flex {
  const { group, radius, material, rgba, contact, elasticity, edge, source, scope } = node;
  const flat = type === 'box' || type === 'cylinder' || (type === 'grid' && shape.dim === 3);
  const flex: Flex = { kind: 'flex', name, dim: shape.dim, element: shape.element, body: '', source, scope };
  Object.assign(flex, { group, radius, material, rgba, contact, elasticity, flatskin: flat ? true : node.flatskin });
  if (edge !== undefined) {
    const { stiffness, damping } = edge;
    flex.edge = { kind: 'flexEdge', stiffness, damping, source: edge.source };
  }
  if (shape.texcoord.length > 0) flex.texcoord = shape.texcoord;
  if (shape.elemtexcoord.length > 0) flex.elemtexcoord = shape.elemtexcoord;
  return flex;
}

/** A body for every vertex that is not pinned. */
function makeVertexBodies(f: FlexcompDraft, flex: Flex, pinned: Uint8Array, loose: boolean): void {
  const { shape, dof, name, parentName, plugin } = f;
  const { point } = shape;
  const vertices = point.length / 3;
  const mass = f.mass / vertices;
  const names: string[] = [];
  let onParent = false;
  for (let v = 0; v < vertices; v++) {
    if (pinned[v]) {
      names.push(parentName);
      onParent = true;
      continue;
    }
    const pos = point.slice(3 * v, 3 * v + 3);
    names.push(`${name}_${v}`);
    addPointBody(f, `${name}_${v}`, pos, mass, slideAxes(dof, pos));
    if (!loose) point.fill(0, 3 * v, 3 * v + 3);
  }
  flex.body = names.join(' ');
  if (!loose) flex.vertex = point;
  if (onParent && plugin !== undefined) f.parent.children.push(plugin);
}

/** Directions in which a vertex moves. */
function slideAxes(dof: string, pos: readonly number[]): readonly number[][] {
  if (dof === 'radial') return [[...pos]];
  return dof === '2d' ? SLIDES.slice(0, 2) : SLIDES;
}
