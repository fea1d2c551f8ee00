import { differences, loadOracle, makeRandom, makeTwin, type Random, type Twin } from '@qpos/conformance';
import { beforeAll, describe, expect, test } from 'vitest';
import { fwdKinematics, integratePos, normalizeQuat } from '../../index.ts';

/** Elementary functions differ by an ulp; the point of contact with the inside of a circle is found to 1e-6 and its ulps grow from there. */
const TOLERANCE = 1e-12;

/** Central differences lose a third of the digits twice: rounding over the step, and its square. */
const STEP = 1e-6;
const DIFFERENCE_TOLERANCE = 1e-6;

const MECHANISMS = 100;
const STATES = 20;

/** Pairs of states tried per mechanism; most have a path of another kind at their ends. */
const GRAZING_STATES = 10;
/** How close the two states are at last: some ulps, that neither side falls to the other by rounding. */
const GRAZE = 1e-12;

const text = (r: Random, n: number, size: number): string =>
  Array.from({ length: n }, () => r.uniform(-size, size).toPrecision(6)).join(' ');

/** Two bodies that float around a static one, each with a sphere and a cylinder, and a tendon that takes one of the wrapping paths. */
function randomTendon(r: Random): string {
  const round = r.uniform(0.05, 0.3).toPrecision(4);
  const body = (name: string, joint: string) => `<body name="${name}" pos="${text(r, 3, 0.6)}">${joint}
    <geom name="${name}" type="${r.chance(0.5) ? 'sphere' : 'cylinder'}" size="${round} .1" euler="${text(r, 3, 180)}" mass="1"/>
    <site name="${name}0" pos="${text(r, 3, 0.5)}"/><site name="${name}1" pos="${text(r, 3, 0.4)}"/>
    <site name="${name}in" pos="${text(r, 3, 0.03)}"/></body>`;
  const geom = (name: string) => {
    const side = r.below(4);
    return `<geom geom="${name}" ${side === 1 ? `sidesite="${name}in"` : ''} ${side === 2 ? 'sidesite="b1"' : ''}/>`;
  };
  const path = [
    `<site site="a0"/>${geom('c')}<site site="b0"/>`,
    r.chance(0.3) ? `<pulley divisor="${r.uniform(1, 3).toPrecision(3)}"/><site site="b0"/>` : '',
    r.chance(0.5) ? `${geom('a')}<site site="c1"/>` : '<site site="a1"/>',
  ].join('');
  return `<mujoco><worldbody>${body('c', r.chance(0.5) ? '' : '<joint axis="1 2 3"/>')}
    ${body('a', '<freejoint/>')}${body('b', '<joint type="ball"/><joint type="slide" pos=".1 0 0"/>')}</worldbody>
    <tendon><spatial>${path}</spatial></tendon></mujoco>`;
}

let oracle: Awaited<ReturnType<typeof loadOracle>>;
beforeAll(async () => {
  oracle = await loadOracle();
});

function scatter(twin: Twin, r: Random): void {
  const { model, data, oracleData } = twin;
  data.qpos.set(model.qpos0.map((x) => x + r.uniform(-0.5, 0.5)));
  normalizeQuat(model, data.qpos);
  (oracleData['qpos'] as Float64Array).set(data.qpos);
}

/** Largest difference of the Jacobian from central differences of the length; undefined where the path changes its kind in between. */
function differenceError(twin: Twin): number | undefined {
  const { model, data } = twin;
  const J = new Float64Array(model.nv);
  for (let k = 0; k < model.nJten; k++) J[model.ten_J_colind[k]] = data.ten_J[k];
  const here = data.qpos.slice();
  const points = data.wrap_obj.join();
  let worst = 0;
  let same = true;
  const lengthAt = (i: number, step: number): number => {
    const velocity = new Float64Array(model.nv);
    velocity[i] = 1;
    data.qpos.set(here);
    integratePos(model, data.qpos, velocity, step);
    fwdKinematics(model, data);
    same &&= data.wrap_obj.join() === points;
    return data.ten_length[0];
  };
  for (let i = 0; i < model.nv; i++)
    worst = Math.max(worst, Math.abs((lengthAt(i, STEP) - lengthAt(i, -STEP)) / (2 * STEP) - J[i]));
  data.qpos.set(here);
  return same ? worst : undefined;
}

/** Two states, `GRAZE` apart, between which the path changes its kind; undefined if the path is the same at both ends. */
function bisectPath(twin: Twin, r: Random): [Float64Array, Float64Array] | undefined {
  const { model, data } = twin;
  const kindAt = (qpos: Float64Array): string => {
    data.qpos.set(qpos);
    data.wrap_obj.fill(-9);
    fwdKinematics(model, data);
    return data.wrap_obj.join();
  };
  scatter(twin, r);
  let from = data.qpos.slice();
  scatter(twin, r);
  let to = data.qpos.slice();
  const kind = kindAt(from);
  if (kindAt(to) === kind) return undefined;
  while (Math.max(...from.map((x, i) => Math.abs(x - to[i]))) > GRAZE) {
    const middle = from.map((x, i) => 0.5 * (x + to[i]));
    normalizeQuat(model, middle);
    if (kindAt(middle) === kind) from = middle;
    else to = middle;
  }
  return [from, to];
}

describe('tendon', () => {
  test('2,000 random paths around spheres and cylinders equal the oracle, and their Jacobians finite differences', () => {
    const kinds = new Map<string, number>();
    const far: number[] = [];
    let exact = 0;
    for (let k = 0; k < MECHANISMS; k++) {
      const r = makeRandom(100 + k);
      const twin = makeTwin(oracle, randomTendon(r));
      for (let n = 0; n < STATES; n++) {
        scatter(twin, r);
        twin.call('mj_fwdPosition');
        twin.data.wrap_obj.fill(-9);
        fwdKinematics(twin.model, twin.data);
        expect(differences(twin.data, twin.oracleData, ['ten_length', 'ten_J'], TOLERANCE), `${k}, ${n}`).toEqual([]);
        if (differences(twin.data, twin.oracleData, ['ten_length', 'ten_J'], 0).length === 0) exact++;
        const kind = [...twin.data.wrap_obj].filter((x) => x !== -9).join();
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
        const error = differenceError(twin);
        if (error !== undefined && error > DIFFERENCE_TOLERANCE) far.push(error);
      }
      twin.release();
    }
    expect(kinds.size).toBeGreaterThan(5);
    expect(exact).toBeGreaterThan(0.7 * MECHANISMS * STATES);
    expect(far.length).toBeLessThan(0.01 * MECHANISMS * STATES);
  });

  test('grazing: on both sides of where a path starts to wrap, it equals the oracle', () => {
    let grazing = 0;
    for (let k = 0; k < MECHANISMS; k++) {
      const r = makeRandom(5000 + k);
      const twin = makeTwin(oracle, randomTendon(r));
      for (let n = 0; n < GRAZING_STATES; n++) {
        const states = bisectPath(twin, r);
        if (states === undefined) continue;
        grazing++;
        for (const qpos of states) {
          twin.data.qpos.set(qpos);
          (twin.oracleData['qpos'] as Float64Array).set(qpos);
          twin.call('mj_fwdPosition');
          fwdKinematics(twin.model, twin.data);
          expect(differences(twin.data, twin.oracleData, ['ten_length', 'ten_J'], TOLERANCE), `${k}`).toEqual([]);
        }
      }
      twin.release();
    }
    expect(grazing).toBeGreaterThan(100);
  });
});
