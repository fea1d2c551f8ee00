/**
 * The part of the collision fuzzer that is about flexes: each shape against lines, triangles and tetrahedra, these against each other and
 * themselves, with all vertices moved at random; elements that are flat or turned inside out are among them.
 */
import { collision, type Data, fwdPosition, type Model, makeData } from '@qpos/core';
import { oracleContactPart } from '../compare/contacts.ts';
import { callOracle, loadOracleXml, type Oracle, type OracleStruct } from '../oracle/oracle.ts';
import { copyState, dataFromOracle, modelFromOracle } from '../oracle/transfer.ts';
import { type Collider, compare, emptyReport, type Found, type PairReport } from './collision-report.ts';
import { hfieldAsset, meshAsset, Random, RIGHT_ANGLES, SHAPES, type Shape, sizes } from './random-shapes.ts';

const FLEXES = ['line', 'triangles', 'tetrahedra'] as const;
export type FlexShape = (typeof FLEXES)[number];

/** What a flex collides with: a geom, another flex, or itself; signed distance fields only meet triangles. */
export const FLEX_PAIRS: readonly (readonly [Shape | FlexShape | 'self' | 'internal', FlexShape])[] = FLEXES.flatMap(
  (f) =>
    [...SHAPES.filter((s) => s !== 'sdf' || f === 'triangles'), ...FLEXES, 'self' as const, 'internal' as const].map(
      (a) => [a, f] as const,
    ),
);

const POSES_PER_MODEL = 20;
const isFlex = (a: string): a is FlexShape => (FLEXES as readonly string[]).includes(a);

const grids: Record<FlexShape, string> = {
  line: 'dim="1" count="8 1 1"',
  triangles: 'dim="2" count="4 4 1"',
  tetrahedra: 'dim="3" count="2 2 3"',
};

function flexXml(name: string, shape: FlexShape, contact: string, rng: Random): string {
  const close = contact.includes('internal="true"');
  const s = () => (close ? rng.range(0.08, 0.1) : rng.range(0.13, 0.25)).toFixed(4);
  const radius = (close ? 0.03 : rng.next() < 0.2 ? 0.001 : rng.range(0.005, 0.035)).toFixed(4);
  return `<flexcomp name="${name}" type="grid" ${grids[shape]} spacing="${s()} ${s()} ${s()}" radius="${radius}" mass="1">
    <contact ${contact}/></flexcomp>`;
}

/** A model of a flex and what it collides with: a geom on a mocap body, another flex, or nothing. */
function pairXml(a: string, b: FlexShape, rng: Random, collider: Collider): string {
  const margin =
    a !== 'internal' && rng.next() < 0.35
      ? `margin="${rng.range(0.001, 0.05).toFixed(4)}" gap="${rng.range(0, 0.02).toFixed(4)}"`
      : '';
  const self = a === 'self' ? `selfcollide="${['narrow', 'bvh', 'sap', 'auto'][rng.int(4)]}"` : 'selfcollide="none"';
  const flex = flexXml('b', b, `${self} internal="${a === 'internal'}" ${margin}`, rng);
  const flags = [collider === 'portal' ? 'nativeccd="disable"' : '', rng.next() < 0.3 ? 'midphase="disable"' : ''];
  let assets = '';
  let first = '';
  if (isFlex(a)) first = flexXml('a', a, `selfcollide="none" ${margin}`, rng);
  else if (a !== 'self' && a !== 'internal') {
    if (a === 'mesh' || a === 'sdf') assets = meshAsset('a', rng);
    if (a === 'hfield') assets = hfieldAsset('a', rng);
    const data = a === 'mesh' || a === 'sdf' ? 'mesh="a"' : a === 'hfield' ? 'hfield="a"' : sizes(a as Shape, rng);
    first = `<body mocap="true"><geom type="${a}" ${data} ${margin}/></body>`;
  }
  return `<mujoco><option><flag ${flags.join(' ')}/></option><asset>${assets}</asset><worldbody>${first}${flex}</worldbody></mujoco>`;
}

/** Moves everything: vertices by up to one of the amounts, the geom to a right angle or any. */
function drawPose(data: OracleStruct, amounts: readonly number[], rng: Random): void {
  const qpos = data['qpos'] as Float64Array;
  const amount = amounts[rng.int(amounts.length)] as number;
  for (let i = 0; i < qpos.length; i++) qpos[i] = amount * rng.range(-1, 1);
  const pos = data['mocap_pos'] as Float64Array;
  const quat = data['mocap_quat'] as Float64Array;
  if (pos.length === 0) return;
  const aligned = rng.next() < 0.4;
  pos.set(aligned ? [0, 0, rng.range(-0.2, 0.1)] : [rng.range(-0.2, 0.2), rng.range(-0.2, 0.2), rng.range(-0.2, 0.1)]);
  quat.set(aligned ? (RIGHT_ANGLES[rng.int(RIGHT_ANGLES.length)] as number[]) : rng.quaternion());
}

/** Contacts as the fuzzer compares them, after them what both sides are. */
function found(
  count: number,
  part: (name: 'dist' | 'pos' | 'frame' | 'elem' | 'vert' | 'flex') => ArrayLike<number>,
): Found[] {
  const of = (name: Parameters<typeof part>[0], width: number): ((i: number) => number[]) => {
    const values = Array.from(part(name));
    return (i) => values.slice(width * i, width * i + width);
  };
  const [dist, pos, frame] = [of('dist', 1), of('pos', 3), of('frame', 9)];
  const [elem, vert, flex] = [of('elem', 2), of('vert', 2), of('flex', 2)];
  return Array.from({ length: count }, (_, i) => [
    ...dist(i),
    ...pos(i),
    ...frame(i),
    ...elem(i),
    ...vert(i),
    ...flex(i),
  ]);
}

/** First number of a contact that says what its sides are. */
const IDS = 13;

/** Our contacts, from the oracle's vertices and boxes. */
function ourContacts(m: Model, d: Data, data: OracleStruct): Found[] {
  copyState(data, d);
  fwdPosition(m, d);
  dataFromOracle(data, d);
  collision(m, d);
  return found(d.ncon, (name) => d.contact[name]);
}

/** Runs one pair; the same seed gives the same poses. */
export function fuzzFlex(
  oracle: Oracle,
  a: string,
  b: FlexShape,
  poses: number,
  seed: number,
  collider: Collider = 'native',
): PairReport {
  const report = emptyReport(`${a}-${b}`);
  const amounts = a === 'self' ? [0.02, 0.15, 0.25, 0.4] : a === 'internal' ? [0.05, 0.08, 0.15] : [0, 0.02, 0.1, 0.25];
  const rng = new Random(seed);
  while (report.poses < poses) {
    const xml = pairXml(a, b, rng, collider);
    const { model, data } = loadOracleXml(oracle, xml);
    const m = modelFromOracle(model);
    const d = makeData(m);
    for (let k = 0; k < POSES_PER_MODEL && report.poses < poses; k++) {
      drawPose(data, amounts, rng);
      callOracle(oracle, 'mj_fwdPosition', model, data);
      const theirs = found(Number(data['ncon']), (name) => oracleContactPart(data, name));
      const ours = ourContacts(m, d, data);
      const pose = (): string =>
        JSON.stringify({
          xml,
          qpos: Array.from(data['qpos'] as Float64Array),
          mocap: Array.from(data['mocap_pos'] as Float64Array),
        });
      const sameSides = theirs.every((t, i) => ours[i]?.slice(IDS).join() === t.slice(IDS).join());
      compare(report, theirs, sameSides || ours.length !== theirs.length ? ours : [], pose);
    }
    data.delete();
    model.delete();
  }
  return report;
}
