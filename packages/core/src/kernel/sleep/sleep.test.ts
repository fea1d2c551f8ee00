import {
  bytesPerCall,
  compareData,
  loadOracle,
  makeTwin,
  type Oracle,
  type OracleStruct,
  relativeError,
  type Twin,
  toleranceOf,
} from '@qpos/conformance';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as core from '../../index.ts';
import '../../js.ts';

let oracle: Oracle;
const backend = core.backendName();
beforeAll(async () => {
  oracle = await loadOracle();
}, 60_000);
afterEach(() => core.setBackend(backend));

const world = (bodies: string, rest = '', option = ''): string =>
  `<mujoco><option ${option}><flag sleep="enable"/></option><worldbody><geom name="floor" type="plane" size="9 9 .1"/>${bodies}</worldbody>${rest}</mujoco>`;
const box = (name: string, pos: string, attributes = ''): string =>
  `<body name="${name}" pos="${pos}" ${attributes}><freejoint/><geom name="${name}" type="box" size=".1 .1 .1"/></body>`;

/** Four boxes at rest: two stacked, one alone, one that never sleeps; a pendulum with a motor; a mocap paddle in the air. */
const scene = world(
  `${box('low', '0 0 .0999')}${box('high', '0 0 .2998')}${box('alone', '1 0 .0999')}${box('restless', '2 0 .0999', 'sleep="never"')}
  <body name="pendulum" pos="0 2 1" sleep="allowed"><joint name="pendulum" axis="0 1 0" damping="2"/><geom type="capsule" size=".04" fromto="0 0 0 0 0 -.3"/></body>
  <body name="paddle" mocap="true" pos="1 0 1"><geom type="box" size=".2 .2 .02"/></body>
  <body name="hinge" pos="0 3 1"><joint name="hinge" axis="0 1 0" damping="2"/><geom type="capsule" size=".04" fromto="0 0 0 0 0 -.3"/></body>`,
  `<equality><joint name="couple" joint1="pendulum" joint2="hinge" active="false"/><weld name="glue" body1="alone" body2="low" active="false"/></equality>
  <actuator><motor joint="pendulum" gear="3"/></actuator>
  <sensor><framepos objtype="body" objname="high"/><jointpos joint="pendulum"/><actuatorfrc actuator="motor"/></sensor>`.replace(
    '<motor ',
    '<motor name="motor" ',
  ),
);
const SETTLED = 120;

/** Both engines take the same steps. */
function run(twin: Twin, steps: number): void {
  for (let k = 0; k < steps; k++) twin.call('mj_step');
  core.step(twin.model, twin.data, steps);
}

const field = (d: object, name: string): Float64Array => (d as Record<string, Float64Array>)[name] as Float64Array;

/** The same change to both. */
function edit(twin: Twin, name: string, index: number, value: number): void {
  field(twin.oracleData, name)[index] = value;
  field(twin.data, name)[index] = value;
}

/** Fields of Data that differ after a `forward` of both. */
function differing(twin: Twin): string[] {
  twin.call('mj_forward');
  core.forward(twin.model, twin.data);
  return Object.entries(compareData(twin.data, twin.oracleData))
    .filter(([name, e]) => !(e <= toleranceOf(name)))
    .map(([name, e]) => `${name} ${e}`);
}

const asleep = (d: core.Data | OracleStruct): number[] => Array.from(field(d, 'tree_asleep'), (x) => (x < 0 ? -1 : x));

describe('sleep', () => {
  test('trees at rest fall asleep with their islands after ten slow steps, as in the oracle', () => {
    const twin = makeTwin(oracle, scene);
    run(twin, 9);
    expect(twin.data.ntree_awake).toBe(6);
    run(twin, SETTLED - 9);
    // the stack sleeps as one cycle, the others alone; what must not sleep is awake
    expect(asleep(twin.data)).toEqual([1, 0, 2, -1, 4, 5]);
    expect(asleep(twin.oracleData)).toEqual(asleep(twin.data));
    expect(differing(twin)).toEqual([]);
    twin.release();
  });

  test.each([
    ['a force on a body', 'xfrc_applied', 6 * 2 + 2, 1, [-1, -1, 2, -1, 4, 5]],
    ['a generalised force', 'qfrc_applied', 12, 0.5, [1, 0, -1, -1, 4, 5]],
    ['a velocity', 'qvel', 24, 0.1, [1, 0, 2, -1, -1, 5]],
    ['a position', 'qpos', 29, 0.3, [1, 0, 2, -1, 4, -1]],
    ['a mocap body that touches it', 'mocap_pos', 2, 0.21, [1, 0, -1, -1, 4, 5]],
    ['an equality between trees that sleep apart', 'eq_active', 0, 1, [1, 0, 2, -1, -1, -1]],
    ['a weld to another island', 'eq_active', 1, 1, [-1, -1, -1, -1, 4, 5]],
  ] as const)('%s wakes its island and no other', (_, name, index, value, expected) => {
    const twin = makeTwin(oracle, scene);
    run(twin, SETTLED);
    edit(twin, name, index, value);
    expect(differing(twin)).toEqual([]);
    expect(asleep(twin.data)).toEqual(expected);
    run(twin, 5);
    expect(differing(twin)).toEqual([]);
    run(twin, 60);
    expect(relativeError(twin.data.qpos, field(twin.oracleData, 'qpos'))).toBeLessThan(1e-9);
    expect(asleep(twin.data)).toEqual(asleep(twin.oracleData));
    twin.release();
  });

  test('a control wakes nobody: the actuators of a sleeping tree are off', () => {
    const twin = makeTwin(oracle, scene);
    run(twin, SETTLED);
    edit(twin, 'ctrl', 0, 1);
    run(twin, 20);
    expect(asleep(twin.data)).toEqual([1, 0, 2, -1, 4, 5]);
    expect(twin.data.actuator_force[0]).toBe(0);
    edit(twin, 'qvel', 24, 1e-9); // a touch is enough
    run(twin, 20);
    expect(asleep(twin.data)[4]).toBe(-1);
    expect(differing(twin)).toEqual([]);
    twin.release();
  });

  test('what sleeps does not move, and no stage writes its numbers', () => {
    const { model, data, release } = makeTwin(oracle, scene);
    core.step(model, data, SETTLED);
    const first = { qpos: data.qpos.slice(0, 21), xpos: data.xpos.slice(0, 12), M: data.M.slice(0, 6) };
    // three boxes: numbers of bodies 1 to 3 and of dofs 0 to 17
    const poisoned = { cinert: [10, 40], crb: [10, 40], cvel: [6, 24], cdof_dot: [0, 108] } as const;
    const names = ['cinert', 'crb', 'cvel', 'cdof_dot'] as const;
    for (const name of names) data[name].fill(777, ...poisoned[name]);
    core.step(model, data, 100);
    expect({ qpos: data.qpos.slice(0, 21), xpos: data.xpos.slice(0, 12), M: data.M.slice(0, 6) }).toEqual(first);
    expect(data.qvel.subarray(0, 18).every((x) => x === 0)).toBe(true);
    for (const name of names)
      expect(
        data[name].subarray(...poisoned[name]).every((x) => x === 777),
        name,
      ).toBe(true);
    expect(data.nv_awake).toBe(6);
    expect(data.nefc).toBeLessThanOrEqual(32);
    release();
  });

  test('switched off, everything wakes and goes on as if it had never slept', () => {
    const twin = makeTwin(oracle, scene);
    run(twin, SETTLED);
    const off = ~core.enums.EnableBit.SLEEP;
    twin.model.opt.enableflags &= off;
    const opt = twin.oracleModel['opt'] as { enableflags: number };
    opt.enableflags &= off;
    run(twin, 5);
    expect(twin.data.ntree_awake).toBe(6);
    expect(differing(twin)).toEqual([]);
    twin.release();
  });

  test('trees that start asleep need no step to get there', () => {
    const still = world(
      `${box('a', '0 0 .0999', 'sleep="init"')}${box('b', '0 0 .2998', 'sleep="init"')}${box('c', '1 0 .5')}`,
    );
    const twin = makeTwin(oracle, still);
    expect(asleep(twin.data)).toEqual([1, 0, -1]);
    expect(differing(twin)).toEqual([]);
    run(twin, 200);
    expect(asleep(twin.data).slice(0, 2)).toEqual([1, 0]);
    expect(differing(twin)).toEqual([]);
    twin.release();
  });

  test('a tree that should start asleep but touches one that is awake is refused by name', () => {
    const { model, release } = makeTwin(
      oracle,
      world(`${box('a', '0 0 .0999')}${box('b', '0 0 .2998', 'sleep="allowed"')}`),
    );
    model.tree_sleep_policy[1] = core.enums.SleepPolicy.INIT;
    const refused = (): core.Data => core.makeData(model);
    expect(refused).toThrow(core.SleepError);
    expect(refused).toThrow(/body 'b'/);
    release();
  });

  test('a body lands on a stack that sleeps: contacts and forces of the oracle, tick by tick', () => {
    const twin = makeTwin(
      oracle,
      world(
        `${box('low', '0 0 .0999')}${box('high', '0 0 .2998')}<body pos=".03 .02 1.2"><freejoint/><geom size=".06"/></body>`,
      ),
    );
    const woke: number[] = [];
    for (let k = 0; k < 500; k++) {
      run(twin, 1);
      expect(asleep(twin.data), `step ${k}`).toEqual(asleep(twin.oracleData));
      if (k % 25 === 0) expect(differing(twin), `step ${k}`).toEqual([]);
      if (twin.data.ntree_awake === 3) woke.push(k);
    }
    expect(woke.length).toBeGreaterThan(20);
    expect(woke.at(-1)).toBeGreaterThan(200);
    twin.release();
  });

  test.each(Object.entries(core.enums.Integrator))('integrator %s', (name, integrator) => {
    if (integrator > core.enums.Integrator.DISCRETE) return;
    const twin = makeTwin(oracle, scene);
    twin.model.opt.integrator = integrator;
    (twin.oracleModel['opt'] as { integrator: number }).integrator = integrator;
    run(twin, SETTLED);
    expect(asleep(twin.data), name).toEqual(asleep(twin.oracleData));
    expect(differing(twin)).toEqual([]);
    edit(twin, 'qvel', 24, 0.5);
    run(twin, 100);
    expect(differing(twin)).toEqual([]);
    twin.release();
  });

  test('both back ends give the same bits, asleep and awake; a run repeats itself', async () => {
    const trace = async (name: 'js' | 'wasm'): Promise<Buffer> => {
      await core.setBackend(name);
      const { model, data, release } = makeTwin(oracle, scene);
      const parts: Buffer[] = [];
      for (let k = 0; k < 8; k++) {
        core.step(model, data, SETTLED);
        for (const a of [data.qpos, data.qvel, data.qacc, data.tree_asleep, data.xpos, data.sensordata])
          parts.push(Buffer.from(a.slice().buffer));
        data.xfrc_applied[6 * ((k % 4) + 1) + 2] = k % 2 === 0 ? 2 : 0;
      }
      release();
      return Buffer.concat(parts);
    };
    const wasm = await trace('wasm');
    expect((await trace('wasm')).equals(wasm)).toBe(true);
    expect((await trace('js')).equals(wasm)).toBe(true);
  });

  test('falling asleep and waking allocate nothing', () => {
    const { model, data, release } = makeTwin(oracle, scene);
    core.step(model, data, SETTLED);
    let k = 0;
    const bytes = bytesPerCall(() => {
      if (k++ % 20 === 0) data.qvel[24] = 0.01;
      core.step(model, data);
    });
    expect(bytes).toBeLessThan(backend === 'wasm' ? 1 : 16384);
    release();
  });

  test('a thousand bodies asleep cost little more than none', () => {
    const many = world(
      Array.from({ length: 1000 }, (_, k) => box(`b${k}`, `${0.5 * (k % 32)} ${0.5 * Math.floor(k / 32)} .0999`)).join(
        '',
      ),
    );
    // the oracle would set aside 1.7 GB
    const { model, data, release } = makeTwin(oracle, many.replace('<worldbody>', '<size memory="100M"/><worldbody>'));
    core.step(model, data, SETTLED);
    expect([data.ntree_awake, data.nv_awake, data.ncon, data.nefc]).toEqual([0, 0, 0, 0]);
    expect(data.nbody_awake).toBe(1);
    core.step(model, data, 20);
    expect(data.qpos[2]).toBe(data.qpos[6999 - 4]);
    release();
  });

  test('cameras and lights on a static body stay as the reset left them, also while all are awake', () => {
    const tracking = 'mode="trackcom" pos="0 0 3"';
    const twin = makeTwin(oracle, world(`<light ${tracking}/><camera ${tracking}/>${box('falling', '0 0 2')}`));
    run(twin, 5);
    expect(twin.data.ntree_awake).toBe(1);
    expect(differing(twin)).toEqual([]);
    twin.release();
  });

  test('discrete inverse dynamics counts the damping of dofs that sleep, too', () => {
    const twin = makeTwin(oracle, scene.replace('sleep="enable"', 'sleep="enable" invdiscrete="enable"'));
    run(twin, SETTLED);
    expect(twin.data.ntree_awake).toBeLessThan(twin.model.ntree);
    twin.data.qacc.fill(1);
    (twin.oracleData['qacc'] as Float64Array).fill(1);
    twin.call('mj_inverse');
    core.inverse(twin.model, twin.data);
    expect(relativeError(twin.data.qfrc_inverse, twin.oracleData['qfrc_inverse'] as Float64Array)).toBeLessThan(1e-9);
    twin.release();
  });

  test('an inconsistent cycle ends, and everything in it wakes', () => {
    const { model, data, release } = makeTwin(oracle, scene);
    core.step(model, data, SETTLED);
    data.tree_asleep.set([1, 2, 1], 0); // runs into a loop that never returns to tree 0
    data.qvel[0] = 1;
    core.step(model, data, 3);
    expect(data.tree_asleep[0]).toBeLessThan(0);
    release();
  });
});
