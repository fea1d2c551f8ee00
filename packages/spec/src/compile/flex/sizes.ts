import type { ModelSizes } from '@qpos/core';
import type { BodyDraft, FlexDraft } from '../draft.ts';
import { factorPattern, patternSize, stencilNeighbours } from './bending-pattern.ts';

/** Sizes of the Model that flexes add to; `dofs` counts those that move any of some bodies. */
export function countFlexes(
  flexes: readonly FlexDraft[],
  dofs: (bodies: readonly BodyDraft[]) => number,
): Partial<ModelSizes> {
  const sum = (count: (flex: FlexDraft) => number): number => flexes.reduce((total, flex) => total + count(flex), 0);
  const jacobians = flexes.map((flex) => jacobianSizes(flex, dofs));
  const metrics = flexes.map(metricSizes);
  return {
    nflex: flexes.length,
    nflexnode: sum((f) => f.nodes.length),
    nflexvert: sum((f) => f.vertices),
    nflexedge: sum((f) => f.edge.length / 2),
    nflexelem: sum((f) => f.layer.length),
    nflexelemdata: sum((f) => f.element.length),
    nflexstiffness: sum((f) => f.stiffness.length),
    nflexbending: sum((f) => f.bending.length),
    nefm0dof: metrics.reduce((total, { dofs: n }) => total + n, 0),
    nefm0L: metrics.reduce((total, { entries }) => total + entries, 0),
    nflexelemedge: sum((f) => f.elemedge.length),
    nflexshelldata: sum((f) => f.shell.length),
    nflexevpair: sum((f) => f.evpair.length / 2),
    nflextexcoord: sum((f) => f.texcoord.length / 2),
    nJfe: jacobians.reduce((total, { edges }) => total + edges, 0),
    nJfv: jacobians.reduce((total, { vertices }) => total + vertices, 0),
  };
}

/** Entries of the Jacobians of edges and of vertices. */
function jacobianSizes(
  { bodies, edge, vertices, rigid, interpolated }: FlexDraft,
  dofs: (bodies: readonly BodyDraft[]) => number,
): { edges: number; vertices: number } {
  if (rigid || interpolated) return { edges: 0, vertices: 0 };
  let edges = 0;
  const around: BodyDraft[][] = Array.from({ length: vertices }, (_, v) => [bodies[v]]);
  for (let e = 0; e < edge.length; e += 2) {
    const [a, b] = [bodies[edge[e]], bodies[edge[e + 1]]];
    edges += dofs([a, b]);
    around[edge[e]].push(b);
    around[edge[e + 1]].push(a);
  }
  return { edges, vertices: around.reduce((sum, near) => sum + dofs(near), 0) };
}

/** Dofs and factor entries of the constant metric of bending. */
function metricSizes(flex: FlexDraft): { dofs: number; entries: number } {
  const { bodies, flaps, bending, rigid, interpolated, vertices } = flex;
  if (rigid || interpolated || flaps === undefined || bending.length === 0) return { dofs: 0, entries: 0 };
  const slot = new Int32Array(vertices).fill(-1);
  let count = 0;
  for (let v = 0; v < vertices; v++) if (bodies[v].joints.length > 0) slot[v] = count++;
  const stencils: number[][] = [];
  for (let e = 0; e < flaps.length; e += 4)
    if (flaps[e + 3] >= 0) stencils.push(Array.from(flaps.subarray(e, e + 4), (v) => slot[v]));
  return { dofs: 3 * count, entries: 3 * patternSize(factorPattern(stencilNeighbours(count, stencils))) };
}
