import threads from 'node:worker_threads';
import { type Data, step } from '@qpos/core';
import { afterEach, describe, expect, test } from 'vitest';
import '../js.ts';
import type { BatchOptions } from '../batch.ts';
import { BatchSim } from '../batch-sim.ts';
import { boxes, disturb, Sequential } from '../testing/scenes.ts';
import { storeModel } from './stored-model.ts';

const N = 6;
const model = boxes();
const isWasm = model.backendName === 'wasm';
const open: BatchSim[] = [];
/** Where this thread sees the Data of the environments. */
const TEAMS: readonly Pick<BatchOptions, 'workers' | 'memory'>[] = [
  { workers: 0 },
  ...(isWasm ? [1, 2, 5].map((workers) => ({ workers, memory: 'shared' as const })) : []),
];

afterEach(async () => {
  await Promise.all(open.splice(0).map((sim) => sim.close()));
});

async function make(options: Omit<BatchOptions, 'n'>): Promise<BatchSim> {
  const sim = await BatchSim.create(model, { n: N, ...options });
  open.push(sim);
  for (let e = 0; e < N; e++) disturb(sim.states, sim.ctrl, model, e);
  return sim;
}

/** What a step leaves in a Data, arrays that grow included. */
const seen = (data: Data): unknown => ({
  time: data.time,
  ncon: data.ncon,
  qpos: data.qpos,
  xpos: data.xpos,
  qacc: data.qacc,
  dist: data.contact.dist,
  force: data.efc_force,
  J: data.efc_J,
});

describe('the Data of an environment', () => {
  test.each(TEAMS)('is live, and that of stepping in sequence ($workers workers)', async (team) => {
    const sim = await make(team);
    const all = new Sequential(model, N);
    for (let e = 0; e < N; e++) disturb(all.states, all.ctrl, model, e);
    const live = Array.from({ length: N }, (_, e) => sim.data(e));
    const { qpos } = live[N - 1] as Data;
    let most = 0;
    for (let k = 0; k < 5; k++) {
      sim.stepAll(60);
      all.stepAll(60);
      live.forEach((data, e) => {
        expect(seen(data)).toEqual(seen(all.all[e] as Data));
        expect(sim.data(e)).toBe(data);
        most = Math.max(most, data.nefc);
      });
      expect(live[N - 1]?.qpos).toBe(qpos);
    }
    expect(most).toBeGreaterThan(30); // there was memory to grow
  });

  test('has names, and can be copied and stepped here', async () => {
    const sim = await make(TEAMS.at(-1) ?? {});
    sim.stepAll(30);
    const data = sim.data(2);
    expect(data.body('top').xpos[2]).toBe(data.xpos[3 * model.body('top').id + 2]);
    const before = [...sim.states];
    step(model, data); // of no use, since every call starts from `states`; but it does no harm
    expect([...sim.states]).toEqual(before);
  });

  test('of workers with memory of their own is not to be had', async () => {
    const sim = await make({ workers: 2, memory: 'separate' });
    expect(() => sim.data(0)).toThrow(expect.objectContaining({ code: 'separate-memory' }));
  });

  test.each([-1, N, 0.5, Number.NaN])('of environment %d is refused', async (e) => {
    const sim = await make({ workers: 0 });
    expect(() => sim.data(e)).toThrow(expect.objectContaining({ code: 'bad-argument' }));
  });

  test.each(TEAMS)('is disposed of with the batch ($workers workers)', async (team) => {
    const sim = await make(team);
    const data = sim.data(1);
    await sim.close();
    expect(() => data.qpos).toThrow(expect.objectContaining({ code: 'disposed' }));
    expect(() => sim.data(1)).toThrow(expect.objectContaining({ code: 'closed' }));
  });

  test.each(TEAMS.slice(1, 2))('is made anew by the worker that replaces another', async (team) => {
    const { Worker } = threads;
    const started: threads.Worker[] = [];
    threads.Worker = class extends Worker {
      constructor(text: string | URL, options: threads.WorkerOptions) {
        super(text, options);
        started.push(this);
      }
    };
    try {
      const sim = await make({ ...team, workers: 2 });
      sim.stepAll(5);
      const [kept, lost] = [sim.data(0), sim.data(N - 1)];
      await started[1]?.terminate();
      expect(sim.stepAll(5).replaced).toHaveLength(1);
      expect(sim.data(0)).toBe(kept);
      expect(() => lost.qpos).toThrow(expect.objectContaining({ code: 'disposed' }));
      expect([...sim.data(N - 1).qpos]).toEqual([...sim.states.slice((N - 1) * sim.stateSize).slice(0, model.nq)]);
    } finally {
      threads.Worker = Worker;
    }
  });
});

describe('the model of several batches', () => {
  test('is stored once for as long as it is the same', () => {
    const own = boxes();
    const [a, b] = [storeModel(own), storeModel(own)];
    expect(b.model).toBe(a.model);
    own.body_mass[1] = 7;
    const c = storeModel(own);
    expect(c.model).not.toBe(a.model);
    expect([a.model.body_mass[1], c.model.body_mass[1]]).toEqual([boxes().body_mass[1], 7]);
    a.release();
    expect(b.model.nq).toBe(own.nq);
    b.release();
    expect(() => b.model.body_mass).toThrow(expect.objectContaining({ code: 'disposed' }));
    c.release();
  });
});
