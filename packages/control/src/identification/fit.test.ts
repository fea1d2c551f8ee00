import { RandomGenerator } from '@qpos/batch';
import { type Data, type Model, makeData, step } from '@qpos/core';
import { loadModel, setConst } from '@qpos/spec';
import { describe, expect, test } from 'vitest';
import { type FitParameter, fit, type Recording } from '../index.ts';

const load = (): Model =>
  loadModel(`<mujoco><option timestep="0.005"/><worldbody>
    <body><joint name="a" axis="0 1 0" damping="0.2"/><geom type="capsule" fromto="0 0 0 0 0 -.5" size=".03" mass="1.2" contype="0"/>
      <body name="load" pos="0 0 -.5"><joint name="b" axis="0 1 0" stiffness="2" damping="0.05"/><geom type="capsule" fromto="0 0 0 0 0 -.4" size=".03" mass="0.7" contype="0"/></body></body>
    </worldbody><actuator><motor joint="a"/></actuator></mujoco>`);

const parameters: FitParameter[] = [
  { name: 'damping', initial: 0.05, min: 0, apply: (m, x) => m.dof_damping.fill(x, 0, 1) },
  { name: 'stiffness', initial: 0.5, min: 0, apply: (m, x) => m.jnt_stiffness.fill(x, 1, 2) },
  {
    name: 'mass',
    initial: 2,
    min: 0.1,
    apply(m, x) {
      const { id } = m.body('load');
      const scale = x / (m.body_mass[id] as number);
      m.body_mass[id] = x;
      for (let i = 3 * id; i < 3 * id + 3; i++) m.body_inertia[i] = scale * (m.body_inertia[i] as number);
      setConst(m);
    },
  },
];
const options = { observe: (_: Model, d: Data, out: Float64Array): void => out.set(d.qpos), observations: 2 };

/** What the true model does with random controls. */
function record(noise: number, seed: number): Recording {
  const model = load();
  const data = makeData(model);
  const random = new RandomGenerator(seed);
  data.qpos.set([0.4, -0.2]);
  const [qpos, qvel] = [data.qpos.slice(), data.qvel.slice()];
  const steps = 200;
  const ctrl = Float64Array.from({ length: steps }, () => random.uniform(-2, 2));
  const observed: number[] = [];
  for (const u of ctrl) {
    data.ctrl[0] = u;
    step(model, data);
    observed.push(...data.qpos.map((x) => x + noise * random.normal()));
  }
  return { qpos, qvel, ctrl, observed };
}

describe('fit', () => {
  test('finds the parameters that recordings were made with', () => {
    const { values, error, converged } = fit(load(), parameters, [record(0, 1), record(0, 2)], options);
    expect(converged).toBe(true);
    expect(values['damping']).toBeCloseTo(0.2, 7);
    expect(values['stiffness']).toBeCloseTo(2, 6);
    expect(values['mass']).toBeCloseTo(0.7, 7);
    expect(error).toBeLessThan(1e-9);
  });

  test('with noise, within the deviations that it states', () => {
    const noise = 1e-3;
    const { values, deviations, error } = fit(load(), parameters, [record(noise, 3), record(noise, 4)], options);
    expect(error / noise).toBeCloseTo(1, 1);
    const truth: Record<string, number> = { damping: 0.2, stiffness: 2, mass: 0.7 };
    for (const [name, value] of Object.entries(values)) {
      const off = Math.abs(value - (truth[name] as number)) / (deviations[name] as number);
      expect(off).toBeLessThan(4);
    }
  });

  test('stays within bounds', () => {
    const bounded = parameters.map((p) => (p.name === 'mass' ? { ...p, min: 1, initial: 2 } : p));
    const { values } = fit(load(), bounded, [record(0, 1)], options);
    expect(values['mass']).toBe(1);
  });

  test('refuses nonsense', () => {
    const good = record(0, 1);
    expect(() => fit(load(), [], [good], options)).toThrow(/at least one parameter/);
    expect(() => fit(load(), parameters, [], options)).toThrow(/at least one recording/);
    expect(() => fit(load(), parameters, [{ ...good, ctrl: [1] }], options)).toThrow(/ctrl has 1 numbers, not 200/);
    expect(() => fit(load(), parameters, [{ ...good, observed: [1] }], options)).toThrow(/rows of 2/);
    expect(() => fit(load(), [{ ...(parameters[0] as FitParameter), initial: -1 }], [good], options)).toThrow(
      /begins at -1/,
    );
  });
});
