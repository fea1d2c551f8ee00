/**
 * Collision fuzzer: for each pair of shape types, two geoms at many random poses, contacts of the oracle against ours.
 *
 *     npm run fuzz:collision -- [--poses 5000] [--only box-mesh] [--seed 1] [--portal]
 *
 * Poses come from classes that stress different branches: general, aligned (exactly and nearly parallel faces, edge on edge), grazing
 * (moved to a distance of about zero), deep (centres close together), far from the origin. Sizes, margins and meshes change with the model.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { collision, type Data, kinematics, type Model, makeData } from '@qpos/core';
import { oracleContactPart } from '../compare/contacts.ts';
import { callOracle, loadOracle, loadOracleXml, type Oracle, type OracleStruct } from '../oracle/oracle.ts';
import { modelFromOracle } from '../oracle/transfer.ts';

interface PairReport {
  readonly pair: string;
  poses: number;
  touching: number;
  countDiffers: number;
  /** Poses with equal count where some value is beyond the tolerance of the pair. */
  valueDiffers: number;
  bitEqual: number;
  maxDist: number;
  maxPos: number;
  maxFrame: number;
  /** The first poses that differ, for a closer look. */
  readonly examples: string[];
}

/** Closed forms agree to rounding. */
const ANALYTIC_TOLERANCE = 1e-9;
/** Iterative pairs agree in distance and normal to the tolerance of their iteration. */
const CCD_TOLERANCE = 1e-5;

/** How often sizes and meshes change; the oracle takes a second for an octree. */
const POSES_PER_MODEL = 40;
const POSES_PER_FIELD = 200;

const SHAPES = ['plane', 'hfield', 'sphere', 'capsule', 'ellipsoid', 'cylinder', 'box', 'mesh', 'sdf'] as const;
type Shape = (typeof SHAPES)[number];

const ANALYTIC = new Set([
  'plane-sphere',
  'plane-capsule',
  'plane-ellipsoid',
  'plane-cylinder',
  'plane-box',
  'plane-mesh',
  'sphere-sphere',
  'sphere-capsule',
  'sphere-cylinder',
  'sphere-box',
  'capsule-capsule',
  'capsule-box',
  'box-box',
]);

/** All pairs of the collision table that have a function, in the oracle's type order. */
export const PAIRS: readonly (readonly [Shape, Shape])[] = SHAPES.flatMap((a, i) =>
  SHAPES.slice(i)
    .filter((b) => !(SHAPES.indexOf(a) < 2 && SHAPES.indexOf(b) < 2) && !(a === 'hfield' && b === 'sdf'))
    .map((b) => [a, b] as const),
);

/** xorshift128 with a fixed seed. */
class Random {
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

/** The default collider of convex shapes, or portal refinement. */
export type Collider = 'native' | 'portal';

/** A model of two geoms, the first on a mocap body, the second on a free one; an explicit pair keeps the oracle's broad phase out. */
function pairXml(a: Shape, b: Shape, rng: Random, collider: Collider): string {
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
  const flag = collider === 'portal' ? '<option><flag nativeccd="disable"/></option>' : '';
  return `<mujoco>${flag}<asset>${assets.join('')}</asset><worldbody>
    <body mocap="true">${first}</body><body><freejoint/>${second}</body></worldbody>
    <contact><pair geom1="a" geom2="b" margin="${margin.toFixed(6)}"/></contact></mujoco>`;
}

interface FuzzModel {
  readonly oracle: Oracle;
  readonly model: OracleStruct;
  readonly data: OracleStruct;
  readonly qpos: Float64Array;
  readonly rbound: readonly number[];
  readonly margin: number;
  readonly ourModel: Model;
  readonly ourData: Data;
}

const array = (struct: OracleStruct, name: string): Float64Array => struct[name] as Float64Array;

function load(oracle: Oracle, xml: string): FuzzModel {
  const { model, data } = loadOracleXml(oracle, xml);
  const ourModel = modelFromOracle(model);
  return {
    oracle,
    model,
    data,
    qpos: new Float64Array(7),
    rbound: Array.from(array(model, 'geom_rbound')),
    margin: array(model, 'pair_margin')[0] as number,
    ourModel,
    ourData: makeData(ourModel),
  };
}

/** Draws a pose of both bodies into the oracle's data and runs its kinematics. */
function drawPose(m: FuzzModel, a: Shape, rng: Random): void {
  const { oracle, model, data, qpos } = m;
  const kind = rng.int(6);
  const aligned = kind >= 1 && kind <= 2;
  const orientation = (): number[] => {
    if (!aligned) return rng.quaternion();
    const q = [...(RIGHT_ANGLES[rng.int(RIGHT_ANGLES.length)] as number[])];
    if (rng.next() < 0.4) {
      const noise = 10 ** rng.range(-12, -2);
      return q.map((x) => x + noise * rng.range(-1, 1));
    }
    return q;
  };
  const flat = a === 'plane' || a === 'hfield';
  const far = kind === 5 ? 10 ** rng.range(1, 3) : 0;
  const origin = [rng.range(-1, 1) * far, rng.range(-1, 1) * far, rng.range(-1, 1) * far];
  const q1 = flat && rng.next() < 0.7 ? [1, 0, 0, 0] : orientation();
  const q2 = orientation();
  array(data, 'mocap_pos').set(origin);
  array(data, 'mocap_quat').set(q1);
  qpos.set(q2, 3);

  // direction of the second geom from the first, and its distance
  let u: number[] = rng.unit();
  if (aligned && rng.next() < 0.7) {
    u = [0, 0, 0];
    u[rng.int(3)] = rng.next() < 0.5 ? -1 : 1;
    if (rng.next() < 0.5) u = u.map((x) => x + (rng.next() < 0.5 ? 0 : rng.range(-0.5, 0.5)));
  }
  const [r1, r2] = m.rbound as [number, number];
  const reach = (flat ? 0 : r1) + r2 + m.margin;
  if (flat) u = a === 'hfield' ? [rng.range(-0.8, 0.8), rng.range(-0.6, 0.6), rng.range(-0.05, 0.4)] : u;
  const place = (t: number): void => {
    u.forEach((x, i) => {
      qpos[i] = (origin[i] as number) + x * t;
    });
    array(data, 'qpos').set(qpos);
    callOracle(oracle, 'mj_kinematics', model, data);
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
      if ((callOracle(oracle, 'mj_geomDistance', model, data, 0, 1, 10, null) as number) > 0) hi = mid;
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

/** A contact: distance, position, frame. */
type Found = readonly number[];

function oracleContacts(m: FuzzModel): Found[] {
  callOracle(m.oracle, 'mj_collision', m.model, m.data);
  const dist = oracleContactPart(m.data, 'dist');
  const pos = oracleContactPart(m.data, 'pos');
  const frame = oracleContactPart(m.data, 'frame');
  return dist.map((d, i) => [d, ...pos.slice(3 * i, 3 * i + 3), ...frame.slice(9 * i, 9 * i + 9)]);
}

/** Our contacts, from the oracle's geom poses. */
function ourContacts(m: FuzzModel): Found[] {
  const d = m.ourData;
  d.qpos.set(array(m.data, 'qpos'));
  d.mocap_pos.set(array(m.data, 'mocap_pos'));
  d.mocap_quat.set(array(m.data, 'mocap_quat'));
  kinematics(m.ourModel, d);
  d.geom_xpos.set(array(m.data, 'geom_xpos'));
  d.geom_xmat.set(array(m.data, 'geom_xmat'));
  collision(m.ourModel, d);
  const found: Found[] = [];
  for (let i = 0; i < d.ncon; i++) {
    const { dist, pos, frame } = d.contact;
    found.push([
      dist[i] as number,
      ...Array.from(pos.slice(3 * i, 3 * i + 3)),
      ...Array.from(frame.slice(9 * i, 9 * i + 9)),
    ]);
  }
  return found;
}

function gap(a: Found, b: Found, from: number, to: number): number {
  let g = 0;
  for (let i = from; i < to; i++) g = Math.max(g, Math.abs((a[i] as number) - (b[i] as number)));
  return g;
}

function compare(report: PairReport, theirs: Found[], ours: Found[], pose: () => string): void {
  report.poses++;
  if (theirs.length > 0) report.touching++;
  if (theirs.length !== ours.length) {
    report.countDiffers++;
    if (report.examples.length < 5) report.examples.push(`${theirs.length} contacts, ours ${ours.length}: ${pose()}`);
    return;
  }
  let dist = 0;
  let pos = 0;
  let frame = 0;
  theirs.forEach((t, i) => {
    const o = ours[i] as Found;
    dist = Math.max(dist, gap(t, o, 0, 1));
    pos = Math.max(pos, gap(t, o, 1, 4));
    frame = Math.max(frame, gap(t, o, 4, 13));
  });
  const analytic = ANALYTIC.has(report.pair);
  const tolerance = analytic ? ANALYTIC_TOLERANCE : CCD_TOLERANCE;
  if (dist === 0 && pos === 0 && frame === 0) report.bitEqual++;
  if (!(Math.max(dist, analytic ? pos : 0, frame) <= tolerance)) {
    report.valueDiffers++;
    if (report.examples.length < 5) report.examples.push(`dist ${dist} pos ${pos} frame ${frame}: ${pose()}`);
  }
  report.maxDist = Math.max(report.maxDist, dist);
  report.maxPos = Math.max(report.maxPos, pos);
  report.maxFrame = Math.max(report.maxFrame, frame);
}

/** Runs one pair type; the same seed gives the same poses. */
export function fuzzPair(
  oracle: Oracle,
  a: Shape,
  b: Shape,
  poses: number,
  seed: number,
  collider: Collider = 'native',
): PairReport {
  const report: PairReport = {
    pair: `${a}-${b}`,
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
  const posesPerModel = b === 'sdf' ? POSES_PER_FIELD : POSES_PER_MODEL;
  while (report.poses < poses) {
    const xml = pairXml(a, b, rng, collider);
    const m = load(oracle, xml);
    for (let k = 0; k < posesPerModel && report.poses < poses; k++) {
      drawPose(m, a, rng);
      const theirs = oracleContacts(m);
      compare(report, theirs, ourContacts(m), () =>
        JSON.stringify({
          xml,
          qpos: [...m.qpos],
          mocap: [...array(m.data, 'mocap_pos'), ...array(m.data, 'mocap_quat')],
        }),
      );
    }
    m.data.delete();
    m.model.delete();
  }
  return report;
}

/** One line of the report. */
function formatPair(r: PairReport): string {
  const e = (x: number) => x.toExponential(1).padStart(8);
  return [
    r.pair.padEnd(20),
    `poses ${r.poses}`,
    `touching ${r.touching}`,
    `count differs ${r.countDiffers}`,
    `values differ ${r.valueDiffers}`,
    `equal to the bit ${r.bitEqual}`,
    `dist ${e(r.maxDist)} pos ${e(r.maxPos)} frame ${e(r.maxFrame)}`,
  ].join('  ');
}

const usage = `npm run fuzz:collision [-- options]
Compares the contacts of every pair of shapes with the official MuJoCo build, in random poses: a line per pair.
  --poses N       poses per pair (5000)
  --seed N        seed of the poses (1)
  --only NAME     only pairs whose name has this in it
  --portal        with the older algorithm for convex shapes`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      poses: { type: 'string' },
      seed: { type: 'string' },
      only: { type: 'string' },
      portal: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) {
    console.log(usage);
    return;
  }
  const oracle = await loadOracle();
  let pairs = 0;
  let bad = 0;
  for (const [i, [a, b]] of PAIRS.entries()) {
    if (values.only !== undefined && !`${a}-${b}`.includes(values.only)) continue;
    const report = fuzzPair(
      oracle,
      a,
      b,
      Number(values.poses ?? 5000),
      Number(values.seed ?? 1) + 7919 * i,
      values.portal === true ? 'portal' : 'native',
    );
    console.log(formatPair(report));
    for (const example of report.examples) console.log(`  ${example}`);
    pairs++;
    bad += report.countDiffers + report.valueDiffers;
  }
  console.log(`${pairs} pairs, ${bad} poses differ`);
  process.exitCode = bad > 0 ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
