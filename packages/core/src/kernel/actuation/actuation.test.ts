import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  bytesPerCall,
  differences,
  loadOracle,
  makeDrive,
  makeRandom,
  makeTwin,
  type Random,
  type Twin,
} from '@qpos/conformance';
import { beforeAll, describe, expect, test } from 'vitest';
import { backendName, forward, fwdActuation, step, tendon, transmission } from '../../index.ts';

/** Elementary functions differ by an ulp; a filter or a servo multiplies that by its gain. */
const TOLERANCE = 1e-11;

/** After so many steps the ulps have grown with the dynamics. */
const STEPS = 50;
const STEP_TOLERANCE = 1e-8;

/** What the measurement itself leaves per call. */
const NOISE = 8;

/** Bytes per element that the `js` back end may leave in numbers that its engine boxes. */
const BOXED = 500;

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../../../conformance/models');
const fields = [
  'ten_length',
  'ten_J',
  'ten_velocity',
  'ten_wrapadr',
  'ten_wrapnum',
  'actuator_length',
  'actuator_velocity',
  'moment_rownnz',
  'moment_rowadr',
  'actuator_force',
  'act_dot',
  'qfrc_actuator',
  'qfrc_passive',
  'qfrc_bias',
  'M',
  'qfrc_smooth',
  'qacc_smooth',
] as const;
const stateFields = ['qpos', 'qvel', 'act', 'history', 'ten_length', 'actuator_length', 'actuator_force'] as const;

function files(folder: string): [string, string][] {
  const names = fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.xml'));
  return names.map((name) => [`${folder}/${name}`, fs.readFileSync(path.join(root, folder, name), 'utf8')]);
}

let oracle: Awaited<ReturnType<typeof loadOracle>>;
beforeAll(async () => {
  oracle = await loadOracle();
});

/** Positions, velocities, activations and controls at random, the same in both engines. */
function scatter(twin: Twin, r: Random, size: number): void {
  const { data, oracleData, model } = twin;
  twin.call('mj_resetData');
  const qpos = oracleData['qpos'] as Float64Array;
  qpos.set(model.qpos0.map((x) => x + r.uniform(-size, size)));
  data.qpos.set(qpos);
  data.qvel.set(data.qvel.map(() => r.uniform(-2, 2)));
  data.act.set(data.act.map(() => r.uniform(-0.5, 1.5)));
  data.ctrl.set(data.ctrl.map(() => r.uniform(-2, 2)));
  for (const name of ['qvel', 'act', 'ctrl'] as const) (oracleData[name] as Float64Array).set(data[name]);
}

describe.each([...files('actuation'), ...files('tendon')])('%s', (_name, xml) => {
  test('every stage equals the oracle at 20 random states', () => {
    const twin = makeTwin(oracle, xml);
    const r = makeRandom(7);
    for (let k = 0; k < 20; k++) {
      scatter(twin, r, 0.1 * k);
      twin.call('mj_forward');
      forward(twin.model, twin.data);
      expect(differences(twin.data, twin.oracleData, fields, TOLERANCE), `state ${k}`).toEqual([]);
      expect(momentOf(twin, twin.data), `state ${k}`).toEqual(momentOf(twin, twin.oracleData));
      expect(pathOf(twin, twin.data), `state ${k}`).toEqual(pathOf(twin, twin.oracleData));
    }
    twin.release();
  });

  test('50 driven steps equal the oracle', () => {
    const twin = makeTwin(oracle, xml);
    const drive = makeDrive(twin.oracleModel);
    for (let k = 0; k < STEPS; k++) {
      drive(twin.oracleData);
      drive(twin.data);
      twin.call('mj_step');
      step(twin.model, twin.data);
    }
    expect(differences(twin.data, twin.oracleData, stateFields, STEP_TOLERANCE)).toEqual([]);
    twin.release();
  });
});

/** The elements of the moments that are in use. */
function momentOf(twin: Twin, data: object): string[] {
  const { moment_rowadr, moment_rownnz, moment_colind, actuator_moment } = data as Record<string, Float64Array>;
  const last = twin.model.nout - 1;
  const count = last < 0 ? 0 : moment_rowadr[last] + moment_rownnz[last];
  return Array.from({ length: count }, (_, k) => `${moment_colind[k]}: ${rounded(actuator_moment[k])}`);
}

const rounded = (x: number): string => x.toFixed(9).replace('-0.000000000', '0.000000000');

/** The points of all tendon paths: what they are on, and where. */
function pathOf(twin: Twin, data: object): string[] {
  const { ten_wrapadr, ten_wrapnum, wrap_obj, wrap_xpos } = data as Record<string, Float64Array>;
  const points: string[] = [];
  for (let t = 0; t < twin.model.ntendon; t++)
    for (let n = ten_wrapadr[t]; n < ten_wrapadr[t] + ten_wrapnum[t]; n++)
      points.push(`${wrap_obj[n]}: ${[0, 1, 2].map((c) => rounded(wrap_xpos[3 * n + c]))}`);
  return points;
}

describe('allocation', () => {
  test.each([
    'actuation/adhesion-gap',
    'actuation/dynamics/dcmotor-controller',
    'actuation/dynamics/delay-cubic',
    'actuation/muscle',
    'actuation/pid-inputs',
    'actuation/transmission/site-refsite',
    'actuation/transmission/slider-crank',
    'actuation/transmission/so3-site',
    'tendon/actuator-force-range',
    'tendon/wrap-pulley',
  ])('%s allocates nothing', (name) => {
    const xml = fs.readFileSync(path.join(root, `${name}.xml`), 'utf8');
    const { model, data, release } = makeTwin(oracle, xml);
    forward(model, data);
    const bytes = bytesPerCall(() => {
      tendon(model, data);
      transmission(model, data);
      fwdActuation(model, data);
    });
    expect(bytes).toBeLessThan(backendName() === 'wasm' ? NOISE : BOXED * (model.nout + model.nwrap + model.nv));
    release();
  });
});
