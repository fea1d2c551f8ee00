import { bytesPerCall } from '@qpos/conformance';
import { forward, inverse, makeData, resetDataKeyframe, step } from '@qpos/core';
import { loadModel } from '@qpos/spec';
import { describe, expect, test } from 'vitest';
import { dlqr, JointController, lqr } from '../index.ts';
import { bundledModel, massOnRails } from '../models.testing.ts';

/** A number that a function returns without being inlined takes 16 bytes. */
const BOXES = 65;

describe('lqr', () => {
  test('a mass on rails: the gains of its matrices, which are known', () => {
    const model = massOnRails();
    const h = model.opt.timestep;
    const known = dlqr([1, h, 0, 1], [(h * h) / 2, h / 2], [3, 1], [0.2]); // semi-implicit: velocity first
    const feedback = lqr(model, makeData(model), { Q: [3, 1], R: 0.2 });
    expect(feedback.K[0]).toBeCloseTo(known.K[0], 6);
    expect(feedback.K[1]).toBeCloseTo(known.K[1], 6);
    const data = makeData(model);
    data.qpos[0] = 0.1;
    expect(feedback.costToGo(data)).toBeCloseTo(0.01 * known.P[0], 6);
  });

  test('holds the bundled cart-pole upright for 30 s against pushes', () => {
    const model = bundledModel('cartpole');
    const data = makeData(model);
    const feedback = lqr(model, data, { Q: [10, 10, 1, 1], R: 1 });
    resetDataKeyframe(model, data, 0);
    let worst = 0;
    for (let k = 0; data.time < 30; k++) {
      feedback.control(data, data.ctrl);
      data.qfrc_applied[1] = k % 400 < 10 ? (k % 800 < 400 ? 0.3 : -0.3) : 0;
      step(model, data);
      worst = Math.max(worst, Math.abs(data.qpos[1]));
    }
    expect(worst).toBeGreaterThan(0.02); // the pushes are felt
    expect(worst).toBeLessThan(0.4);
    expect(Math.abs(data.qpos[0])).toBeLessThan(0.5);
  });

  test('a call allocates nothing', () => {
    const model = bundledModel('cartpole');
    const data = makeData(model);
    const feedback = lqr(model, data, { Q: 1, R: 1 });
    const ctrl = new Float64Array(model.nu);
    expect(bytesPerCall(() => feedback.control(data, ctrl))).toBeLessThan(1);
  });

  test('refuses what cannot be held', () => {
    const model = massOnRails();
    const passive = loadModel('<mujoco><worldbody><body><joint/><geom size=".1"/></body></worldbody></mujoco>');
    expect(() => lqr(passive, makeData(passive), { Q: 1, R: 1 })).toThrow(/no actuators/);
    expect(() => lqr(model, makeData(model), { Q: [1, 2, 3], R: 1 })).toThrow(/Q must be 2 × 2/);
    expect(() => lqr(model, makeData(model), { Q: Number.NaN, R: 1 })).toThrow(/Q must be 2 × 2/);
  });
});

describe('JointController', () => {
  /** An arm of three links in a plane, with a motor at each joint. */
  const armWith = (third: string) =>
    loadModel(`<mujoco><option timestep="0.001" integrator="RK4"/><worldbody>
    <body><joint name="a" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .4 0 0" size=".03" contype="0"/>
      <body pos=".4 0 0"><joint name="b" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".03" contype="0"/>
        <body pos=".3 0 0"><joint name="c" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .2 0 0" size=".03" contype="0"/></body></body></body></worldbody>
    <actuator><motor joint="a" gear="20"/><motor joint="b" gear="10"/>${third}</actuator></mujoco>`);
  const arm = armWith('<motor joint="c"/>');

  test('computed torque makes each joint a mass on a spring of its own, whatever the others do', () => {
    const data = makeData(arm);
    const controller = new JointController(arm);
    const [forces, w] = [new Float64Array(3), 10];
    data.qpos.set([0.5, -0.3, 0.8]);
    const start = data.qpos.slice();
    while (data.time < 0.3 - 1e-9) {
      controller.computedTorque(data, { qpos: [0, 0, 0] }, { kp: w * w, kd: 2 * w }, forces);
      data.qfrc_applied.set(forces);
      step(arm, data);
    }
    // critically damped: q = q0·(1 + wt)·exp(-wt), held over each step
    const expected = (1 + w * data.time) * Math.exp(-w * data.time);
    for (let i = 0; i < 3; i++) expect(data.qpos[i] / start[i]).toBeCloseTo(expected, 2);
  });

  test('PD+ at its reference leaves the arm at rest', () => {
    const data = makeData(arm);
    const controller = new JointController(arm);
    const forces = new Float64Array(3);
    data.qpos.set([0.5, -0.3, 0.8]);
    const reference = { qpos: data.qpos.slice() };
    for (let k = 0; k < 200; k++) {
      forward(arm, data);
      controller.pdPlus(data, reference, { kp: 5, kd: 1 }, forces);
      data.qfrc_applied.set(forces);
      step(arm, data);
    }
    for (let i = 0; i < 3; i++) expect(data.qpos[i]).toBeCloseTo(reference.qpos[i], 9);
  });

  test('controls for forces: the actuators apply them', () => {
    const arm = armWith('<position joint="c" kp="30" ctrlrange="-9 9"/>');
    const data = makeData(arm);
    const controller = new JointController(arm);
    data.qpos.set([0.5, -0.3, 0.8]);
    forward(arm, data);
    inverse(arm, data);
    const wanted = Float64Array.of(3, -2, 1);
    controller.controlsFor(data, wanted, data.ctrl);
    forward(arm, data);
    for (let i = 0; i < 3; i++) expect(data.qfrc_actuator[i]).toBeCloseTo(wanted[i], 9);
    const before = data.ctrl.slice();
    controller.controlsFor(data, Float64Array.of(0, 0, 1e9), data.ctrl);
    expect(data.ctrl[2]).toBe(9); // the end of its range
    expect(before[2]).toBeLessThan(9);
  });

  test('calls allocate nothing, and nonsense is refused', () => {
    const data = makeData(arm);
    const controller = new JointController(arm);
    const [forces, ctrl] = [new Float64Array(3), new Float64Array(3)];
    const [reference, gains] = [{ qpos: [0, 0, 0] }, { kp: 1, kd: 1 }];
    expect(bytesPerCall(() => controller.computedTorque(data, reference, gains, forces))).toBeLessThan(1);
    expect(bytesPerCall(() => controller.controlsFor(data, forces, ctrl))).toBeLessThan(BOXES);
    expect(() => controller.pdPlus(data, { qpos: [0] }, gains, forces)).toThrow(/reference.qpos has 1 numbers/);
    expect(() => controller.pdPlus(data, reference, { kp: [1], kd: 1 }, forces)).toThrow(/for every dof/);
  });
});
