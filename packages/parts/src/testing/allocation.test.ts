import { bytesPerCall, bytesPerCallApart } from '@qpos/conformance';
import { makeData, step } from '@qpos/core';
import { loadModel } from '@qpos/spec';
import { expect, test } from 'vitest';
import { constantArm, HillMuscle, JointMuscle, MuscleGroup, musclePresets } from '../muscles/index.ts';
import { Cloth, SoftScene, XpbdSolver } from '../soft/index.ts';

/**
 * Bytes of numbers that JavaScript boxes on their way into and out of functions it has not inlined. An array for each of the 216 constraints that the cloth
 * solves in a step would take 20,000.
 */
const BOXES = 1024;
const CALLS = 100;
const BALANCE_BOXES = 20 * 16 * 16; // the same where forces are balanced: twenty evaluations of sixteen calls, sixteen bytes each

/** Bytes that a call leaves, looked for until they are below a bound. */
const bytes = (f: () => void, bound: number): number => bytesPerCall(f, CALLS, bound);

test('muscles allocate nothing in a step', () => {
  const muscle = new HillMuscle({ ...musclePresets.soleus, elastic: true });
  expect(bytes(() => muscle.step(0.5, 0.3, 0, 0.001), BALANCE_BOXES)).toBeLessThan(BALANCE_BOXES);
  const rigid = new HillMuscle(musclePresets.soleus);
  expect(bytes(() => rigid.step(0.5, 0.3, 0, 0.001), BOXES)).toBeLessThan(BOXES);
  const group = new MuscleGroup([new JointMuscle(new HillMuscle(), [constantArm(0.04)], 0.3)], 1);
  const [excitation, angle] = [Float64Array.of(0.5), new Float64Array(1)];
  expect(bytes(() => group.step(excitation, angle, angle, 0.001), BOXES)).toBeLessThan(BOXES);
});

test('routes allocate nothing when they follow a model', () => {
  const setup = `import { followModel, Route, routeOfTendon } from '@qpos/parts/cables';
    import { forward, loadModel, makeData } from 'qpos';
    const model = loadModel('<mujoco><worldbody><site name="a" pos="0 0 1"/><geom name="g" size=".2"/><body pos="0 0 -1"><joint/><geom size=".1"/>'
      + '<site name="b"/></body></worldbody><tendon><spatial><site site="a"/><geom geom="g"/><site site="b"/></spatial></tendon></mujoco>');
    const data = makeData(model);
    forward(model, data);
    const route = new Route(routeOfTendon(model, 0));
    const jacobian = new Float64Array(model.nv);`;
  expect(bytesPerCallApart(setup, 'followModel(model, data, route, jacobian)', CALLS, BOXES)).toBeLessThan(BOXES);
});

test('soft bodies allocate no more in a step than the engine and boxed numbers', () => {
  const model = loadModel(`<mujoco><option timestep=".004"/><worldbody><geom size=".2"/>
    <body pos="0 0 .5"><freejoint/><geom type="box" size=".05 .05 .05"/></body></worldbody></mujoco>`);
  const data = makeData(model);
  const cloth = Cloth.grid({ count: [5, 5], spacing: 0.1, centre: [0, 0, 0.25], radius: 0.01 });
  cloth.pinCorners();
  const scene = new SoftScene(model, data, [cloth], { iterations: 3 });
  const alone = makeData(model);
  const engine = bytes(() => step(model, alone), 1);
  expect(bytes(() => scene.step(), engine + 2 * BOXES)).toBeLessThan(engine + 2 * BOXES);
  const solver = new XpbdSolver({ iterations: 3 });
  const gravity = Float64Array.of(0, 0, -9.81);
  expect(bytes(() => solver.step(cloth, gravity, 0.004), BOXES)).toBeLessThan(BOXES);
});
