/**
 * Collision fuzzer: for each pair of shape types, two geoms at many random poses, contacts of the oracle against ours; then flexes (flex-fuzz.ts).
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
import { type Collider, compare, emptyReport, type Found, formatPair, type PairReport } from './collision-report.ts';
import { FLEX_PAIRS, fuzzFlex } from './flex-fuzz.ts';
import { hfieldAsset, meshAsset, Random, RIGHT_ANGLES, SHAPES, type Shape, sizes } from './random-shapes.ts';

/** How often sizes and meshes change; the oracle takes a second for an octree. */
const POSES_PER_MODEL = 40;
const POSES_PER_FIELD = 200;

/** All pairs of the collision table that have a function, in the oracle's type order. */
export const PAIRS: readonly (readonly [Shape, Shape])[] = SHAPES.flatMap((a, i) =>
  SHAPES.slice(i)
    .filter((b) => !(SHAPES.indexOf(a) < 2 && SHAPES.indexOf(b) < 2) && !(a === 'hfield' && b === 'sdf'))
    .map((b) => [a, b] as const),
);

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

/** Runs one pair type; the same seed gives the same poses. */
export function fuzzPair(
  oracle: Oracle,
  a: Shape,
  b: Shape,
  poses: number,
  seed: number,
  collider: Collider = 'native',
): PairReport {
  const report = emptyReport(`${a}-${b}`);
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

const usage = `npm run fuzz:collision [-- options]
Compares the contacts of every pair of shapes, and of flexes with each, with the official MuJoCo build, in random poses: a line per pair.
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
  const poses = Number(values.poses ?? 5000);
  const seed = Number(values.seed ?? 1);
  const collider = values.portal === true ? 'portal' : 'native';
  const wanted = ([a, b]: readonly [string, string]): boolean =>
    values.only === undefined || `${a}-${b}`.includes(values.only);
  let pairs = 0;
  let bad = 0;
  const show = (report: PairReport): void => {
    console.log(formatPair(report));
    for (const example of report.examples) console.log(`  ${example}`);
    pairs++;
    bad += report.countDiffers + report.valueDiffers;
  };
  for (const [i, pair] of PAIRS.entries())
    if (wanted(pair)) show(fuzzPair(oracle, ...pair, poses, seed + 7919 * i, collider));
  for (const [i, pair] of FLEX_PAIRS.entries())
    if (wanted(pair)) show(fuzzFlex(oracle, ...pair, poses, seed + 7919 * i, collider));
  console.log(`${pairs} pairs, ${bad} poses differ`);
  process.exitCode = bad > 0 ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
