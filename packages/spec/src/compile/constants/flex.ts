import { type Data, enums, type Model } from '@qpos/core';
import { ArgumentError } from '@qpos/core/errors';
import { quatOfZ } from '../../spatial/pose.ts';
import { normalize, quatToMat, rotateBack } from '../../spatial/rotation.ts';
import type { InverseInertia } from './inverse-inertia.ts';

const { SleepPolicy } = enums;
const MIN_VALUE = 1e-15;
/** How the edges of a flex are constrained, `flex_edgeequality`. */
const EDGE = 1;
const VERTEX = 2;

/** Trees with vertices of a flex that nothing constrains do not fall asleep on their own. */
export function keepFlexesAwake(m: Model): void {
  const policy = m.tree_sleep_policy;
  for (let f = 0; f < m.nflex; f++) {
    if (m.flex_edgeequality[f] !== 0) continue;
    const [ids, adr, num] =
      m.flex_interp[f] === 0
        ? [m.flex_vertbodyid, m.flex_vertadr[f], m.flex_vertnum[f]]
        : [m.flex_nodebodyid, m.flex_nodeadr[f], m.flex_nodenum[f]];
    for (let v = adr; v < adr + num; v++) {
      const tree = m.body_treeid[ids[v]];
      if (tree >= 0 && policy[tree] === SleepPolicy.AUTO) policy[tree] = SleepPolicy.AUTO_NEVER;
    }
  }
}

/** Sparsity of the Jacobians of edges and vertices, and the rest metric of vertices that are constrained. */
export function setFlexRows(m: Model): void {
  for (const field of [m.flexedge_J_rowadr, m.flexedge_J_rownnz, m.flexedge_J_colind, m.flexvert_J_rowadr])
    field.fill(0);
  for (const field of [m.flexvert_J_rownnz, m.flexvert_J_colind, m.flex_vertedge]) field.fill(0);
  for (const field of [m.flex_vertedgeadr, m.flex_vertedgenum, m.flex_vertmetric]) field.fill(0);
  const chains = new Chains(m);
  let listed = 0;
  for (let f = 0; f < m.nflex; f++) {
    if (m.flex_rigid[f] || m.flex_interp[f] !== 0) continue;
    if (m.flex_edgeequality[f] !== 0 || hasEdgeForces(m, f)) setEdgeRows(m, f, chains);
    if (!hasVertexConstraint(m, f)) continue;
    listed = listEdges(m, f, listed);
    setVertexMetric(m, f);
    setVertexRows(m, f, chains);
  }
  for (let f = 0; f < m.nflex; f++) if (hasVertexConstraint(m, f)) alignFlex(m, f);
}

const hasEdgeForces = (m: Model, f: number): boolean =>
  m.flex_edgedamping[f] !== 0 || m.flex_edgestiffness[f] !== 0 || m.flex_damping[f] !== 0;

const hasVertexConstraint = (m: Model, f: number): boolean => m.flex_dim[f] === 2 && m.flex_edgeequality[f] === VERTEX;

/** Bodies at the ends of an edge, given by its number among all. */
const endBodies = (m: Model, f: number, edge: number): [number, number] => {
  const v = m.flex_vertadr[f];
  return [m.flex_vertbodyid[v + m.flex_edge[2 * edge]], m.flex_vertbodyid[v + m.flex_edge[2 * edge + 1]]];
};

function setEdgeRows(m: Model, f: number, chains: Chains): void {
  const first = m.flex_edgeadr[f];
  for (let e = first; e < first + m.flex_edgenum[f]; e++) {
    const adr = e > 0 ? m.flexedge_J_rowadr[e - 1] + m.flexedge_J_rownnz[e - 1] : 0;
    const dofs = chains.of(endBodies(m, f, e));
    m.flexedge_J_rowadr[e] = adr;
    m.flexedge_J_rownnz[e] = dofs.length;
    m.flexedge_J_colind.set(dofs, adr);
  }
}

/** Lists the edges of each vertex, from address `start` on; returns the address behind. */
function listEdges(m: Model, f: number, start: number): number {
  const [vertex, first, edges] = [m.flex_vertadr[f], m.flex_edgeadr[f], m.flex_edgenum[f]];
  const ends = m.flex_edge.subarray(2 * first, 2 * (first + edges));
  for (const v of ends) m.flex_vertedgenum[vertex + v]++;
  let adr = start;
  const next = new Int32Array(m.flex_vertnum[f]);
  for (let v = 0; v < next.length; v++) {
    m.flex_vertedgeadr[vertex + v] = adr;
    next[v] = adr;
    adr += m.flex_vertedgenum[vertex + v];
  }
  ends.forEach((v, k) => {
    m.flex_vertedge[next[v]++] = k >> 1;
  });
  return adr;
}

/** Edges of a vertex, by their numbers among all. */
function edgesOf(m: Model, f: number, v: number): number[] {
  const at = m.flex_vertadr[f] + v;
  const adr = m.flex_vertedgeadr[at];
  return Array.from(m.flex_vertedge.subarray(adr, adr + m.flex_vertedgenum[at]), (e) => m.flex_edgeadr[f] + e);
}

function notPlanar(flex: number): ArgumentError {
  const message = 'the vertices of a flex with constraints of vertices are not in one plane';
  return Object.assign(new ArgumentError(message, 'unsupported', 'make it flat, in the x-y plane'), { flex });
}

/** Inverse of Σ mass·dx·dxᵀ over the edges at each vertex, in the plane of the flex. */
function setVertexMetric(m: Model, f: number): void {
  const base = m.flex_vertadr[f];
  for (let v = 0; v < m.flex_vertnum[f]; v++) {
    let [xx, xy, yx, yy] = [0, 0, 0, 0]; // xy and yx differ in their last bits, which rows without softness show
    for (const e of edgesOf(m, f, v)) {
      const [a, b] = [m.flex_edge[2 * e], m.flex_edge[2 * e + 1]];
      const [dx, dy, dz] = [0, 1, 2].map(
        (k) => (m.flex_vert0[3 * (base + b) + k] - m.flex_vert0[3 * (base + a) + k]) * (2 * m.flex_size[3 * f + k]),
      );
      if (Math.abs(dz) > MIN_VALUE) throw notPlanar(f);
      const weight = Math.max(m.body_mass[m.flex_vertbodyid[base + (v === a ? b : a)]], MIN_VALUE);
      xx += weight * dx * dx;
      xy += weight * dx * dy;
      yx += weight * dy * dx;
      yy += weight * dy * dy;
    }
    const det = xx * yy - xy * yx;
    if (Math.abs(det) < MIN_VALUE) continue;
    const inverse = 1 / det;
    m.flex_vertmetric.set([yy * inverse, -xy * inverse, -yx * inverse, xx * inverse], 4 * (base + v));
  }
}

/** Two rows for each vertex, with the dofs of its edges. */
function setVertexRows(m: Model, f: number, chains: Chains): void {
  const { flexvert_J_rowadr: rowadr, flexvert_J_rownnz: rownnz, flexvert_J_colind: colind } = m;
  const first = 2 * m.flex_vertadr[f];
  rowadr[first] = first > 0 ? rowadr[first - 1] + rownnz[first - 1] : 0;
  for (let v = 0; v < m.flex_vertnum[f]; v++) {
    const dofs = chains.of(edgesOf(m, f, v).flatMap((e) => endBodies(m, f, e)));
    for (let row = first + 2 * v; row < first + 2 * v + 2; row++) {
      rownnz[row] = dofs.length;
      colind.set(dofs, rowadr[row]);
      if (row + 1 < rowadr.length) rowadr[row + 1] = rowadr[row] + dofs.length;
    }
  }
}

/** Turns the rest shape of a flex so that its first triangle is in the x-y plane. */
function alignFlex(m: Model, f: number): void {
  const base = m.flex_vertadr[f];
  const corner = (k: number): Float64Array => {
    const at = 3 * (base + m.flex_elem[m.flex_elemdataadr[f] + k]);
    return m.flex_vert0.slice(at, at + 3);
  };
  const [p, q, r] = [corner(0), corner(1), corner(2)];
  const [a, b] = [q.map((x, k) => x - p[k]), r.map((x, k) => x - p[k])];
  const normal = Float64Array.of(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]);
  normalize(normal, 0, 3);
  const quat = new Float64Array(4);
  const mat = new Float64Array(9);
  quatOfZ(quat, normal);
  quatToMat(mat, quat);
  for (let v = base; v < base + m.flex_vertnum[f]; v++) rotateBack(m.flex_vert0, 3 * v, mat, m.flex_vert0, 3 * v);
}

/** Positions of the vertices that are on bodies. */
function vertexPositions(m: Model, d: Data): Float64Array {
  const position = new Float64Array(3 * m.nflexvert);
  for (let f = 0; f < m.nflex; f++) {
    if (m.flex_interp[f] !== 0) continue;
    for (let v = m.flex_vertadr[f]; v < m.flex_vertadr[f] + m.flex_vertnum[f]; v++) {
      const b = m.flex_vertbodyid[v];
      const [x, y, z] = m.flex_vert.subarray(3 * v, 3 * v + 3);
      for (let k = 0; k < 3; k++) {
        const row = 9 * b + 3 * k;
        position[3 * v + k] = d.xmat[row] * x + d.xmat[row + 1] * y + d.xmat[row + 2] * z + d.xpos[3 * b + k];
      }
    }
  }
  return position;
}

/** flexedge_length0 and flexedge_invweight0, from the reference pose that is in `d`. */
export function setFlexEdges(m: Model, d: Data, inverse: InverseInertia): void {
  const position = vertexPositions(m, d);
  const chains = new Chains(m);
  const direction = new Float64Array(3);
  m.flexedge_length0.fill(0);
  m.flexedge_invweight0.fill(0);
  for (let f = 0; f < m.nflex; f++) {
    if (m.flex_interp[f] !== 0) continue;
    const weighed = m.flex_edgeequality[f] === EDGE || hasEdgeForces(m, f);
    const first = m.flex_edgeadr[f];
    for (let e = first; e < first + m.flex_edgenum[f]; e++) {
      const [p, q] = [0, 1].map((end) => 3 * (m.flex_vertadr[f] + m.flex_edge[2 * e + end]));
      for (let k = 0; k < 3; k++) direction[k] = position[q + k] - position[p + k];
      const length = Math.sqrt(direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2]);
      m.flexedge_length0[e] = length;
      if (m.flexedge_rigid[e] || m.nv === 0) continue;
      const [b, c] = endBodies(m, f, e);
      if (m.body_simple[b] === 2 && m.body_simple[c] === 2) {
        m.flexedge_invweight0[e] = (1 / m.body_mass[b] + 1 / m.body_mass[c]) / 2;
      } else if (weighed && length > MIN_VALUE) {
        for (let k = 0; k < 3; k++) direction[k] /= length;
        const dofs = chains.of([b, c]);
        addPointVelocity(m, d, inverse.y, chains.of([c]), position, q, direction, 1);
        addPointVelocity(m, d, inverse.y, chains.of([b]), position, p, direction, -1);
        m.flexedge_invweight0[e] = inverse.quadratic(inverse.closure(dofs));
      }
    }
  }
}

/** Adds the velocity of a point along a direction, for each of the dofs that move it. */
function addPointVelocity(
  m: Model,
  d: Data,
  res: Float64Array,
  dofs: readonly number[],
  position: Float64Array,
  at: number,
  direction: Float64Array,
  sign: number,
): void {
  const { cdof } = d;
  for (const i of dofs) {
    const root = 3 * m.body_rootid[m.dof_bodyid[i]];
    const [x, y, z] = [0, 1, 2].map((k) => position[at + k] - d.subtree_com[root + k]);
    const c = 6 * i;
    const velocity =
      direction[0] * (cdof[c + 3] + (cdof[c + 1] * z - cdof[c + 2] * y)) +
      direction[1] * (cdof[c + 4] + (cdof[c + 2] * x - cdof[c] * z)) +
      direction[2] * (cdof[c + 5] + (cdof[c] * y - cdof[c + 1] * x));
    res[i] += sign * velocity;
  }
}

/** Dofs that move bodies. */
class Chains {
  readonly #m: Model;
  readonly #known = new Map<number, readonly number[]>();

  constructor(m: Model) {
    this.#m = m;
  }

  /** Dofs that move any of the bodies, ascending. */
  of(bodies: readonly number[]): number[] {
    const dofs = new Set<number>();
    for (const body of new Set(bodies)) for (const i of this.#ofBody(body)) dofs.add(i);
    return [...dofs].sort((a, b) => a - b);
  }

  #ofBody(body: number): readonly number[] {
    const known = this.#known.get(body);
    if (known !== undefined) return known;
    const m = this.#m;
    const dofs: number[] = [];
    for (let b = body; b > 0; b = m.body_parentid[b])
      for (let k = 0; k < m.body_dofnum[b]; k++) dofs.push(m.body_dofadr[b] + k);
    this.#known.set(body, dofs);
    return dofs;
  }
}
