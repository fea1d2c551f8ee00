import { enums, type ModelSizes } from '@qpos/core';
import { isNullQuat, isNullVec } from '../../spatial/pose.ts';
import { countNB, type DofPattern, dofPattern } from '../constants/sparsity.ts';
import type { Compilation } from '../context.ts';
import type { BodyDraft, TendonDraft } from '../draft.ts';
import { countFlexes } from '../flex/sizes.ts';
import type { Names } from './names.ts';

const { EqualityType, JointType, WrapType, TransmissionType } = enums;
const AXIS_EPS = 1e-14;

/** Everything that follows from the tree before the Model exists. */
export interface Layout {
  sizes: ModelSizes;
  parentid: Int32Array;
  rootid: Int32Array;
  dofadr: Int32Array;
  dofnum: Int32Array;
  simple: Uint8Array;
  dofBody: Int32Array;
  pattern: DofPattern;
}

/** Lengths of the `user` arrays: what `size` says, or the longest that is there. */
export function countUser(c: Compilation): void {
  const { size } = c.spec;
  const set = (
    key: keyof Compilation['nuser'],
    lists: readonly { user?: readonly number[] | undefined }[],
    wanted: number | undefined,
  ): void => {
    const n = lists.reduce((most, x) => Math.max(most, x.user?.length ?? 0), c.nuser[key]);
    if (wanted !== undefined && wanted > c.limits.reserved) c.error('limit', `nuser_${key} is too large`, size);
    c.nuser[key] = wanted === undefined || wanted < 0 ? n : Math.min(wanted, c.limits.reserved);
    if (n > c.nuser[key]) c.error('bad-count', `user has more values than nuser_${key}`, size);
  };
  const values = (list: readonly { values: { user?: readonly number[] | undefined } }[]) => list.map((x) => x.values);
  set(
    'body',
    c.bodies.map((b) => ({ user: b.userValues })),
    size.nuser_body,
  );
  set('jnt', values(c.joints), size.nuser_jnt);
  set('geom', values(c.geoms), size.nuser_geom);
  set('site', values(c.sites), size.nuser_site);
  set('cam', values(c.cameras), size.nuser_cam);
  set('tendon', values(c.tendons), size.nuser_tendon);
  set('actuator', values(c.actuators), size.nuser_actuator);
  set(
    'sensor',
    c.sensors.map((s) => s.node as { user?: number[] }),
    size.nuser_sensor,
  );
}

/** Sizes that the user may ask for. */
export function checkSizes(c: Compilation): void {
  const { size } = c.spec;
  const { nuserdata = 0 } = size;
  if (nuserdata < 0) c.error('bad-value', 'nuserdata cannot be negative', size);
  if (nuserdata > c.limits.reserved) c.error('limit', `nuserdata ${nuserdata} is too large`, size);
  let total = 0;
  for (const { node, dim, nsample } of c.sensors) {
    const before = total;
    total += dim + historySize(nsample, dim);
    if (total > c.limits.reserved && before <= c.limits.reserved) {
      c.error(
        'limit',
        `the sensors up to this one need ${total} numbers, which is too many`,
        node,
        'raise limits.reserved',
      );
    }
  }
}

/** Assigns addresses of joints and mocap ids, and counts everything. */
export function layOut(c: Compilation, names: Names): Layout {
  const nbody = c.bodies.length;
  let nq = 0;
  let nv = 0;
  for (const j of c.joints) {
    j.qposadr = nq;
    j.dofadr = nv;
    nq += j.nq;
    nv += j.nv;
  }
  let nmocap = 0;
  for (const b of c.bodies) b.mocapid = b.mocap ? nmocap++ : -1;

  const parentid = new Int32Array(nbody);
  const rootid = new Int32Array(nbody);
  const dofadr = new Int32Array(nbody).fill(-1);
  const dofnum = new Int32Array(nbody);
  const lastDof = new Int32Array(nbody).fill(-1);
  const parent = new Int32Array(nv);
  const dofBody = new Int32Array(nv);
  let ntree = 0;
  for (const b of c.bodies) {
    const p = b.parent?.id ?? 0;
    parentid[b.id] = p;
    rootid[b.id] = p === 0 ? b.id : rootid[p];
    dofnum[b.id] = b.dofnum;
    let last = b.id === 0 ? -1 : lastDof[p];
    if (b.dofnum > 0) {
      dofadr[b.id] = b.joints[0].dofadr;
      if (last < 0) ntree++;
      for (let i = dofadr[b.id]; i < dofadr[b.id] + b.dofnum; i++) {
        parent[i] = last;
        dofBody[i] = b.id;
        last = i;
      }
    }
    lastDof[b.id] = last;
  }
  const simple = simpleBodies(c, parentid, rootid, dofnum);
  const pattern = dofPattern(parent, dofBody, simple);
  const sizes = { nq, nv, nbody, ntree, nmocap, nM: pattern.nM, nC: pattern.nC, nD: pattern.nD };
  const tree = { sizes, parentid, rootid, dofadr, dofnum, simple, dofBody, pattern };
  Object.assign(sizes, objectSizes(c, names, tree), { nB: nv === 0 ? 0 : countNB(parentid, dofnum) });
  return tree;
}

/** `body_simple`: 1 if the body's inertia block is diagonal, 2 if it only slides. */
function simpleBodies(c: Compilation, parentid: Int32Array, rootid: Int32Array, dofnum: Int32Array): Uint8Array {
  const simple = new Uint8Array(c.bodies.length);
  for (const b of c.bodies) {
    const p = parentid[b.id];
    const root = rootid[b.id] === b.id || (parentid[p] === 0 && dofnum[p] === 0);
    if (root && isInertial(b) && (b.node as { simple?: unknown }).simple !== false) simple[b.id] = 1;
    if (p > 0) simple[p] = 0;
    if (!hasAlignedJoints(b)) simple[b.id] = 0;
    if (simple[b.id] && b.dofnum > 0 && b.joints.every((j) => j.type === JointType.SLIDE)) simple[b.id] = 2;
  }
  for (const t of c.tendons)
    if (t.values.armature !== 0) for (const w of t.path) if (w.body !== undefined) simple[w.body.id] = 0;
  return simple;
}

const isInertial = (b: BodyDraft): boolean =>
  b.inertial !== undefined && isNullVec(b.inertial.pos) && isNullQuat(b.inertial.quat);

/** Joints at the origin along coordinate axes, with at most one rotation, which comes last. */
function hasAlignedJoints(b: BodyDraft): boolean {
  let rotation = false;
  for (const j of b.joints) {
    const axes = j.axis.reduce((n, x) => n + (Math.abs(x) > AXIS_EPS ? 1 : 0), 0);
    const scalar = j.type === JointType.HINGE || j.type === JointType.SLIDE;
    if (rotation || !isNullVec(j.pos) || (scalar && axes !== 1)) return false;
    rotation ||= j.type === JointType.BALL || j.type === JointType.HINGE;
  }
  return true;
}

function sum<T>(list: readonly T[], count: (x: T) => number): number {
  let total = 0;
  for (const x of list) total += count(x);
  return total;
}

function objectSizes(c: Compilation, names: Names, tree: Omit<Layout, 'sizes'> & { sizes: ModelSizes }): ModelSizes {
  const { size } = c.spec;
  const meshSum = (count: (d: (typeof c.meshes)[number]['data']) => number): number =>
    sum(c.meshes, (m) => count(m.data));
  const nbvhstatic =
    c.spareVolumes + sum(c.bodies, (b) => b.bvh?.nodeid.length ?? 0) + meshSum((d) => d.bvh.nodeid.length);
  const nv = tree.pattern.parent.length;
  const chains = new DofSets(tree.dofadr, nv);
  const nbvhdynamic = sum(c.flexes, (f) => f.bvh.nodeid.length);
  return {
    nu: sum(c.actuators, (a) => a.ctrlnum),
    nactuator: c.actuators.length,
    nout: sum(c.actuators, (a) => a.outnum),
    na: sum(c.actuators, (a) => a.actdim),
    nbvh: nbvhstatic + nbvhdynamic,
    nbvhstatic,
    nbvhdynamic,
    noct: meshSum((d) => d.octree?.depth.length ?? 0),
    njnt: c.joints.length,
    ngeom: c.geoms.length,
    nsite: c.sites.length,
    ncam: c.cameras.length,
    nlight: c.lights.length,
    ...countFlexes(c.flexes, (bodies) => (nv === 0 ? 0 : chains.ofBodies(bodies))),
    nmesh: c.meshes.length,
    nmeshvert: meshSum((d) => d.vert.length / 3),
    nmeshnormal: meshSum((d) => d.normal.length / 3),
    nmeshtexcoord: meshSum((d) => d.texcoord.length / 2),
    nmeshface: meshSum((d) => d.face.length / 3),
    nmeshgraph: meshSum((d) => d.graph.length),
    nmeshpoly: meshSum((d) => d.polyvertnum.length),
    nmeshpolyvert: meshSum((d) => d.polyvert.length),
    nmeshpolymap: meshSum((d) => d.polymap.length),
    nskin: c.skins.length,
    nskinvert: sum(c.skins, (s) => s.data.vert.length / 3),
    nskintexvert: sum(c.skins, (s) => s.data.texcoord.length / 2),
    nskinface: sum(c.skins, (s) => s.data.face.length / 3),
    nskinbone: sum(c.skins, (s) => s.data.bones.length),
    nskinbonevert: sum(c.skins, (s) => sum(s.data.bones, (b) => b.vertid.length)),
    nhfield: c.hfields.length,
    nhfielddata: sum(c.hfields, (h) => h.data.data.length),
    ntex: c.textures.length,
    ntexdata: sum(c.textures, (t) => t.data.size),
    nmat: c.materials.length,
    npair: c.pairs.length,
    nexclude: c.excludes.length,
    neq: c.equalities.length,
    ntendon: c.tendons.length,
    nJten: nv === 0 ? 0 : sum(c.tendons, (t) => chains.ofTendon(t)),
    nwrap: sum(c.tendons, (t) => t.path.length),
    nsensor: c.sensors.length,
    nnumeric: c.numerics.length,
    nnumericdata: sum(c.numerics, (n) => n.size),
    ntext: c.texts.length,
    ntextdata: sum(c.texts, (t) => t.bytes.length + 1),
    ntuple: c.tuples.length,
    ntupledata: sum(c.tuples, (t) => t.objects.length),
    nkey: c.keys.length,
    nplugin: c.plugins.length,
    npluginattr: sum(c.plugins, (p) => p.attr.length),
    npluginstate: sum(c.plugins, (p) => p.statenum),
    nuser_body: c.nuser.body,
    nuser_jnt: c.nuser.jnt,
    nuser_geom: c.nuser.geom,
    nuser_site: c.nuser.site,
    nuser_cam: c.nuser.cam,
    nuser_tendon: c.nuser.tendon,
    nuser_actuator: c.nuser.actuator,
    nuser_sensor: c.nuser.sensor,
    nnames: names.nnames,
    nnames_map: names.nnames_map,
    npaths: names.npaths,
    nJmom: sum(c.actuators, (a) => momentSize(c, a, chains, nv)),
    nemax: sum(c.equalities, (e) => (e.type === EqualityType.CONNECT ? 3 : e.type === EqualityType.WELD ? 7 : 1)),
    njmax: size.njmax ?? -1,
    nconmax: size.nconmax ?? -1,
    nuserdata: size.nuserdata ?? 0,
    nsensordata: sum(c.sensors, (s) => s.dim),
    nhistory:
      sum(c.actuators, (a) => historySize(a.values.nsample, a.ctrlnum)) +
      sum(c.sensors, (s) => historySize(s.nsample, s.dim)),
    npolygonmax: c.meshes.reduce((n, m) => m.data.polyvertnum.reduce((a, b) => Math.max(a, b), n), 0),
    nmeshdegmax: c.meshes.reduce((n, m) => m.data.polymapnum.reduce((a, b) => Math.max(a, b), n), 0),
  };
}

/** Numbers of a history buffer: user value, cursor, times, values. */
export function historySize(nsample: number, dim: number): number {
  return nsample > 0 ? 2 + nsample + nsample * dim : 0;
}

/** Counts dofs that move bodies; one mark per dof, never cleared. */
class DofSets {
  readonly #dofadr: Int32Array;
  readonly #mark: Int32Array;
  #stamp = 0;

  constructor(dofadr: Int32Array, nv: number) {
    this.#dofadr = dofadr;
    this.#mark = new Int32Array(nv);
  }

  ofTendon(t: TendonDraft): number {
    if (t.path[0]?.type === WrapType.JOINT) return t.path.length;
    return this.ofBodies(t.path.map((w) => w.body));
  }

  /** dofs that move any of the bodies */
  ofBodies(bodies: readonly (BodyDraft | undefined)[]): number {
    this.#stamp++;
    let count = 0;
    for (const start of bodies) {
      for (let b = start; b !== undefined && b.id > 0; b = b.parent) {
        if (b.dofnum === 0) continue;
        const adr = this.#dofadr[b.id];
        if (this.#mark[adr] === this.#stamp) break;
        this.#mark.fill(this.#stamp, adr, adr + b.dofnum);
        count += b.dofnum;
      }
    }
    return count;
  }

  /** dofs that move one of the two bodies, but not both */
  between(b1: BodyDraft, b2: BodyDraft): number {
    const common = new Set<BodyDraft>();
    for (let b: BodyDraft | undefined = b1; b !== undefined; b = b.parent) common.add(b);
    let shared: BodyDraft | undefined = b2;
    while (shared !== undefined && !common.has(shared)) shared = shared.parent;
    return this.ofBodies([b1, b2]) - this.ofBodies([shared]);
  }
}

/** Elements of an actuator's rows of the moment matrix. */
function momentSize(c: Compilation, a: Compilation['actuators'][number], chains: DofSets, nv: number): number {
  const [id, id2] = a.trnid;
  switch (a.trntype) {
    case TransmissionType.SO3:
      return id2 >= 0 ? 3 * nv : 3;
    case TransmissionType.JOINT:
    case TransmissionType.JOINTINPARENT:
      return c.joints[id].nv;
    case TransmissionType.SLIDERCRANK:
      return chains.ofBodies([c.sites[id].body, c.sites[id2].body]);
    case TransmissionType.TENDON:
      return chains.ofTendon(c.tendons[id]);
    case TransmissionType.SITE:
      return chains.between(c.sites[id].body, id2 >= 0 ? c.sites[id2].body : c.bodies[0]);
    default:
      return nv;
  }
}
