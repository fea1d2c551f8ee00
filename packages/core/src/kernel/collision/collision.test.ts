import {
  bytesPerCall,
  callOracle,
  copyState,
  loadOracle,
  loadOracleXml,
  modelFromOracle,
  type Oracle,
} from '@qpos/conformance';
import { beforeAll, describe, expect, test } from 'vitest';
import { compareContacts } from '../../../../../conformance/src/compare/compare.ts';
import { backendName, collision, forward, makeData, step } from '../../index.ts';

const free = (x: number, z: number, geoms: string): string =>
  `<body pos="${x} 0 ${z}" euler="${10 * x} 7 3"><freejoint/>${geoms}</body>`;
const several =
  '<geom type="box" size=".1 .1 .1"/><geom type="capsule" size=".05 .2" pos="0 .2 0" euler="90 0 0"/><geom size=".12" pos=".1 0 .1"/>';

const scenes: Record<string, string> = {
  'single geoms on a plane': `<worldbody><geom type="plane" size="0 0 1"/>${[0, 1, 2, 3].map((k) => free(0.15 * k, 0.12, ['<geom size=".1"/>', '<geom type="capsule" size=".1 .1"/>', '<geom type="box" size=".1 .1 .1"/>', '<geom type="cylinder" size=".1 .1"/>'][k] as string)).join('')}</worldbody>`,
  'several geoms a body, listed by number': `<worldbody><geom type="plane" size="0 0 1"/>${[0, 1, 2].map((k) => free(0.2 * k, 0.1, several)).join('')}</worldbody>`,
  'midphase off': `<option><flag midphase="disable"/></option><worldbody><geom type="plane" size="0 0 1"/>${[0, 1, 2].map((k) => free(0.2 * k, 0.1, several)).join('')}</worldbody>`,
  'explicit pairs, also of filtered geoms': `<worldbody><geom name="floor" type="plane" size="0 0 1" contype="0" conaffinity="0"/>
    <body pos="0 0 .09"><freejoint/><geom name="a" size=".1"/><geom name="a2" size=".1" pos=".1 0 0"/></body><body pos=".15 0 .09"><freejoint/><geom name="b" size=".1"/></body></worldbody>
    <contact><pair geom1="b" geom2="a" condim="6" friction="1 2 3 4 5" solref=".01 1" solreffriction="-100 -10" gap=".1" margin=".02"/><pair geom1="floor" geom2="a"/></contact>`,
  'excluded bodies, parents and children': `<worldbody><body name="p"><freejoint/><geom size=".2"/><body name="c" pos=".1 0 0"><joint/><geom size=".2"/><body name="g" pos=".1 0 0"><joint/><geom size=".2"/></body></body></body>
    <body name="x" pos=".1 .1 0"><freejoint/><geom size=".1"/></body></worldbody><contact><exclude body1="x" body2="g"/></contact>`,
  'parent filter off': `<option><flag filterparent="disable"/></option><worldbody><body><freejoint/><geom size=".2"/><body pos=".1 0 0"><joint/><geom size=".2"/></body></body></worldbody>`,
  'types and affinities': `<worldbody><geom type="plane" size="0 0 1" contype="2" conaffinity="4"/>${[1, 2, 4, 6].map((b) => free(0.1 * b, 0.05, `<geom size=".1" contype="${b}" conaffinity="${b >> 1}"/>`)).join('')}</worldbody>`,
  'mixing by priority and weight': `<worldbody><geom type="plane" size="0 0 1" solmix="3" solref=".03 .8" friction=".5 .1 .2" margin=".01"/>
    ${free(0, 0.09, '<geom size=".1" priority="1" condim="4" friction=".2 .3 .4"/>')}${free(0.15, 0.09, '<geom size=".1" condim="6" solmix="2" solimp=".8 .9 .01" gap=".02"/>')}${free(0.3, 0.09, '<geom size=".1" solref="-100 -5" solmix="0"/>')}</worldbody>`,
  override: `<option o_margin=".05" o_solref=".1 .9" o_friction=".1 .2 .3 .4 .5"><flag override="enable"/></option><worldbody><geom type="plane" size="0 0 1"/>${free(0, 0.12, '<geom size=".1"/>')}</worldbody>`,
  'static bodies and mocap': `<worldbody><geom type="plane" size="0 0 1"/><body pos="0 0 .1"><geom size=".1"/></body><body mocap="true" pos=".1 0 .1"><geom size=".1"/></body>${free(0.05, 0.2, '<geom size=".1"/>')}</worldbody>`,
  'welded bodies': `<worldbody><body><freejoint/><geom size=".1"/><body pos=".1 0 0"><geom size=".1"/></body></body>${free(0.15, 0, '<geom size=".1"/>')}</worldbody>`,
  'ellipsoids, cylinders and meshes': `<asset><mesh name="m" vertex="0 0 0 .2 0 0 0 .2 0 0 0 .2 .15 .15 .1"/></asset><worldbody><geom type="plane" size="0 0 1"/>
    ${free(0, 0.05, '<geom type="ellipsoid" size=".1 .2 .1"/>')}${free(0.15, 0.1, '<geom type="cylinder" size=".1 .1"/>')}${free(0.3, 0.05, '<geom type="mesh" mesh="m"/>')}${free(0.4, 0.2, '<geom type="mesh" mesh="m"/>')}</worldbody>`,
  'a large heap, by sweep': `<worldbody><geom type="plane" size="0 0 1"/>${Array.from({ length: 90 }, (_, k) => `<body pos="${0.17 * (k % 5)} ${0.17 * (Math.floor(k / 5) % 5)} ${0.1 + 0.17 * Math.floor(k / 25)}" euler="${k} ${2 * k} 0"><freejoint/><geom type="${k % 3 === 0 ? 'box" size=".1 .1 .1' : k % 3 === 1 ? 'sphere" size=".1' : 'capsule" size=".08 .05'}"/></body>`).join('')}</worldbody>`,
  'a large world, by bounding trees': `<worldbody>${Array.from({ length: 60 }, (_, k) => `<geom type="box" size=".1 .1 .1" pos="${0.19 * (k % 8)} ${0.19 * Math.floor(k / 8)} 0"/>`).join('')}
    ${Array.from({ length: 30 }, (_, k) => `<body pos="${0.25 * (k % 6)} ${0.25 * Math.floor(k / 6)} .15" euler="${k} 0 ${k}"><freejoint/><geom type="box" size=".08 .05 .05"/><geom type="capsule" size=".04 .06" pos=".05 0 0"/></body>`).join('')}</worldbody>`,
};

/** Less than the smallest object per call is what the surroundings allocate meanwhile. */
const LEAST_OBJECT = 16;

/** V8 boxes numbers that cross from one compiled function to another: the `js` back end pays that for each geom and contact. */
const BOXED = 4000;

describe('collision', () => {
  let oracle: Oracle;
  beforeAll(async () => {
    oracle = await loadOracle();
  });

  test.each(Object.keys(scenes))('the contact list equals the oracle: %s', (name) => {
    const { model, data } = loadOracleXml(oracle, `<mujoco>${scenes[name]}</mujoco>`);
    const m = modelFromOracle(model);
    const d = makeData(m);
    let most = 0;
    for (let s = 0; s < 40; s++) {
      copyState(data, d);
      callOracle(oracle, 'mj_forward', model, data);
      forward(m, d);
      most = Math.max(most, d.ncon);
      for (const [field, error] of Object.entries(compareContacts(d, data)))
        expect(error, `${field} at step ${s}`).toBeLessThan(1e-12);
      callOracle(oracle, 'mj_step', model, data);
    }
    expect(most).toBeGreaterThan(0);
  });

  test.each(Object.keys(scenes))('allocates nothing: %s', (name) => {
    const { model } = loadOracleXml(oracle, `<mujoco>${scenes[name]}</mujoco>`);
    const m = modelFromOracle(model);
    const d = makeData(m);
    forward(m, d);
    const bytes = bytesPerCall(() => collision(m, d), 100);
    expect(bytes).toBeLessThan(backendName() === 'wasm' ? LEAST_OBJECT : BOXED * (m.ngeom + d.ncon));
    model.delete();
  });

  test('the contact filter drops pairs', () => {
    const { model } = loadOracleXml(oracle, `<mujoco>${scenes['single geoms on a plane']}</mujoco>`);
    const m = modelFromOracle(model);
    const d = makeData(m);
    forward(m, d);
    const all = d.ncon;
    m.callbacks = { contactFilter: (_m, _d, g1) => g1 !== 0 };
    forward(m, d);
    expect(d.ncon).toBeGreaterThan(0);
    expect(d.ncon).toBeLessThan(all);
    expect([...d.contact.geom1]).toEqual(Array(d.ncon).fill(0));
  });

  test('finds the same contacts again after many steps', () => {
    const { model } = loadOracleXml(oracle, `<mujoco>${scenes['a large heap, by sweep']}</mujoco>`);
    const m = modelFromOracle(model);
    const d = makeData(m);
    step(m, d, 50);
    collision(m, d);
    const before = [d.ncon, ...d.contact.dist];
    const fresh = makeData(m);
    fresh.qpos.set(d.qpos);
    forward(m, d);
    forward(m, fresh);
    expect([fresh.ncon, ...fresh.contact.dist]).toEqual([d.ncon, ...d.contact.dist]);
    expect(before.length).toBeGreaterThan(1);
  });
});
