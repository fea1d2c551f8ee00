import { makeData, step } from 'qpos';
import { MujocoError } from 'qpos/compat';
import { loadLegacyMujoco } from 'qpos/compat/legacy';
import { expect, test } from 'vitest';
import { relativeError } from '../oracle/transfer.ts';
import { type AnyModule, loadBoth } from './both-modules.ts';

const XML = `<mujoco><option timestep=".004"/><worldbody><geom type="plane" size="1 1 .1"/>
  <body name="arm" pos="0 0 .5"><joint axis="0 1 0"/><geom type="capsule" size=".05" fromto="0 0 0 .4 0 0"/></body>
  <body name="target" mocap="true" pos="1 0 1"/></worldbody></mujoco>`;

test('a program in the style of the older packages does what the official one does', async () => {
  const { theirs } = await loadBoth();
  const official = theirs.mj as unknown as AnyModule & { MjModel: { from_xml_string(xml: string): object } };
  const reference = official.MjModel.from_xml_string(XML);
  const MjData = official['MjData'] as unknown as new (model: object) => Record<string, Float64Array>;
  const data = new MjData(reference);
  const { DoubleBuffer } = official as unknown as { DoubleBuffer: new (n: number) => { GetView(): Float64Array } };

  const mujoco = await loadLegacyMujoco();
  mujoco.FS.mkdir('/working');
  mujoco.FS.mount(mujoco.MEMFS, { root: '.' }, '/working');
  mujoco.FS.writeFile('/working/arm.xml', XML);
  const model = new mujoco.Model('/working/arm.xml');
  const simulation = new mujoco.Simulation(model, new mujoco.State(model));
  expect(model.getOptions().timestep).toBe(0.004);
  expect(mujoco.Model.load_from_xml('/working/arm.xml').nbody).toBe(3);

  const [force, torque, point] = [
    [1, 0, 2],
    [0, 0.1, 0],
    [0.4, 0, 0.5],
  ];
  for (let k = 0; k < 20; k++) {
    simulation.qfrc_applied.fill(0);
    simulation.applyForce(...force, ...torque, ...point, 1);
    simulation.step();
    const out = new DoubleBuffer(1);
    official['mj_applyFT']?.(reference, data, force, torque, point, 1, out);
    data['qfrc_applied']?.set(out.GetView());
    official['mj_step']?.(reference, data);
  }
  expect(relativeError(simulation.qpos, (data['qpos'] as Float64Array).slice())).toBeLessThan(1e-12);
  expect(relativeError(simulation.xpos, (data['xpos'] as Float64Array).slice())).toBeLessThan(1e-12);

  simulation.applyPose(2, 1, 2, 3, 0, 1, 0, 0);
  simulation.forward();
  expect(Array.from(simulation.xpos.subarray(6, 9))).toEqual([1, 2, 3]);
  simulation.resetData();
  expect(simulation.time).toBe(0);
  expect(simulation.state().time).toBe(0);
  expect(simulation.model()).toBe(model);
  simulation.free();
});

test('wrong arguments are refused', async () => {
  const { Model, Simulation, State, FS } = await loadLegacyMujoco();
  FS.writeFile('/arm.xml', XML);
  const model = Model.load_from_xml('/arm.xml');
  expect(() => new Model('/nothing.xml')).toThrow(MujocoError);
  expect(() => new Simulation(model, {} as never)).toThrow(MujocoError);
  const simulation = new Simulation(model, new State(model));
  expect(() => simulation.applyForce(1, 2, 3)).toThrow('applyForce takes');
  expect(() => simulation.applyPose(1, 0, 0, 0, 1, 0, 0, 0)).toThrow('not a mocap body');
  const plain = makeData(model.inner);
  step(model.inner, plain, 5);
  for (let k = 0; k < 5; k++) simulation.step();
  expect(Array.from(simulation.qpos)).toEqual(Array.from(plain.qpos));
});
