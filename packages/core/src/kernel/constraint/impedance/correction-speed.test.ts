import { loadOracle, modelFromXml } from '@qpos/conformance';
import { describe, expect, test } from 'vitest';
import { Integrator } from '../../../host/model/enums.ts';
import { type Data, forward, inverse, type Model, makeData, step } from '../../../index.ts';

const oracle = await loadOracle();

function load(xml: string): { m: Model; d: Data } {
  const m = modelFromXml(oracle, xml);
  return { m, d: makeData(m) };
}

/** Every kind of row: connect, weld, joint and tendon equality, limits of both kinds of joints and of a tendon, contacts. */
const rows = (cone: string) => `<mujoco><option cone="${cone}"/><worldbody><geom type="plane" size="3 3 1"/>
  <body name="a" pos="0 0 1"><freejoint/><geom size=".1"/></body>
  <body name="b" pos="1 0 1"><freejoint/><geom size=".1"/></body>
  <body name="c" pos="2 0 1"><joint name="hinge" axis="0 1 0" range="-20 20" limited="true"/><geom size=".1" pos=".1 0 0"/></body>
  <body name="d" pos="3 0 1"><joint name="slide" type="slide" range="-.1 .1" limited="true"/><geom size=".1"/></body>
  <body name="e" pos="0 2 1"><joint name="ball" type="ball" range="0 20" limited="true"/><geom size=".1" pos=".1 0 0"/></body>
  <body name="f" pos="0 4 .05"><freejoint/><geom size=".1"/></body></worldbody>
  <tendon><fixed name="t" limited="true" range="-.1 .1"><joint joint="slide" coef="2"/></fixed></tendon>
  <equality><connect body1="a" anchor="0 0 0"/><weld body1="b" torquescale="3"/><joint joint1="hinge" polycoef=".1 0 0 0 0"/>
    <joint joint1="slide" polycoef=".1 0 0 0 0"/><tendon tendon1="t" polycoef=".1 0 0 0 0"/></equality></mujoco>`;

/** A state in which all of them are far from where they should be. */
function violated(cone = 'pyramidal'): { m: Model; d: Data } {
  const { m, d } = load(rows(cone));
  m.opt.gravity.fill(0);
  d.qpos.set([0.3, 0.2, 1.4], 0);
  d.qpos.set([1.3, -0.2, 0.8, Math.cos(0.4), 0, Math.sin(0.4), 0], 7);
  d.qpos.set([0.8, 0.4, Math.cos(0.5), Math.sin(0.5), 0, 0], 14);
  return { m, d };
}

/** The speed that each row is led to, K·imp·|pos - margin|/B. */
const speeds = ({ efc_KBIP, efc_pos, efc_margin, nefc }: Data): number[] =>
  Array.from(
    { length: nefc },
    (_, r) =>
      ((efc_KBIP[4 * r] as number) *
        (efc_KBIP[4 * r + 2] as number) *
        Math.abs((efc_pos[r] as number) - (efc_margin[r] as number))) /
      (efc_KBIP[4 * r + 1] as number),
  );
const norm = (values: readonly number[]): number => Math.hypot(...values);

// rows: connect 0-2, weld 3-8, hinge 9, slide 10, tendon 11, limits of hinge 12, slide 13, ball 14, tendon 15, contact from 16 on
const LINEAR = 0.2;
const ANGULAR = 0.3;

describe('maxConstraintVel and maxConstraintAngvel', () => {
  test.each(['pyramidal', 'elliptic'])('bound the speed to which rows are led, %s', (cone) => {
    const { m, d } = violated(cone);
    forward(m, d);
    const free = speeds(d);
    expect(Math.min(...free.slice(0, 16).filter((v) => v > 0))).toBeGreaterThan(0.3);
    m.maxConstraintVel = LINEAR;
    m.maxConstraintAngvel = ANGULAR;
    forward(m, d);
    const bounded = speeds(d);
    for (const r of [10, 11, 13, 15, 16]) expect(bounded[r]).toBeCloseTo(LINEAR, 12);
    for (const r of [9, 12, 14]) expect(bounded[r]).toBeCloseTo(ANGULAR, 12);
    expect(norm(bounded.slice(0, 3))).toBeCloseTo(LINEAR, 12);
    expect(norm(bounded.slice(3, 6))).toBeCloseTo(LINEAR, 12);
    expect(norm(bounded.slice(6, 9))).toBeCloseTo(0.5 * 3 * ANGULAR, 12);
    // the direction of a point's correction stays
    for (const k of [0, 1, 2])
      expect((bounded[k] as number) / LINEAR).toBeCloseTo((free[k] as number) / norm(free.slice(0, 3)), 12);
  });

  test('aref = -B·(vel - v)', () => {
    const { m, d } = violated();
    m.maxConstraintVel = LINEAR;
    m.maxConstraintAngvel = ANGULAR;
    d.qvel.forEach((_, i) => {
      d.qvel[i] = 0.1 * Math.sin(i);
    });
    forward(m, d);
    const [first, end] = [9, 16]; // rows whose Jacobian is constant
    speeds(d).forEach((speed, r) => {
      if (r < first || r >= end) return;
      const target = -Math.sign((d.efc_pos[r] as number) - (d.efc_margin[r] as number)) * speed;
      const aref = -(d.efc_KBIP[4 * r + 1] as number) * ((d.efc_vel[r] as number) - target);
      expect(d.efc_aref[r]).toBeCloseTo(aref, 9);
    });
  });

  test('a drawer far outside of its range comes back at no more than that speed, and in time', () => {
    const { m, d } = load(
      '<mujoco><option gravity="0 0 0"/><worldbody><body><joint type="slide" range="-1 0" limited="true"/><geom size=".1"/></body></worldbody></mujoco>',
    );
    m.maxConstraintVel = 0.5;
    d.qpos[0] = 1;
    let fastest = 0;
    for (let k = 0; k < 1500; k++) {
      step(m, d);
      fastest = Math.max(fastest, Math.abs(d.qvel[0] as number));
    }
    expect(fastest).toBeGreaterThan(0.45);
    expect(fastest).toBeLessThan(0.5 + 1e-9);
    expect(d.qpos[0]).toBeLessThan(0.01);
  });

  test('inverse dynamics knows of it, with the discrete integrator as well', () => {
    for (const integrator of [Integrator.EULER, Integrator.DISCRETE]) {
      const { m, d } = violated();
      m.opt.integrator = integrator;
      m.opt.tolerance = 0;
      m.opt.iterations = 200;
      m.maxConstraintVel = LINEAR;
      m.regularization = 0.1;
      forward(m, d);
      const constraint = [...d.qfrc_constraint];
      inverse(m, d);
      d.qfrc_constraint.forEach((x, i) => {
        expect(x).toBeCloseTo(constraint[i] as number, 6);
      });
    }
  });

  test('0 is no bound, and rows without damping are not bounded', () => {
    const { m, d } = violated();
    forward(m, d);
    const before = [...d.efc_KBIP];
    m.maxConstraintVel = 1e9;
    m.maxConstraintAngvel = 1e9;
    forward(m, d);
    expect([...d.efc_KBIP]).toEqual(before);
    m.maxConstraintVel = LINEAR;
    m.maxConstraintAngvel = 0;
    m.jnt_solref.set([-100, 0], 2 * m.joint('slide').id);
    forward(m, d);
    expect(d.efc_KBIP[4 * 13 + 1]).toBeCloseTo(0, 15);
    expect(d.efc_KBIP[4 * 13]).toBeGreaterThan(99);
    expect(d.efc_KBIP[4 * 12]).toBe(before[4 * 12]);
  });
});

describe('regularization', () => {
  test('is added to R of every row, and D is its inverse', () => {
    const { m, d } = violated();
    forward(m, d);
    const before = [...d.efc_R];
    m.regularization = 0.25;
    forward(m, d);
    const pyramid = 16; // its rows share a multiple of the normal's
    for (let r = 0; r < pyramid; r++) expect(d.efc_R[r]).toBe((before[r] as number) + 0.25);
    expect(d.efc_R[pyramid]).toBeGreaterThan(before[pyramid] as number);
    for (let r = 0; r < d.nefc; r++) expect(d.efc_D[r]).toBe(1 / (d.efc_R[r] as number));
  });

  test('a force f leaves an equality R·f short of its reference acceleration', () => {
    const { m, d } = load(
      '<mujoco><worldbody><body><joint type="slide" axis="0 0 1"/><geom size=".1" mass="2"/></body></worldbody><equality><joint joint1="j"/></equality></mujoco>'.replace(
        '<joint type',
        '<joint name="j" type',
      ),
    );
    m.regularization = 3;
    forward(m, d);
    const [f, R, a, aref] = [d.efc_force[0], d.efc_R[0], d.qacc[0], d.efc_aref[0]] as number[];
    expect((aref as number) - (a as number)).toBeCloseTo((R as number) * (f as number), 10);
    expect(R).toBeGreaterThan(3);
    expect(2 * ((a as number) + 9.81)).toBeCloseTo(f as number, 10); // m·a = f - m·g
  });

  test('a box sinks deeper, by as much as its weight times the softness tells', () => {
    const depth = (regularization: number): number => {
      const { m, d } = load(
        '<mujoco><option timestep=".001"/><worldbody><geom type="plane" size="1 1 1" condim="1"/><body pos="0 0 .1"><freejoint/><geom size=".1" mass="1" condim="1"/></body></worldbody></mujoco>',
      );
      m.regularization = regularization;
      step(m, d, 3000);
      // at rest: aref = R·f, so K·imp·depth = R·m·g
      const expected = ((d.efc_R[0] as number) * 9.81) / ((d.efc_KBIP[0] as number) * (d.efc_KBIP[2] as number));
      expect(0.1 - (d.qpos[2] as number)).toBeCloseTo(expected, 6);
      return 0.1 - (d.qpos[2] as number);
    };
    expect(depth(1)).toBeGreaterThan(2 * depth(0));
  });
});
