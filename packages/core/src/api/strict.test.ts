import { loadOracle, loadOracleXml, modelFromOracle, type Oracle } from '@qpos/conformance';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  ArgumentError,
  type Data,
  enums,
  forward,
  type Model,
  makeData,
  StepError,
  step,
  stepStrict,
} from '../index.ts';
import { unconvergedIslands } from './strict.ts';

let oracle: Oracle;
beforeAll(async () => {
  oracle = await loadOracle();
}, 60_000);

const robot = `<mujoco><option><flag sleep="enable"/></option><worldbody><geom type="plane" size="3 3 .1"/>
  <body pos="1 0 .0999" sleep="init"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
  <body pos="0 0 .12"><freejoint/><geom type="box" size=".1 .1 .1" euler="3 4 5"/></body>
  <body pos="0 1 1"><joint axis="0 1 0" range="-20 20" damping=".1"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/></body>
  </worldbody><actuator><general joint="joint" dyntype="filter" dynprm=".1"/></actuator></mujoco>`.replace(
  '<joint axis="0 1 0"',
  '<joint name="joint" axis="0 1 0"',
);

function load(): { m: Model; d: Data } {
  const { model, data } = loadOracleXml(oracle, robot);
  const m = modelFromOracle(model);
  data.delete();
  model.delete();
  return { m, d: makeData(m) };
}

const state = (d: Data): number[] => [d.time, ...d.qpos, ...d.qvel, ...d.act, ...d.qacc_warmstart, ...d.tree_asleep];

function failure(m: Model, d: Data, n = 1): StepError {
  try {
    stepStrict(m, d, n);
  } catch (error) {
    if (error instanceof StepError) return error;
    throw error;
  }
  throw new Error('the step did not fail');
}

describe('strict step', () => {
  test('is a step when nothing is wrong', () => {
    const { m, d } = load();
    const plain = makeData(m);
    stepStrict(m, d, 50);
    step(m, plain, 50);
    expect(state(d)).toEqual(state(plain));
  });

  test.each([-1, 1.5, Number.NaN, 1e12, '5', null])('does not take %s steps', (n) => {
    const { m, d } = load();
    const before = state(d);
    expect(() => stepStrict(m, d, n as number)).toThrow(ArgumentError);
    expect(state(d)).toEqual(before);
  });

  test.each([
    ['bad-timestep', Number.NaN],
    ['bad-timestep', -1],
    ['bad-timestep', 0],
    ['bad-timestep', Number.POSITIVE_INFINITY],
    ['bad-time', Number.NaN],
    ['bad-time', Number.POSITIVE_INFINITY],
  ] as const)('%s: %d', (code, value) => {
    const { m, d } = load();
    stepStrict(m, d, 5);
    if (code === 'bad-time') d.time = value;
    else m.opt.timestep = value;
    const before = state(d);
    expect(failure(m, d)).toMatchObject({ code, stage: 'position', index: -1 });
    expect(state(d)).toEqual(before);
  });

  test.each([
    ['qpos', 'bad-position', 'position'],
    ['qvel', 'bad-velocity', 'velocity'],
    ['ctrl', 'bad-control', 'actuation'],
    ['qfrc_applied', 'bad-acceleration', 'acceleration'],
  ] as const)('names a bad %s and leaves the state as it was', (field, code, stage) => {
    const { m, d } = load();
    stepStrict(m, d, 20);
    d[field][d[field].length - 1] = Number.NaN;
    const before = state(d);
    const heard: number[] = [];
    const onWarning = (kind: number): void => void heard.push(kind);
    d.onWarning = onWarning;
    const error = failure(m, d, 5);
    expect(error).toMatchObject({ name: 'StepError', code, stage, index: d[field].length - 1, time: d.time });
    expect(state(d)).toEqual(before);
    expect(d.onWarning).toBe(onWarning);
    expect(heard).toEqual([]);
  });

  test('names a dof without inertia', () => {
    const { m, d } = load();
    m.body_mass.fill(0);
    m.body_inertia.fill(0);
    const before = state(d);
    expect(failure(m, d)).toMatchObject({ code: 'singular-inertia', stage: 'acceleration' });
    expect(state(d)).toEqual(before);
  });

  test.each(Object.entries(enums.Solver))('%s that runs out of iterations', (_, solver) => {
    const { m, d } = load();
    m.opt.solver = solver;
    m.opt.iterations = 200;
    m.opt.tolerance = 1e-8;
    stepStrict(m, d, 30);
    m.opt.iterations = 1;
    m.opt.tolerance = 1e-14;
    d.qvel[8] = -3;
    const before = state(d);
    const error = failure(m, d, 20);
    expect(error).toMatchObject({ code: 'not-converged', stage: 'constraint' });
    expect(error.index).toBeGreaterThan(0);
    if (error.time === before[0]) expect(state(d)).toEqual(before);
    step(m, d);
    expect(d.time).toBeGreaterThan(error.time);
  });

  test('counts the solves of all four stages of Runge-Kutta', () => {
    const { m, d } = load();
    m.opt.integrator = enums.Integrator.RK4;
    m.opt.iterations = 1;
    m.opt.tolerance = 0;
    d.qpos[9] = 0.1;
    forward(m, d);
    const once = unconvergedIslands(d);
    expect(once).toBeGreaterThan(0);
    step(m, d);
    expect(unconvergedIslands(d)).toBeGreaterThan(2 * once);
  });

  test('wakes nobody when it fails', () => {
    const { m, d } = load();
    step(m, d);
    expect(d.ntree_awake).toBe(2);
    d.xfrc_applied[8] = 1; // wakes the box that sleeps
    d.qfrc_applied[d.qfrc_applied.length - 1] = Number.NaN;
    failure(m, d);
    expect(d.ntree_awake).toBe(2);
    d.xfrc_applied.fill(0);
    d.qfrc_applied.fill(0);
    stepStrict(m, d);
    expect(d.ntree_awake).toBe(2);
  });
});
