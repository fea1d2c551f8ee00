import { enums, type Model } from '@qpos/core';
import type { Compilation } from '../context.ts';
import type { FlexDraft } from '../draft.ts';
import { copyFields, valuesOf } from './copy-fields.ts';

const { EqualityType } = enums;

/** `flex_edgeequality` by the type of the first constraint of a flex. */
const CONSTRAINTS: Readonly<Record<number, number>> = {
  [EqualityType.FLEX]: 1,
  [EqualityType.FLEXVERT]: 2,
  [EqualityType.FLEXSTRAIN]: 3,
};

/** Copies flexes into the Model. Their volumes come after those of bodies and meshes. */
export function packFlexes(c: Compilation, m: Model): void {
  copyFields(m, 'flex', valuesOf(c.flexes), [
    'contype', 'conaffinity', 'condim', 'priority', 'solmix', 'solref', 'solimp', 'friction', 'margin', 'gap', 'internal',
    'selfcollide', 'activelayers', 'passive', 'dim', 'group', 'cellnum', 'radius', 'damping', 'edgestiffness', 'edgedamping',
    'flatskin', 'rgba',
  ]); // biome-ignore format: a list
  copyFields(m, 'flex', c.flexes, ['matid', 'rigid', 'centered', 'size']);
  const next = { node: 0, vert: 0, edge: 0, elem: 0, elemdata: 0, stiffness: 0, elemedge: 0, bending: 0 };
  const more = { shelldata: 0, evpair: 0, texcoord: 0, bvh: m.nbvhstatic };
  for (const flex of c.flexes) {
    packSizes(m, flex, next, more);
    packArrays(m, flex, next, more);
    m.flex_edgeequality[flex.id] = constraintOf(c, flex);
    next.node += flex.nodes.length;
    next.vert += flex.vertices;
    next.edge += flex.edge.length / 2;
    next.elem += flex.layer.length;
    next.elemdata += flex.element.length;
    next.stiffness += flex.stiffness.length;
    next.elemedge += flex.elemedge.length;
    next.bending += flex.bending.length;
    more.shelldata += flex.shell.length;
    more.evpair += flex.evpair.length / 2;
    more.texcoord += flex.texcoord.length / 2;
    more.bvh += flex.bvh.nodeid.length;
  }
}

type Addresses = Readonly<
  Record<'node' | 'vert' | 'edge' | 'elem' | 'elemdata' | 'stiffness' | 'elemedge' | 'bending', number>
>;
type MoreAddresses = Readonly<Record<'shelldata' | 'evpair' | 'texcoord' | 'bvh', number>>;

function constraintOf(c: Compilation, { id }: FlexDraft): number {
  const first = c.equalities.find(({ type, obj1id }) => CONSTRAINTS[type] !== undefined && obj1id === id);
  return first === undefined ? 0 : CONSTRAINTS[first.type];
}

/** An address, or -1 where there is nothing. */
const place = (address: number, length: number): number => (length > 0 ? address : -1);

function packSizes(m: Model, flex: FlexDraft, next: Addresses, more: MoreAddresses): void {
  const { id, values } = flex;
  m.flex_interp[id] = values.elastic2d ? -values.order : values.order;
  m.flex_nodeadr[id] = next.node;
  m.flex_nodenum[id] = flex.nodes.length;
  m.flex_vertadr[id] = next.vert;
  m.flex_vertnum[id] = flex.vertices;
  m.flex_edgeadr[id] = next.edge;
  m.flex_edgenum[id] = flex.edge.length / 2;
  m.flex_elemadr[id] = next.elem;
  m.flex_elemnum[id] = flex.layer.length;
  m.flex_elemdataadr[id] = next.elemdata;
  m.flex_stiffnessadr[id] = place(next.stiffness, flex.stiffness.length);
  m.flex_elemedgeadr[id] = next.elemedge;
  m.flex_bendingadr[id] = place(next.bending, flex.bending.length);
  m.flex_shellnum[id] = flex.shell.length / values.dim;
  m.flex_shelldataadr[id] = place(more.shelldata, flex.shell.length);
  m.flex_evpairadr[id] = place(more.evpair, flex.evpair.length);
  m.flex_evpairnum[id] = flex.evpair.length / 2;
  m.flex_texcoordadr[id] = place(more.texcoord, flex.texcoord.length);
  m.flex_bvhnum[id] = flex.bvh.nodeid.length;
  m.flex_bvhadr[id] = place(more.bvh, flex.bvh.nodeid.length);
}

function packArrays(m: Model, flex: FlexDraft, next: Addresses, more: MoreAddresses): void {
  const { bodies, nodes, vertices, edge, flaps, values, rigid, interpolated } = flex;
  for (let v = 0; v < vertices; v++)
    m.flex_vertbodyid[next.vert + v] = interpolated ? -1 : (rigid ? bodies[0] : bodies[v]).id;
  for (let n = 0; n < nodes.length; n++) m.flex_nodebodyid[next.node + n] = nodes[n].id;
  for (let e = 0; e < edge.length / 2; e++) {
    const at = 2 * (next.edge + e);
    m.flex_edgeflap.fill(-1, at, at + 2);
    if (flaps !== undefined && values.bends) m.flex_edgeflap.set(flaps.subarray(4 * e + 2, 4 * e + 4), at);
    const isRigid = rigid || (!interpolated && bodies[edge[2 * e]].weldid === bodies[edge[2 * e + 1]].weldid);
    m.flexedge_rigid[next.edge + e] = isRigid ? 1 : 0;
  }
  m.flex_edge.set(edge, 2 * next.edge);
  m.flex_elem.set(flex.element, next.elemdata);
  m.flex_elemtexcoord.set(flex.elemtexcoord, next.elemdata);
  m.flex_elemedge.set(flex.elemedge, next.elemedge);
  m.flex_elemlayer.set(flex.layer, next.elem);
  m.flex_shell.set(flex.shell, more.shelldata);
  m.flex_evpair.set(flex.evpair, 2 * more.evpair);
  m.flex_vert.set(flex.vert, 3 * next.vert);
  m.flex_vert0.set(flex.vert0, 3 * next.vert);
  m.flex_node.set(flex.nodecoord, 3 * next.node);
  m.flex_node0.set(flex.node0, 3 * next.node);
  m.flex_stiffness.set(flex.stiffness, next.stiffness);
  m.flex_bending.set(flex.bending, next.bending);
  m.flex_texcoord.set(flex.texcoord, 2 * more.texcoord);
  m.bvh_child.set(flex.bvh.child, 2 * more.bvh);
  m.bvh_nodeid.set(flex.bvh.nodeid, more.bvh);
  m.bvh_depth.set(flex.bvh.depth, more.bvh);
}
