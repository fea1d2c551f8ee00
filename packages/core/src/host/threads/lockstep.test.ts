import { bytesPerCall, loadOracle, modelFromXml } from '@qpos/conformance';
import { describe, expect, test, vi } from 'vitest';
import { backendName, type Data, enums, type Model, makeData, step } from '../../index.ts';
import { Lockstep } from './lockstep.ts';

/** The JavaScript engine boxes numbers that cross calls which it does not inline. */
const BOXED = 16384;

/** Until all of them lie on the floor. */
const STEPS = 150;

const INTEGRATORS = ['Euler', 'RK4', 'implicit', 'implicitfast'] as const;

const walker = (integrator: string, flag = ''): string =>
  `<mujoco>
  <option integrator="${integrator}"><flag energy="enable" ${flag}/></option>
  <worldbody>
    <geom type="plane" size="5 5 .1"/>
    <body pos="0 0 .3"><freejoint/><geom type="box" size=".1 .2 .05"/>
      <body pos=".1 0 0"><joint name="knee" axis="0 1 0" damping=".1" limited="true" range="-40 20"/>
        <geom type="capsule" fromto="0 0 0 .2 0 -.2" size=".03"/></body>
    </body>
  </worldbody>
  <actuator><intvelocity joint="knee" kp="3" actrange="-1 1"/></actuator>
  <sensor><jointvel joint="knee"/></sensor>
</mujoco>`;

const BOXES = 40;

/** Boxes that fall from just above the floor, and touch it at once or in the middle of the first step. */
const boxes = (integrator: string): string => `<mujoco><option integrator="${integrator}" timestep=".002"/><worldbody>
  <geom type="plane" size="9 9 1"/>
  ${Array.from({ length: BOXES }, (_, k) => `<body pos="${k} 0 .1005"><freejoint/><geom type="box" size=".1 .1 .1"/></body>`).join('')}
</worldbody></mujoco>`;

const oracle = await loadOracle();
const load = (integrator: string, flag?: string): Model => modelFromXml(oracle, walker(integrator, flag));

/** Data that start apart from each other: one falls, some are thrown, one has a position that is no number, one a force that is too large. */
function starts(model: Model): Data[] {
  return [0, 1, 2, 3, 4].map((k) => {
    const data = makeData(model);
    data.ctrl[0] = 0.3 * k;
    data.qvel.set([k, 0, -k, 1, 0, k, 0.1]);
    if (k === 3) data.qpos[2] = Number.NaN;
    if (k === 4) data.qfrc_applied[2] = 1e20;
    return data;
  });
}

const results = (d: Data): number[][] =>
  [d.qpos, d.qvel, d.act, d.qacc, d.qacc_warmstart, d.xpos, d.energy, d.sensordata, d.efc_force, d.warning.number].map(
    (a) => [...a],
  );

describe('lockstep', () => {
  test.each(INTEGRATORS)('has the bits of steps by themselves: %s', (integrator) => {
    const model = load(integrator);
    const [together, apart] = [starts(model), starts(model)];
    const lockstep = new Lockstep(model, together);
    for (let k = 0; k < STEPS; k++) expect(lockstep.step(model)).toBe(true);
    for (const data of apart) step(model, data, STEPS);
    expect(together.map(results)).toEqual(apart.map(results));
    expect(together.map(({ time }) => time)).toEqual(apart.map(({ time }) => time));
    expect(together[3]?.warning.number[enums.Warning.BADQPOS]).toBe(1);
    expect(together[4]?.warning.number[enums.Warning.BADQACC]).toBe(1);
  });

  test.each([
    ['sleep', 'sleep="enable"'],
    ['the comparison with inverse dynamics', 'fwdinv="enable"'],
  ])('leaves a model with %s to steps by themselves', (_, flag) => {
    const model = load('Euler', flag);
    const all = starts(model);
    expect(new Lockstep(model, all).step(model)).toBe(false);
    expect(all[0]?.time).toBe(0);
  });

  test('leaves a model with callbacks, and Data with a handler of warnings, to steps by themselves', () => {
    const model = load('Euler');
    const all = starts(model);
    const lockstep = new Lockstep(model, all);
    model.callbacks = { control: () => {} };
    expect(lockstep.step(model)).toBe(false);
    model.callbacks = {};
    const [first] = all as [Data];
    first.onWarning = () => {};
    expect(lockstep.step(model)).toBe(false);
  });

  test.each(['Euler', 'RK4'])('takes a step back in which one of them cannot grow: %s', (integrator) => {
    const model = modelFromXml(oracle, boxes(integrator));
    const all = [0, 1, 2].map(() => makeData(model));
    for (const { qvel } of all) for (let k = 0; k < BOXES; k++) qvel[6 * k + 2] = integrator === 'RK4' ? -1 : 0;
    if (integrator === 'Euler') for (const { qpos } of all) for (let k = 0; k < BOXES; k++) qpos[7 * k + 2] = 0.09;
    const before = all.map(({ qpos, qvel, qacc_warmstart, time }) => [[...qpos], [...qvel], [...qacc_warmstart], time]);
    const lockstep = new Lockstep(model, all);
    const full = vi.spyOn((all[1] as Data).block, 'grow').mockImplementation(() => {
      throw new Error('full');
    });
    expect(lockstep.step(model)).toBe(false);
    expect(full).toHaveBeenCalled();
    expect(
      all.map(({ qpos, qvel, qacc_warmstart, time }) => [[...qpos], [...qvel], [...qacc_warmstart], time]),
    ).toEqual(before);
    full.mockRestore();
    const alone = makeData(model);
    alone.qpos.set((all[0] as Data).qpos);
    alone.qvel.set((all[0] as Data).qvel);
    expect(lockstep.step(model)).toBe(true);
    step(model, alone);
    expect(alone.ncon).toBe(4 * BOXES);
    for (const data of all) expect(results(data)).toEqual(results(alone));
  });

  test('leaves Data of which one was disposed of to steps by themselves', () => {
    const model = load('Euler');
    const all = starts(model);
    const lockstep = new Lockstep(model, all);
    (all[1] as Data)[Symbol.dispose]();
    expect(lockstep.step(model)).toBe(false);
    expect(all[0]?.time).toBe(0);
  });

  test('allocates nothing', () => {
    const model = load('Euler');
    const lockstep = new Lockstep(model, starts(model).slice(0, 2));
    expect(bytesPerCall(() => lockstep.step(model))).toBeLessThan(backendName() === 'wasm' ? 1 : BOXED);
  });
});
