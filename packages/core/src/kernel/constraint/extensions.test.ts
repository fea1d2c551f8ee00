import { loadOracle, modelFromXml } from '@qpos/conformance';
import { describe, expect, test } from 'vitest';
import { EqualityType, Extension, Integrator } from '../../host/model/enums.ts';
import { type Data, forward, type Model, makeData, step } from '../../index.ts';

const oracle = await loadOracle();

function load(xml: string): { m: Model; d: Data } {
  const m = modelFromXml(oracle, xml);
  return { m, d: makeData(m) };
}

describe('distance equality', () => {
  const xml = (jacobian: string): string => `<mujoco><option jacobian="${jacobian}" timestep=".001"/><worldbody>
    <geom name="hook" size=".05" pos="0 0 2" contype="0" conaffinity="0"/>
    <body name="a" pos=".3 .1 1.5"><freejoint/><geom name="a" type="box" size=".1 .05 .02" pos=".1 0 0"/></body>
    <body name="b" pos="1 0 1"><joint type="ball"/><geom name="b" type="capsule" size=".05 .2" pos=".1 .2 0"/></body></worldbody>
    <equality><connect body1="a" anchor="0 0 0"/><connect body1="a" body2="b" anchor="0 0 0"/></equality></mujoco>`;

  /** Both equalities become distances of 0.7 and 0.9 between geoms. */
  function ropes(jacobian: string): { m: Model; d: Data } {
    const { m, d } = load(xml(jacobian));
    m.eq_type.fill(EqualityType.DISTANCE);
    m.eq_obj1id.set([1, 1]);
    m.eq_obj2id.set([0, 2]);
    m.eq_data[0] = 0.7;
    m.eq_data[11] = 0.9;
    return { m, d };
  }
  const gap = (d: Data, g: number, h: number): number =>
    Math.hypot(...[0, 1, 2].map((k) => (d.geom_xpos[3 * g + k] as number) - (d.geom_xpos[3 * h + k] as number)));

  test('is off unless asked for', () => {
    const { m, d } = ropes('dense');
    forward(m, d);
    expect(d.nefc).toBe(0);
  });

  test.each(['dense', 'sparse'])(
    '%s: one row along the line of the centres, whose Jacobian is the derivative of the distance',
    (jacobian) => {
      const { m, d } = ropes(jacobian);
      m.extensionFlags = Extension.DISTANCE;
      d.qvel.set([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]);
      forward(m, d);
      expect(d.nefc).toBe(2);
      expect(d.efc_pos[0]).toBeCloseTo(gap(d, 1, 0) - 0.7, 14);
      expect(d.efc_pos[1]).toBeCloseTo(gap(d, 1, 2) - 0.9, 14);
      const rate = [...d.efc_vel.subarray(0, 2)];
      const before = [gap(d, 1, 0), gap(d, 1, 2)];
      const h = 1e-6;
      m.opt.timestep = h;
      m.opt.disableflags |= 1; // constraints off: the velocity stays
      m.opt.gravity.fill(0);
      step(m, d);
      forward(m, d);
      const after = [gap(d, 1, 0), gap(d, 1, 2)];
      for (let r = 0; r < 2; r++)
        expect(((after[r] as number) - (before[r] as number)) / h).toBeCloseTo(rate[r] as number, 4);
    },
  );

  test('holds the distances for two seconds', () => {
    const { m, d } = ropes('dense');
    m.extensionFlags = Extension.DISTANCE;
    step(m, d, 2000);
    expect(gap(d, 1, 0)).toBeCloseTo(0.7, 2);
    expect(gap(d, 1, 2)).toBeCloseTo(0.9, 2);
  });
});

describe('friction loss as a smooth force', () => {
  const xml = `<mujoco><option gravity="0 0 0"/><worldbody><body><joint name="a" type="slide" frictionloss=".7"/><geom size=".1" mass="2"/></body>
    <body pos="1 0 0"><joint name="b" type="slide" frictionloss=".2"/><geom size=".1" mass="2"/></body></worldbody>
    <tendon><fixed frictionloss=".5"><joint joint="a" coef="2"/><joint joint="b" coef="-1"/></fixed></tendon></mujoco>`;

  test('is η·tanh(v·smoothing) for dofs and tendons, without rows', () => {
    const { m, d } = load(xml);
    m.extensionFlags = Extension.TANH_FRICTION;
    d.qvel.set([3e-4, -2e-3]);
    forward(m, d);
    const tendon = 0.5 * Math.tanh(1000 * (2 * 3e-4 + 2e-3));
    expect(d.nefc).toBe(0);
    expect(d.qfrc_passive[0]).toBeCloseTo(-0.7 * Math.tanh(0.3) - 2 * tendon, 13);
    expect(d.qfrc_passive[1]).toBeCloseTo(0.2 * Math.tanh(2) + tendon, 13);
    m.frictionSmoothing = 10;
    forward(m, d);
    expect(d.qfrc_passive[1]).toBeCloseTo(0.2 * Math.tanh(0.02) + 0.5 * Math.tanh(0.026), 13);
    m.opt.disableflags |= 1 << 2; // friction loss
    forward(m, d);
    expect([...d.qfrc_passive]).toEqual([0, 0]);
  });

  test('has its slope in the derivative of the implicit integrator', () => {
    const { m, d } = load(xml);
    m.extensionFlags = Extension.TANH_FRICTION;
    m.opt.integrator = Integrator.IMPLICIT;
    d.qvel.set([3e-4, -2e-3]);
    step(m, d);
    const slope = (loss: number, v: number): number => loss * 1000 * (1 - Math.tanh(1000 * v) ** 2);
    expect(d.qDeriv[0]).toBeCloseTo(-slope(0.7, 3e-4) - 4 * slope(0.5, 2.6e-3), 9);
    expect(d.qDeriv[1]).toBeCloseTo(-slope(0.2, 2e-3) - slope(0.5, 2.6e-3), 9);
  });
});

describe('limits as penalties', () => {
  const xml = (solref: string): string => `<mujoco><option gravity="0 0 0" timestep=".01"/><worldbody>
    <body><joint name="a" type="slide" range="-.1 .2" limited="true" solreflimit="${solref}"/><geom size=".1" mass="2"/></body>
    <body><joint name="b" type="slide"/><geom size=".1" mass="2"/></body></worldbody>
    <tendon><fixed limited="true" range="-1 .4" solreflimit="${solref}"><joint joint="b" coef="2"/></fixed></tendon></mujoco>`;

  test.each([
    ['.05 .8', 400, 32],
    ['.001 1', 1e4, 2000], // no stiffer than 1/h²
    ['-300 -7', 300, 7],
  ] as const)('solref %s: k·x + b·ẋ with k = %s, b = %s', (solref, k, b) => {
    const { m, d } = load(xml(solref));
    m.extensionFlags = Extension.PENALTY_LIMITS;
    d.qpos.set([-0.13, 0.25]);
    d.qvel.set([-0.5, 0.3]);
    forward(m, d);
    expect(d.nefc).toBe(0);
    expect(d.qfrc_passive[0]).toBeCloseTo(k * 0.03 + b * 0.5, 9);
    expect(d.qfrc_passive[1]).toBeCloseTo(-2 * (k * 0.1 + b * 0.6), 9);
    d.qpos.set([0.1, 0.1]);
    forward(m, d);
    expect([...d.qfrc_passive]).toEqual([0, 0]);
  });
});

describe('integrator that is implicit in springs and dampers of joints', () => {
  const xml = `<mujoco><option timestep=".02"/><worldbody>
    <body><joint type="slide" axis="0 0 1" stiffness="40" damping="3" springref=".1"/><geom size=".1" mass="2"/></body>
    <body pos="1 0 0"><joint axis="0 1 0" stiffness="5" damping=".2"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/>
      <body pos=".3 0 0"><joint axis="0 1 0" stiffness="1" damping=".1"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/></body></body>
    </worldbody></mujoco>`;

  test('(m + h·b + h²·k)·v⁺ = m·v + h·f - h·k·(x - x0)', () => {
    const { m, d } = load(xml);
    m.opt.integrator = Integrator.SPRINGDAMPER;
    d.qpos[0] = 0.3;
    d.qvel[0] = -0.4;
    step(m, d);
    const [h, k, b, mass] = [0.02, 40, 3, 2];
    const v = (mass * -0.4 - h * mass * 9.81 - h * k * (0.3 - 0.1)) / (mass + h * b + h * h * k);
    expect(d.qvel[0]).toBeCloseTo(v, 14);
    expect(d.qpos[0]).toBeCloseTo(0.3 + h * v, 14);
  });

  test('is the discrete integrator where there are only springs and dampers of joints', () => {
    const { m, d } = load(xml);
    const other = makeData(m);
    for (const data of [d, other]) data.qvel.set([0.3, -1, 2]);
    m.opt.integrator = Integrator.SPRINGDAMPER;
    step(m, d, 50);
    m.opt.integrator = Integrator.DISCRETE;
    step(m, other, 50);
    for (let i = 0; i < 3; i++) expect(d.qpos[i]).toBeCloseTo(other.qpos[i] as number, 12);
  });
});
