import { loadOracle, modelFromXml } from '@qpos/conformance';
import { describe, expect, test } from 'vitest';
import { Integrator, Solver, Warning } from '../../host/model/enums.ts';
import { type Data, type Model, makeData, step } from '../../index.ts';
import { watchWarnings } from '../../threads.ts';

const oracle = await loadOracle();

function load(xml: string): { m: Model; d: Data } {
  const m = modelFromXml(oracle, xml);
  return { m, d: makeData(m) };
}

const warnings = (d: Data): number => d.warning.number.reduce((a, b) => a + b, 0);
const allFinite = (d: Data): boolean => [...d.qpos, ...d.qvel, ...d.qacc, ...d.act].every(Number.isFinite);
const integrators = Object.values(Integrator);
const solvers = Object.values(Solver);

/** Steps with every integrator and solver; the state must be numbers afterwards, and stay so. */
function survives(m: Model, steps: number, start: (d: Data) => void = () => {}): void {
  for (const integrator of integrators)
    for (const solver of solvers) {
      m.opt.integrator = integrator;
      m.opt.solver = solver;
      const d = makeData(m);
      start(d);
      step(m, d, steps);
      expect(allFinite(d), `integrator ${integrator}, solver ${solver}`).toBe(true);
      step(m, d, 3);
      expect(allFinite(d), `integrator ${integrator}, solver ${solver}, later`).toBe(true);
    }
}

const robot = (
  options: string,
  joint = '',
): string => `<mujoco><option ${options}/><worldbody><geom type="plane" size="3 3 .1"/>
  <body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/><site name="s"/></body>
  <body pos="0 1 1"><joint name="a" axis="0 1 0" range="-20 20" damping=".1" stiffness="3" frictionloss=".1" ${joint}/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/>
    <body pos=".3 0 0"><joint name="b" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/><site name="t" pos=".3 0 0"/></body></body></worldbody>
  <tendon><spatial stiffness="20" damping="1"><site site="s"/><site site="t"/></spatial></tendon>
  <actuator><position joint="b" kp="20" kv="1"/><motor joint="a"/></actuator></mujoco>`;

describe('bad numbers end in a defined result', () => {
  test('singular mass matrix', () => {
    const { m } = load(robot(''));
    m.body_mass.fill(0);
    m.body_inertia.fill(0);
    m.body_subtreemass.fill(0);
    survives(m, 20);
  });

  test('equalities that contradict each other', () => {
    const { m } = load(`<mujoco><worldbody><body name="a" pos="0 0 1"><freejoint/><geom size=".1"/></body>
      <body name="b" pos="1 0 1"><joint name="j" axis="0 1 0"/><geom size=".1" pos=".2 0 0"/></body></worldbody><equality>
      <connect body1="a" anchor="0 0 0"/><connect body1="a" anchor=".5 0 0"/><weld body1="a" relpose="1 2 3 1 0 0 0"/><weld body1="a" relpose="-1 0 0 0 1 0 0"/>
      <joint joint1="j" polycoef="1"/><joint joint1="j" polycoef="-1"/></equality></mujoco>`);
    survives(m, 20);
  });

  test.each([
    ['0 0', '0 0 0 0 0'],
    ['1e-12 1', '1 1 0 .5 2'],
    ['-1e12 -1e12', '2 -1 -3 7 .1'],
    ['.02 -1', '-5 .5 1e-20 0 1000'],
    ['1e9 1e9', '.9 .95 .001 .5 2'],
  ])('solref %s and solimp %s', (solref, solimp) => {
    const { m } = load(robot(''));
    const ref = solref.split(' ').map(Number);
    const imp = solimp.split(' ').map(Number);
    for (let g = 0; g < m.ngeom; g++) m.geom_solref.set(ref, 2 * g);
    for (let g = 0; g < m.ngeom; g++) m.geom_solimp.set(imp, 5 * g);
    for (let j = 0; j < m.njnt; j++) m.jnt_solref.set(ref, 2 * j);
    for (let j = 0; j < m.njnt; j++) m.jnt_solimp.set(imp, 5 * j);
    survives(m, 20, (d) => {
      d.qpos[7] = 0.5;
    });
  });

  test('a time step of one second', () => {
    const { m } = load(robot('timestep="1"'));
    survives(m, 20, (d) => d.qvel.fill(3));
  });

  test('controls, positions, velocities and forces that are none', () => {
    const { m } = load(robot(''));
    for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, 1e300]) {
      for (const field of ['ctrl', 'qpos', 'qvel', 'qfrc_applied'] as const) {
        const d = makeData(m);
        d[field][0] = bad;
        step(m, d, 2);
        expect(allFinite(d), `${field} ${bad}`).toBe(true);
        expect(warnings(d), `${field} ${bad}`).toBeGreaterThan(0);
        const time = d.time;
        d.qfrc_applied.fill(0);
        step(m, d, 5);
        expect(d.time).toBeGreaterThan(time);
      }
    }
  });

  test('watchWarnings hears of them while the steps go on', () => {
    const { m, d } = load(robot(''));
    const heard: [kind: number, index: number][] = [];
    watchWarnings(d, (kind, index) => heard.push([kind, index]));
    d.qvel[1] = Number.NaN;
    step(m, d, 3);
    expect(heard).toEqual([[Warning.BADQVEL, 1]]);
    expect(d.time).toBeCloseTo(3 * m.opt.timestep, 12);
  });
});
