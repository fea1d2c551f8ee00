import threads from 'node:worker_threads';
import { enums, getState, makeData, stateSize } from '@qpos/core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import '../js.ts';
import { BatchSim } from '../batch-sim.ts';
import { rollout } from '../rollout/rollout.ts';
import { boxes, disturb, drive } from '../testing/scenes.ts';

const model = boxes();
const rewardModule = new URL('../testing/reward.mjs', import.meta.url);
const open: BatchSim[] = [];

/** A batch where memory cannot be shared, as on a page without cross-origin isolation. */
async function make(workers: number, n = 5): Promise<BatchSim> {
  vi.stubGlobal('SharedArrayBuffer', undefined);
  const sim = await BatchSim.create(model, { n, workers, reward: rewardModule, autoreset: 'done' });
  vi.unstubAllGlobals();
  open.push(sim);
  return sim;
}

afterEach(async () => {
  vi.unstubAllGlobals();
  await Promise.all(open.splice(0).map((sim) => sim.close()));
});

async function play(sim: BatchSim, between: (k: number) => void = () => {}): Promise<number[]> {
  const xpos = sim.bind('xpos');
  const friction = sim.expand('geom_friction');
  friction[0] = 0.3;
  for (let e = 0; e < sim.n; e++) disturb(sim.states, sim.ctrl, model, e);
  const seen: number[] = [];
  for (let k = 0; k < 10; k++) {
    for (let e = 0; e < sim.n; e++) drive(sim.ctrl, model, e, k);
    if (k === 4) sim.reset(1);
    const pending = sim.stepAllAsync(6);
    between(k);
    const { rewards, terminated, failed } = await pending;
    seen.push(...sim.states, ...rewards, ...terminated, ...xpos, failed);
  }
  return seen;
}

describe('without shared memory', () => {
  test('stepAllAsync gives the same bits, for any number of workers', async () => {
    const expected = await play(await make(0));
    for (const workers of [1, 2, 3, 5]) {
      const sim = await make(workers);
      expect(sim.states.buffer.constructor).toBe(ArrayBuffer);
      expect(await play(sim), `${workers} workers`).toEqual(expected);
    }
  });

  test('a worker that ends is replaced', async () => {
    const { Worker } = threads;
    const started: threads.Worker[] = [];
    threads.Worker = class extends Worker {
      constructor(text: string | URL, options: threads.WorkerOptions) {
        super(text, options);
        started.push(this);
      }
    };
    try {
      const expected = await play(await make(0));
      const sim = await make(2);
      const seen = await play(sim, (k) => {
        if (k % 2 === 1) void started.at(-1)?.terminate();
      });
      expect(seen).toEqual(expected);
      expect(started.length).toBeGreaterThan(5);
    } finally {
      threads.Worker = Worker;
    }
  });

  test('waiting is refused, with the way out', async () => {
    const sim = await make(1);
    expect(() => sim.stepAll()).toThrow(
      expect.objectContaining({ code: 'cannot-block', hint: expect.stringContaining('stepAllAsync') }),
    );
    await sim.stepAllAsync();
  });

  test('rollouts send their arrays there and back', async () => {
    const { FULLPHYSICS } = enums.StateBit;
    const initialState = new Float64Array(6 * stateSize(model, FULLPHYSICS));
    const data = makeData(model);
    for (let r = 0; r < 6; r++) {
      data.qvel[0] = r;
      getState(model, data, initialState.subarray((r * initialState.length) / 6), FULLPHYSICS);
    }
    const control = Float64Array.from({ length: 6 * 8 * model.nu }, (_, k) => 0.1 * (k % 7));
    const expected = await rollout(model, { initialState, control, workers: 0 });
    vi.stubGlobal('SharedArrayBuffer', undefined);
    const { state, sensordata } = await rollout(model, { initialState, control, workers: 2 });
    vi.unstubAllGlobals();
    expect(state.buffer).toBeInstanceOf(ArrayBuffer);
    expect([...state]).toEqual([...expected.state]);
    expect([...sensordata]).toEqual([...expected.sensordata]);
    expect(control.length).toBe(6 * 8 * model.nu); // not detached
  });
});
