import { makeData, step } from '@qpos/core';
import { describe, expect, test } from 'vitest';
import '../js.ts';
import { boxes } from '../testing/scenes.ts';
import { createSimulationWorker, type SimulationWorker } from './simulation-worker.ts';

const model = boxes();

/** The next time that what is shown fulfils a condition. */
const shown = (simulation: SimulationWorker, until: (time: number) => boolean): Promise<void> =>
  new Promise((resolve) => {
    simulation.onFrame = ({ time }) => {
      if (until(time)) resolve();
    };
  });

describe('createSimulationWorker', () => {
  test('a simulation in a worker, shown here with everything that is derived', async () => {
    const simulation = await createSimulationWorker(model);
    simulation.set({ ctrl: [0.3, 0.1] });
    simulation.step(20);
    await shown(simulation, (time) => time > 0.03);
    const data = makeData(model);
    data.ctrl.set([0.3, 0.1]);
    step(model, data, 20);
    expect([...simulation.data.qpos]).toEqual([...data.qpos]);
    expect(simulation.data.xpos[5]).toBeCloseTo(data.qpos[2] as number, 12);
    simulation.play();
    expect(simulation.playing).toBe(true);
    await shown(simulation, (time) => time > 0.1);
    simulation.pause();
    simulation.reset('up');
    await shown(simulation, (time) => time === 0);
    expect(simulation.data.qpos[7]).toBe(1);
    await simulation.close();
    await simulation.close();
    expect(() => simulation.play()).toThrow(expect.objectContaining({ code: 'closed' }));
  });

  test('callbacks come from a module, and what they throw is reported', async () => {
    const module = new URL('../testing/reward.mjs', import.meta.url);
    const simulation = await createSimulationWorker(model, { module });
    const failed = new Promise<Error>((resolve) => {
      simulation.onError = resolve;
    });
    simulation.set({ userdata: [13, 0] });
    simulation.play();
    expect((await failed).message).toContain('unlucky');
    expect(simulation.playing).toBe(false);
    await simulation.close();
  });

  test('wrong values are refused', async () => {
    const simulation = await createSimulationWorker(model);
    const bad = (code: string) => expect.objectContaining({ code });
    expect(() => simulation.set({ ctrl: [1] })).toThrow(bad('bad-argument'));
    expect(() => simulation.set({ control: [1] })).toThrow(bad('unknown-name'));
    expect(() => simulation.set({ ncon: [1] })).toThrow(bad('read-only'));
    expect(() => simulation.set({ ctrl: 5 as never })).toThrow(bad('bad-argument'));
    expect(() => simulation.set(null as never)).toThrow(bad('bad-argument'));
    expect(() => simulation.setModel({ nq: [1] })).toThrow(bad('read-only'));
    expect(() => simulation.setSpeed(0)).toThrow(bad('bad-argument'));
    expect(() => simulation.step(-1)).toThrow(bad('bad-argument'));
    expect(() => simulation.reset('down')).toThrow(bad('unknown-name'));
    simulation.setModel({ 'opt.gravity': [0, 0, 0] });
    expect(simulation.model.opt.gravity[2]).toBe(0);
    simulation.model.opt.gravity[2] = -9.81;
    await simulation.close();
    const nowhere = createSimulationWorker(model, { module: 'file:///nowhere.js' });
    await expect(nowhere).rejects.toMatchObject({ code: 'module' });
  });

  test('its model cannot be disposed of before it is closed, or has failed to start', async () => {
    const own = boxes();
    const simulation = await createSimulationWorker(own);
    expect(() => own[Symbol.dispose]()).toThrow(expect.objectContaining({ code: 'in-use' }));
    await simulation.close();
    const nowhere = createSimulationWorker(own, { module: 'file:///nowhere.js' });
    await expect(nowhere).rejects.toMatchObject({ code: 'module' });
    own[Symbol.dispose]();
  });
});
