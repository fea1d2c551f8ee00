import { bytesPerCall, loadOracle, modelFromXml } from '@qpos/conformance';
import { describe, expect, test } from 'vitest';
import { Cone, Integrator } from '../../host/model/enums.ts';
import { type Data, forward, inverse, type Model, makeData, step } from '../../index.ts';

/** The plain back end makes objects of numbers that are returned from functions that are not inlined. */
const BOXES = 20_000;
const backend = process.env['QPOS_BACKEND'] ?? 'wasm';

const oracle = await loadOracle();

function load(xml: string): { m: Model; d: Data } {
  const m = modelFromXml(oracle, xml);
  return { m, d: makeData(m) };
}

const x = (d: Data): number => d.qpos[0] as number;
const v = (d: Data): number => d.qvel[0] as number;

describe('a spring without damping, ω = 10, h = 0.01', () => {
  const h = 0.01;
  const w2 = 100;
  const z2 = h * h * w2;
  const spring = `<mujoco><option gravity="0 0 0" timestep="${h}"/><worldbody>
    <body><joint type="slide" stiffness="200"/><geom size=".1" mass="2"/></body></worldbody></mujoco>`;
  const energy = (d: Data): number => 0.5 * v(d) * v(d) + 0.5 * w2 * x(d) * x(d);

  function start(integrator: Integrator): { m: Model; d: Data } {
    const { m, d } = load(spring);
    m.opt.integrator = integrator;
    d.qpos[0] = 0.3;
    d.qvel[0] = 1;
    return { m, d };
  }

  test.each(['EULER', 'IMPLICIT', 'IMPLICITFAST'] as const)(
    '%s is symplectic: it keeps the energy of a neighbouring system for ever',
    (name) => {
      const { m, d } = start(Integrator[name]);
      const shadow = (): number => energy(d) - 0.5 * h * w2 * x(d) * v(d);
      const before = shadow();
      let worst = 0;
      for (let k = 0; k < 5000; k++) {
        step(m, d);
        worst = Math.max(worst, Math.abs(shadow() / before - 1));
      }
      expect(worst).toBeLessThan(1e-11);
    },
  );

  test('Runge-Kutta loses z⁶/72 - z⁸/576 of the energy in each step', () => {
    const { m, d } = start(Integrator.RK4);
    const before = energy(d);
    step(m, d, 1000);
    const each = 1 - z2 ** 3 / 72 + z2 ** 4 / 576;
    expect(energy(d) / before).toBeCloseTo(each ** 1000, 10);
  });

  test.each(['DISCRETE', 'SPRINGDAMPER'] as const)(
    '%s is implicit in the spring: 1/(1 + z²) of the energy is left after each step',
    (name) => {
      const { m, d } = start(Integrator[name]);
      const before = energy(d);
      step(m, d, 100);
      expect(energy(d) / before).toBeCloseTo((1 + z2) ** -100, 10);
    },
  );

  test.each(['DISCRETE', 'SPRINGDAMPER'] as const)('%s stays calm with a time step of a hundred periods', (name) => {
    const { m, d } = start(Integrator[name]);
    m.opt.timestep = 60;
    step(m, d, 20);
    expect(energy(d)).toBeLessThan(1e-6);
  });
});

describe('a pendulum', () => {
  const pendulum = (
    damping: number,
  ): string => `<mujoco><option timestep=".01"><flag energy="enable"/></option><worldbody>
    <body pos="0 0 1"><joint axis="0 1 0" damping="${damping}"/><geom type="capsule" fromto="0 0 0 .5 0 0" size=".03"/>
      <body pos=".5 0 0"><joint axis="0 1 0" damping="${damping}"/><geom type="capsule" fromto="0 0 0 .5 0 0" size=".03"/></body></body></worldbody></mujoco>`;
  const total = (m: Model, d: Data): number => {
    forward(m, d);
    return (d.energy[0] as number) + (d.energy[1] as number);
  };

  test.each([
    ['EULER', 1],
    ['IMPLICIT', 1],
    ['IMPLICITFAST', 1],
    ['DISCRETE', 1],
    ['RK4', 4],
  ] as const)('%s: the error after 0.5 s falls with the power %d of the time step', (name, order) => {
    const { m } = load(pendulum(0.1));
    const end = (integrator: Integrator, h: number): number => {
      m.opt.integrator = integrator;
      m.opt.timestep = h;
      const d = makeData(m);
      step(m, d, Math.round(0.5 / h));
      return d.qpos[1] as number;
    };
    const exact = end(Integrator.RK4, 1 / 8192);
    const coarse = Math.abs(end(Integrator[name], 1 / 256) - exact);
    const fine = Math.abs(end(Integrator[name], 1 / 512) - exact);
    expect(Math.log2(coarse / fine)).toBeGreaterThan(order - 0.35);
    expect(Math.log2(coarse / fine)).toBeLessThan(order + 0.9);
  });

  test('without damping, Euler keeps the energy within its swing and Runge-Kutta nearly constant', () => {
    const { m, d } = load(pendulum(0));
    m.opt.timestep = 0.002;
    const before = total(m, d);
    for (const [integrator, bound] of [
      [Integrator.EULER, 0.05],
      [Integrator.RK4, 1e-5],
    ] as const) {
      const data = makeData(m);
      m.opt.integrator = integrator;
      let worst = 0;
      for (let k = 0; k < 50; k++) {
        step(m, data, 100);
        worst = Math.max(worst, Math.abs(total(m, data) - before));
      }
      expect(worst / Math.abs(before)).toBeLessThan(bound);
    }
  });

  test.each(['EULER', 'IMPLICIT', 'IMPLICITFAST', 'DISCRETE', 'SPRINGDAMPER'] as const)(
    '%s: strong damping only takes energy away, at any time step',
    (name) => {
      const { m, d } = load(pendulum(30));
      m.opt.integrator = Integrator[name];
      m.opt.timestep = 0.05;
      d.qvel.set([2, -3]);
      let last = total(m, d);
      for (let k = 0; k < 200; k++) {
        step(m, d);
        const now = total(m, d);
        expect(now).toBeLessThanOrEqual(last + 1e-9);
        last = now;
      }
    },
  );
});

describe('free rotation', () => {
  test.each(['IMPLICIT', 'IMPLICITFAST', 'DISCRETE'] as const)(
    '%s: a spinning box keeps turning without gaining energy',
    (name) => {
      const { m, d } = load(`<mujoco><option gravity="0 0 0" timestep=".01"><flag energy="enable"/></option><worldbody>
      <body><freejoint/><geom type="box" size=".1 .2 .3"/></body></worldbody></mujoco>`);
      m.opt.integrator = Integrator[name];
      d.qvel.set([0, 0, 0, 4, 5, 6]);
      forward(m, d);
      const before = d.energy[1] as number;
      step(m, d, 500);
      expect((d.energy[1] as number) / before).toBeGreaterThan(0.65);
      expect((d.energy[1] as number) / before).toBeLessThan(1);
    },
  );
});

describe('inverse of forward', () => {
  const scene = `<mujoco><worldbody><geom type="plane" size="2 2 .1"/>
    <body pos="0 0 .095"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    <body pos="0 .6 .6"><joint name="a" axis="0 1 0" range="-5 5" limited="true" damping=".2" stiffness="2" frictionloss=".1"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/>
      <body pos=".3 0 0"><joint name="b" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/></body></body></worldbody>
    <equality><joint joint1="b" polycoef=".2"/></equality><actuator><position joint="a" kp="20" kv="1"/></actuator></mujoco>`;

  test.each(['EULER', 'IMPLICITFAST', 'DISCRETE'] as const)(
    '%s: returns the applied forces, with contacts, limits, friction and equalities',
    (name) => {
      for (const cone of [Cone.PYRAMIDAL, Cone.ELLIPTIC]) {
        const { m, d } = load(scene);
        Object.assign(m.opt, { integrator: Integrator[name], cone, tolerance: 1e-15, iterations: 300 });
        d.qvel.set([0.1, -0.2, -0.3, 0.1, 0.2, 0.3, 0.5, -0.4]);
        d.qpos[7] = 0.1;
        d.ctrl[0] = 0.5;
        d.qfrc_applied.set([0.3, 1, -2, 0.1, 0.2, -0.1, 0.5, -0.2]);
        forward(m, d);
        const applied = Array.from(d.qfrc_applied, (f, i) => f + (d.qfrc_actuator[i] as number));
        inverse(m, d);
        for (let i = 0; i < m.nv; i++) expect(d.qfrc_inverse[i]).toBeCloseTo(applied[i] as number, 6);
      }
    },
  );
});

describe('contacts', () => {
  test('a stack of ten boxes stands for a minute', () => {
    const boxes = Array.from(
      { length: 10 },
      (_, k) => `<body pos="0 0 ${0.05 + 0.0999 * k}"><freejoint/><geom type="box" size=".05 .05 .05"/></body>`,
    );
    const { m, d } = load(
      `<mujoco><option timestep=".005"/><worldbody><geom type="plane" size="2 2 .1"/>${boxes.join('')}</worldbody></mujoco>`,
    );
    step(m, d, 12_000);
    expect(d.time).toBeCloseTo(60, 6);
    for (let k = 0; k < 10; k++) {
      expect(Math.hypot(d.qpos[7 * k] as number, d.qpos[7 * k + 1] as number)).toBeLessThan(0.01);
      expect(d.qpos[7 * k + 2]).toBeGreaterThan(0.05 + 0.098 * k - 0.01);
      expect(Math.abs(d.qpos[7 * k + 3] as number)).toBeGreaterThan(0.999);
    }
    expect(Math.max(...Array.from(d.qvel, Math.abs))).toBeLessThan(1e-2);
  }, 120_000);

  test('a box on an incline slips exactly beyond its friction angle', () => {
    const mu = 0.5;
    /** Acceleration along a plane at the angle whose tangent is `slope`, by tilting gravity. */
    const acceleration = (slope: number): number => {
      const angle = Math.atan(slope);
      const { m, d } = load(`<mujoco><option cone="elliptic" impratio="100" noslip_iterations="10" timestep=".002"
        gravity="${9.81 * Math.sin(angle)} 0 ${-9.81 * Math.cos(angle)}"/><worldbody><geom type="plane" size="9 9 .1" friction="${mu}"/>
        <body pos="0 0 .0499"><freejoint/><geom type="box" size=".1 .1 .05" friction="${mu}"/></body></worldbody></mujoco>`);
      step(m, d, 250);
      const settled = d.qvel[0] as number;
      step(m, d, 250);
      return 2 * ((d.qvel[0] as number) - settled);
    };
    expect(Math.abs(acceleration(0.98 * mu))).toBeLessThan(1e-3);
    const free = (slope: number): number => 9.81 * Math.cos(Math.atan(slope)) * (slope - mu);
    expect(acceleration(1.02 * mu)).toBeGreaterThan(0.5 * free(1.02 * mu));
    expect(acceleration(1.5 * mu) / free(1.5 * mu)).toBeGreaterThan(0.97);
    expect(acceleration(1.5 * mu) / free(1.5 * mu)).toBeLessThan(1.03);
  });
});

test.each(['IMPLICIT', 'IMPLICITFAST', 'DISCRETE', 'SPRINGDAMPER'] as const)('%s allocates nothing', (name) => {
  const { m, d } = load(`<mujoco><option density="1" viscosity=".1"/><worldbody><geom type="plane" size="2 2 .1"/>
    <body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/><site name="s"/></body>
    <body pos="0 .6 .6"><joint name="a" axis="0 1 0" damping=".2" stiffness="2"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/><site name="t" pos=".2 0 0"/></body></worldbody>
    <tendon><spatial stiffness="3" damping=".1"><site site="s"/><site site="t"/></spatial></tendon>
    <actuator><position joint="a" kp="20" kv="1"/></actuator></mujoco>`);
  m.opt.integrator = Integrator[name];
  expect(bytesPerCall(() => step(m, d))).toBeLessThan(backend === 'wasm' ? 1 : BOXES);
});
