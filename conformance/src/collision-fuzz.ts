/**
 * Collision fuzzer: for each pair of shape types, two geoms at many random poses, contacts of the oracle against ours.
 *
 * Poses come from classes that stress different branches: general, aligned (exactly and nearly parallel faces, edge on edge), grazing
 * (moved to a distance of about zero), deep (centres close together), far from the origin. Sizes, margins and meshes change with the model.
 */
import { CONTACT_STRIDE, MAX_PAIR_CONTACTS } from '../../packages/core/src/geometry/contact.ts';
import { convexContacts } from '../../packages/core/src/geometry/convex.ts';
import { type ConvexShape, shapeA, shapeB } from '../../packages/core/src/geometry/convex-shape.ts';
import { hfieldConvex } from '../../packages/core/src/geometry/hfield.ts';
import { boxBox } from '../../packages/core/src/geometry/pairs/box-box.ts';
import { capsuleBox } from '../../packages/core/src/geometry/pairs/capsule-box.ts';
import { capsuleCapsule } from '../../packages/core/src/geometry/pairs/capsule-capsule.ts';
import { planeBox } from '../../packages/core/src/geometry/pairs/plane-box.ts';
import { planeCapsule } from '../../packages/core/src/geometry/pairs/plane-capsule.ts';
import { planeConvex } from '../../packages/core/src/geometry/pairs/plane-convex.ts';
import { planeCylinder } from '../../packages/core/src/geometry/pairs/plane-cylinder.ts';
import { planeSphere } from '../../packages/core/src/geometry/pairs/plane-sphere.ts';
import { sphereBox } from '../../packages/core/src/geometry/pairs/sphere-box.ts';
import { sphereCapsule } from '../../packages/core/src/geometry/pairs/sphere-capsule.ts';
import { sphereCylinder } from '../../packages/core/src/geometry/pairs/sphere-cylinder.ts';
import { sphereSphere } from '../../packages/core/src/geometry/pairs/sphere-sphere.ts';
import { meshSdf, shapeSdf } from '../../packages/core/src/geometry/sdf.ts';
import { setMeshOctree, setMeshPolygons, setMeshVertices, setShape } from '../../packages/core/src/geometry/shape.ts';
import { makeFrame } from '../../packages/core/src/math/mat3.ts';

// biome-ignore lint/suspicious/noExplicitAny: the oracle's glue is untyped
type Foreign = any;

export interface FuzzOptions {
  /** Poses per pair. */
  readonly poses: number;
  readonly seed?: number;
  /** Only pairs whose name contains this. */
  readonly only?: string;
}

export interface PairReport {
  readonly pair: string;
  readonly analytic: boolean;
  poses: number;
  touching: number;
  countDiffers: number;
  /** Poses with equal count where some value is beyond the tolerance of the pair. */
  valueDiffers: number;
  bitEqual: number;
  maxDist: number;
  maxPos: number;
  maxFrame: number;
  /** The worst poses, for a closer look. */
  readonly examples: string[];
}

export const ANALYTIC_TOLERANCE = 1e-9;
export const CCD_TOLERANCE = 1e-5;

const SHAPES = ['plane', 'hfield', 'sphere', 'capsule', 'ellipsoid', 'cylinder', 'box', 'mesh', 'sdf'] as const;
export type Shape = (typeof SHAPES)[number];

type PairFunction = typeof sphereSphere;
const ANALYTIC: Record<string, PairFunction> = {
  'plane-sphere': planeSphere,
  'plane-capsule': planeCapsule,
  'plane-cylinder': planeCylinder,
  'plane-box': planeBox,
  'sphere-sphere': sphereSphere,
  'sphere-capsule': sphereCapsule,
  'sphere-cylinder': sphereCylinder,
  'sphere-box': sphereBox,
  'capsule-capsule': capsuleCapsule,
  'capsule-box': capsuleBox,
  'box-box': boxBox,
};

/** All pairs of the collision table that have a function, in the oracle's type order. */
export const PAIRS: readonly (readonly [Shape, Shape])[] = SHAPES.flatMap((a, i) =>
  SHAPES.slice(i)
    .filter((b) => !(SHAPES.indexOf(a) < 2 && SHAPES.indexOf(b) < 2) && !(a === 'hfield' && b === 'sdf'))
    .map((b) => [a, b] as const),
);

/** xorshift128 with a fixed seed. */
export class Random {
  private a: number;
  private b = 362436069;
  private c = 521288629;
  private d = 88675123;
  constructor(seed: number) {
    this.a = seed | 1;
    for (let i = 0; i < 20; i++) this.next();
  }
  next(): number {
    const t = this.a ^ (this.a << 11);
    this.a = this.b;
    this.b = this.c;
    this.c = this.d;
    this.d = this.d ^ (this.d >>> 19) ^ t ^ (t >>> 8);
    return (this.d >>> 0) / 4294967296;
  }
  range(lo: number, hi: number): number {
    return lo + (hi - lo) * this.next();
  }
  int(n: number): number {
    return Math.floor(this.next() * n);
  }
  unit(): [number, number, number] {
    for (;;) {
      const x = this.range(-1, 1);
      const y = this.range(-1, 1);
      const z = this.range(-1, 1);
      const n = Math.hypot(x, y, z);
      if (n > 0.1 && n < 1) return [x / n, y / n, z / n];
    }
  }
  quaternion(): number[] {
    for (;;) {
      const q = [this.range(-1, 1), this.range(-1, 1), this.range(-1, 1), this.range(-1, 1)];
      const n = Math.hypot(...q);
      if (n > 0.1 && n < 1) return q.map((x) => x / n);
    }
  }
}

const H = Math.SQRT1_2;
const RIGHT_ANGLES = [
  [1, 0, 0, 0],
  [H, H, 0, 0],
  [H, 0, H, 0],
  [H, 0, 0, H],
  [0, 1, 0, 0],
  [0, 0, 1, 0],
  [0.5, 0.5, 0.5, 0.5],
  [Math.cos(Math.PI / 8), 0, 0, Math.sin(Math.PI / 8)],
  [Math.cos(Math.PI / 8), Math.sin(Math.PI / 8), 0, 0],
];

function sizes(shape: Shape, rng: Random): string {
  const thin = rng.next() < 0.15 ? 0.02 : 1;
  const s = () => rng.range(0.05, 0.4).toFixed(4);
  const first = (rng.range(0.05, 0.4) * thin).toFixed(5);
  switch (shape) {
    case 'plane':
      return 'size="1 1 1"';
    case 'sphere':
      return `size="${first}"`;
    case 'capsule':
    case 'cylinder':
      return `size="${first} ${s()}"`;
    case 'ellipsoid':
    case 'box':
      return rng.next() < 0.2 ? 'size="0.2 0.2 0.2"' : `size="${first} ${s()} ${s()}"`;
    default:
      return '';
  }
}

/** Vertices of a random convex mesh: a cloud, a lattice prism with large flat faces, or a cube. */
function meshAsset(name: string, rng: Random): string {
  const kind = rng.int(4);
  const points: number[] = [];
  if (kind === 0) {
    const n = 6 + rng.int(60);
    for (let i = 0; i < n; i++) {
      const u = rng.unit();
      points.push(u[0] * 0.3, u[1] * 0.2, u[2] * 0.25);
    }
  } else if (kind === 1) {
    const n = 3 + rng.int(10);
    for (let i = 0; i < n; i++) {
      const a = (2 * Math.PI * i) / n;
      for (const z of [-0.2, 0.2]) points.push(0.3 * Math.cos(a), 0.3 * Math.sin(a), z);
    }
  } else if (kind === 2) {
    const s = [rng.range(0.1, 0.3), rng.range(0.1, 0.3), rng.range(0.1, 0.3)];
    for (let i = 0; i < 8; i++) points.push(i & 1 ? s[0] : -s[0], i & 2 ? s[1] : -s[1], i & 4 ? s[2] : -s[2]);
  } else {
    points.push(0, 0, 0, 0.4, 0, 0, 0, 0.4, 0, 0, 0, 0.4);
    if (rng.next() < 0.5) points.push(0.3, 0.3, 0.05);
  }
  const scale = rng.next() < 0.2 ? ' scale="-1 1 1"' : '';
  return `<mesh name="${name}"${scale} vertex="${points.map((x) => x.toFixed(5)).join(' ')}"/>`;
}

function hfieldAsset(name: string, rng: Random): string {
  const nrow = 4 + rng.int(8);
  const ncol = 4 + rng.int(8);
  const rough = rng.next();
  const data: string[] = [];
  for (let i = 0; i < nrow * ncol; i++) data.push((rng.next() < 0.2 ? 0 : rng.next() * rough).toFixed(3));
  return `<hfield name="${name}" nrow="${nrow}" ncol="${ncol}" size="0.8 0.6 0.3 0.1" elevation="${data.join(' ')}"/>`;
}

/** A model of two geoms, the first on a mocap body, the second on a free one; an explicit pair keeps the oracle's broad phase out. */
export function pairXml(a: Shape, b: Shape, rng: Random): string {
  const margin = rng.next() < 0.35 ? rng.range(0.001, 0.1) : 0;
  const assets: string[] = [];
  const geom = (shape: Shape, name: string): string => {
    if (shape === 'mesh' || shape === 'sdf') assets.push(meshAsset(name, rng));
    if (shape === 'hfield') assets.push(hfieldAsset(name, rng));
    const data =
      shape === 'mesh' || shape === 'sdf'
        ? `mesh="${name}"`
        : shape === 'hfield'
          ? `hfield="${name}"`
          : sizes(shape, rng);
    return `<geom name="${name}" type="${shape}" ${data} contype="0" conaffinity="0"/>`;
  };
  const first = geom(a, 'a');
  const second = geom(b, 'b');
  return `<mujoco><asset>${assets.join('')}</asset><worldbody>
    <body mocap="true">${first}</body><body><freejoint/>${second}</body></worldbody>
    <contact><pair geom1="a" geom2="b" margin="${margin.toFixed(6)}"/></contact></mujoco>`;
}

/** What our functions need of a compiled model, copied out of the oracle. */
interface FuzzModel {
  readonly model: Foreign;
  readonly data: Foreign;
  readonly arrays: Record<string, Foreign>;
  readonly geom_size: Float64Array;
  readonly geom_rbound: Float64Array;
  readonly margin: number;
}

const COPIED =
  /^(geom_(type|size|rbound|dataid|aabb)|mesh_(vert|face|graph|poly|extrema|oct|bvh).*|oct_.*|bvh_.*|hfield_.*)$/;

function load(mj: Foreign, xml: string): FuzzModel {
  const model = mj.MjModel.from_xml_string(xml);
  const data = new mj.MjData(model);
  const arrays: Record<string, Foreign> = {};
  for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(model))) {
    if (COPIED.test(name)) arrays[name] = model[name].slice();
  }
  const margin = model.pair_margin[0] as number;
  const { geom_size, geom_rbound } = arrays as { geom_size: Float64Array; geom_rbound: Float64Array };
  return { model, data, arrays, geom_size, geom_rbound, margin };
}

/** Fills a convex shape from geom g. */
function fillShape(shape: ConvexShape, m: FuzzModel, g: number, xpos: Float64Array, xmat: Float64Array): void {
  const a = m.arrays;
  setShape(shape, a.geom_type[g], xpos, 3 * g, xmat, 9 * g, a.geom_size, 3 * g, m.margin);
  const id = a.geom_dataid[g];
  if (a.geom_type[g] < SHAPES.indexOf('mesh')) return;
  if (a.mesh_octadr[id] >= 0) setMeshOctree(shape, a.mesh_octadr[id], a.oct_child, a.oct_aabb, a.oct_coeff);
  setMeshVertices(
    shape,
    a.mesh_vert,
    a.mesh_vertadr[id],
    a.mesh_vertnum[id],
    a.mesh_graph,
    a.mesh_graphadr[id],
    a.mesh_extrema,
    27 * id,
  );
  setMeshPolygons(
    shape,
    a.mesh_polynum[id],
    a.mesh_polyadr[id],
    a.mesh_polynormal,
    a.mesh_polyvertadr,
    a.mesh_polyvertnum,
    a.mesh_polyvert,
    a.mesh_polymapadr,
    a.mesh_polymapnum,
    a.mesh_polymap,
  );
}

/** Draws a pose of both bodies into the oracle's data and runs its kinematics. */
function drawPose(mj: Foreign, m: FuzzModel, a: Shape, rng: Random): void {
  const { model, data } = m;
  const kind = rng.int(6);
  const aligned = kind >= 1 && kind <= 2;
  const orientation = (): number[] => {
    if (!aligned) return rng.quaternion();
    const q = RIGHT_ANGLES[rng.int(RIGHT_ANGLES.length)].slice();
    if (rng.next() < 0.4) {
      const noise = 10 ** rng.range(-12, -2);
      for (let i = 0; i < 4; i++) q[i] += noise * rng.range(-1, 1);
    }
    return q;
  };
  const flat = a === 'plane' || a === 'hfield';
  const far = kind === 5 ? 10 ** rng.range(1, 3) : 0;
  const origin = [rng.range(-1, 1) * far, rng.range(-1, 1) * far, rng.range(-1, 1) * far];
  const q1 = flat && rng.next() < 0.7 ? [1, 0, 0, 0] : orientation();
  const q2 = orientation();
  data.mocap_pos.set(origin);
  data.mocap_quat.set(q1);
  data.qpos.set(q2, 3);

  // direction of the second geom from the first, and its distance
  let u: number[] = rng.unit();
  if (aligned && rng.next() < 0.7) {
    u = [0, 0, 0];
    u[rng.int(3)] = rng.next() < 0.5 ? -1 : 1;
    if (rng.next() < 0.5) u = u.map((x) => x + (rng.next() < 0.5 ? 0 : rng.range(-0.5, 0.5)));
  }
  const r1 = flat ? 0 : m.geom_rbound[0];
  const reach = r1 + m.geom_rbound[1] + m.margin;
  if (flat) u = a === 'hfield' ? [rng.range(-0.8, 0.8), rng.range(-0.6, 0.6), rng.range(-0.05, 0.4)] : u;
  const place = (t: number): void => {
    for (let i = 0; i < 3; i++) data.qpos[i] = origin[i] + u[i] * t;
    mj.mj_kinematics(model, data);
  };
  if (a === 'hfield') {
    place(1);
    return;
  }
  if (kind === 3) {
    // grazing: bisect the distance to zero, then step to a signed distance around it
    let lo = 0;
    let hi = reach * 1.2 + 0.01;
    for (let i = 0; i < 40; i++) {
      const mid = (lo + hi) / 2;
      place(mid);
      if (mj.mj_geomDistance(model, data, 0, 1, 10, null) > 0) hi = mid;
      else lo = mid;
    }
    const step = rng.next() < 0.2 ? 0 : 10 ** rng.range(-9, -2) * (rng.next() < 0.7 ? -1 : 1);
    place(Math.max(0, hi + step + (rng.next() < 0.3 ? m.margin : 0)));
  } else if (kind === 4) {
    place(reach * (rng.next() < 0.05 ? 0 : rng.range(0, 0.2)));
  } else {
    place(reach * rng.range(0.05, 1));
  }
}

const rows = new Float64Array(CONTACT_STRIDE * MAX_PAIR_CONTACTS);
const frame = new Float64Array(9);

interface FoundContact {
  readonly dist: number;
  readonly pos: Float64Array;
  readonly frame: Float64Array;
}

function oracleContacts(mj: Foreign, m: FuzzModel): FoundContact[] {
  mj.mj_collision(m.model, m.data);
  const list = m.data.contact;
  const found: FoundContact[] = [];
  for (let i = 0; i < list.size(); i++) {
    const c = list.get(i);
    found.push({ dist: c.dist, pos: c.pos.slice(), frame: c.frame.slice() });
    c.delete();
  }
  list.delete();
  return found;
}

/** The oracle's driver drops pairs whose bounding spheres are apart before it asks any pair function; planes have none. */
function boundsMeet(m: FuzzModel, xpos: Float64Array): boolean {
  const [r1, r2] = m.geom_rbound;
  if (r1 === 0) return true;
  return Math.hypot(xpos[0] - xpos[3], xpos[1] - xpos[4], xpos[2] - xpos[5]) <= r1 + r2 + m.margin;
}

/** Our rows for the pair. */
function ourRows(m: FuzzModel, pair: string, xpos: Float64Array, xmat: Float64Array): number {
  const run = ANALYTIC[pair];
  if (run) return run(rows, 0, xpos, 0, xmat, 0, m.geom_size, 0, xpos, 3, xmat, 9, m.geom_size, 3, m.margin);
  if (pair.endsWith('sdf') && !boundsMeet(m, xpos)) return 0;
  fillShape(shapeB, m, 1, xpos, xmat);
  if (pair.startsWith('plane')) return planeConvex(rows, 0, xpos, 0, xmat, 0, m.margin);
  if (pair.startsWith('hfield')) {
    const a = m.arrays;
    const id = a.geom_dataid[0];
    return hfieldConvex(
      rows,
      0,
      xpos,
      0,
      xmat,
      0,
      a.hfield_size,
      4 * id,
      a.hfield_data,
      a.hfield_adr[id],
      a.hfield_nrow[id],
      a.hfield_ncol[id],
      m.geom_rbound[1],
      m.margin,
      1e-6,
      35,
    );
  }
  fillShape(shapeA, m, 0, xpos, xmat);
  if (pair === 'mesh-sdf') {
    const a = m.arrays;
    const id = a.geom_dataid[0];
    return meshSdf(
      rows,
      0,
      a.mesh_vert,
      a.mesh_vertadr[id],
      a.mesh_face,
      a.mesh_faceadr[id],
      a.bvh_aabb,
      a.bvh_child,
      a.bvh_nodeid,
      a.mesh_bvhadr[id],
      40,
      10,
    );
  }
  if (pair.endsWith('sdf')) return shapeSdf(rows, 0, m.arrays.geom_aabb, 0, m.arrays.geom_aabb, 6, 40, 10);
  return convexContacts(rows, 0, m.geom_rbound[0], m.geom_rbound[1], m.margin, 1e-6, 35, true);
}

function ourContacts(m: FuzzModel, pair: string, xpos: Float64Array, xmat: Float64Array): FoundContact[] {
  const n = ourRows(m, pair, xpos, xmat);
  const found: FoundContact[] = [];
  for (let i = 0; i < n; i++) {
    const r = i * CONTACT_STRIDE;
    frame.fill(0);
    for (let k = 0; k < 6; k++) frame[k] = rows[r + 4 + k];
    makeFrame(frame, 0);
    found.push({ dist: rows[r], pos: rows.slice(r + 1, r + 4), frame: frame.slice() });
  }
  return found;
}

const gap = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  let g = 0;
  for (let i = 0; i < a.length; i++) g = Math.max(g, Math.abs(a[i] - b[i]));
  return g;
};

function compare(report: PairReport, theirs: FoundContact[], ours: FoundContact[], pose: () => string): void {
  report.poses++;
  if (theirs.length > 0) report.touching++;
  if (theirs.length !== ours.length) {
    report.countDiffers++;
    if (report.examples.length < 5) report.examples.push(`count ${theirs.length} ours ${ours.length} ${pose()}`);
    return;
  }
  let dist = 0;
  let pos = 0;
  let turn = 0;
  for (let i = 0; i < ours.length; i++) {
    dist = Math.max(dist, Math.abs(ours[i].dist - theirs[i].dist));
    pos = Math.max(pos, gap(ours[i].pos, theirs[i].pos));
    turn = Math.max(turn, gap(ours[i].frame, theirs[i].frame));
  }
  if (dist === 0 && pos === 0 && turn === 0) report.bitEqual++;
  const tolerance = report.analytic ? ANALYTIC_TOLERANCE : CCD_TOLERANCE;
  if (!(Math.max(dist, report.analytic ? pos : 0, turn) <= tolerance)) {
    report.valueDiffers++;
    if (report.examples.length < 5) report.examples.push(`values ${dist} ${pos} ${turn} ${pose()}`);
  }
  report.maxDist = Math.max(report.maxDist, dist);
  report.maxPos = Math.max(report.maxPos, pos);
  report.maxFrame = Math.max(report.maxFrame, turn);
}

/** Runs one pair type. */
export function fuzzPair(mj: Foreign, a: Shape, b: Shape, poses: number, seed: number): PairReport {
  const pair = `${a}-${b}`;
  const report: PairReport = {
    pair,
    analytic: pair in ANALYTIC,
    poses: 0,
    touching: 0,
    countDiffers: 0,
    valueDiffers: 0,
    bitEqual: 0,
    maxDist: 0,
    maxPos: 0,
    maxFrame: 0,
    examples: [],
  };
  const rng = new Random(seed);
  const models = Math.max(1, Math.ceil(poses / 50));
  for (let i = 0; i < models; i++) {
    const xml = pairXml(a, b, rng);
    const m = load(mj, xml);
    for (let k = 0; k < 50 && report.poses < poses; k++) {
      drawPose(mj, m, a, rng);
      const xpos = m.data.geom_xpos.slice() as Float64Array;
      const xmat = m.data.geom_xmat.slice() as Float64Array;
      const theirs = oracleContacts(mj, m);
      const ours = ourContacts(m, pair, xpos, xmat);
      compare(report, theirs, ours, () =>
        JSON.stringify({ xml, qpos: [...m.data.qpos], mocap: [...m.data.mocap_pos, ...m.data.mocap_quat] }),
      );
    }
    m.data.delete();
    m.model.delete();
  }
  return report;
}

/** Runs every pair; the same options give the same poses. */
export function fuzz(mj: Foreign, options: FuzzOptions): PairReport[] {
  const seed = options.seed ?? 1;
  return PAIRS.filter(([a, b]) => !options.only || `${a}-${b}`.includes(options.only)).map(([a, b], i) =>
    fuzzPair(mj, a, b, options.poses, seed + 7919 * i),
  );
}

/** One line per pair. */
export function formatReport(r: PairReport): string {
  const e = (x: number) => x.toExponential(1).padStart(8);
  return `${r.pair.padEnd(20)} poses ${r.poses} touching ${r.touching} count≠ ${r.countDiffers} value≠ ${r.valueDiffers} bits= ${r.bitEqual} dist ${e(r.maxDist)} pos ${e(r.maxPos)} frame ${e(r.maxFrame)}`;
}

/** Contacts of both engines at a pose that a report gave as an example. */
export function fuzzOne(
  mj: Foreign,
  pair: string,
  example: { xml: string; qpos: number[]; mocap: number[] },
): { theirs: FoundContact[]; ours: FoundContact[] } {
  const m = load(mj, example.xml);
  m.data.qpos.set(example.qpos);
  m.data.mocap_pos.set(example.mocap.slice(0, 3));
  m.data.mocap_quat.set(example.mocap.slice(3));
  mj.mj_kinematics(m.model, m.data);
  const xpos = m.data.geom_xpos.slice() as Float64Array;
  const xmat = m.data.geom_xmat.slice() as Float64Array;
  return { theirs: oracleContacts(mj, m), ours: ourContacts(m, pair, xpos, xmat) };
}
