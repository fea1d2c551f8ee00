import threads from 'node:worker_threads';
import { enums, getState, type Model, makeData, stateSize } from '@qpos/core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { BatchSim } from '../batch-sim.ts';
import { boxes } from '../testing/scenes.ts';
import { RolloutPool } from './pool.ts';
import { rollout } from './rollout.ts';

const { FULLPHYSICS } = enums.StateBit;
const model = boxes();
const started: threads.Worker[] = [];
const { Worker } = threads;

beforeAll(() => {
  threads.Worker = class extends Worker {
    constructor(text: string | URL, options: threads.WorkerOptions) {
      super(text, options);
      started.push(this);
    }
  };
});
afterAll(() => {
  threads.Worker = Worker;
});

/** Bytes of this thread's memory that nobody has. */
const roomLeft = (): number => (model as unknown as { backend: { heap: { room: number } } }).backend.heap.room;

/** Workers leave nothing behind, once it is certain that they have ended. */
const isFree = (before: number): Promise<void> => vi.waitFor(() => expect(roomLeft()).toBeGreaterThanOrEqual(before));

function initialStates(rows: number): Float64Array {
  const data = makeData(model);
  const size = stateSize(model, FULLPHYSICS);
  const states = new Float64Array(rows * size);
  for (let r = 0; r < rows; r++) {
    data.qpos[0] = 0.03 * r;
    getState(model, data, states.subarray(r * size, (r + 1) * size), FULLPHYSICS);
  }
  return states;
}

const initialState = initialStates(12);
const rolledOut = async (pool: RolloutPool, of: Model = model): Promise<number[]> => [
  ...(await rollout(of, { initialState, nstep: 60, pool, chunkSize: 2 })).state, // long enough for contacts to grow memory
];

async function expected(of: Model = model): Promise<number[]> {
  await using pool = await RolloutPool.create(of, { workers: 0 });
  return await rolledOut(pool, of);
}

describe('pools on the memory of the thread that made them', () => {
  test.each(['shared', 'separate', 'auto'] as const)('give the same bits (%s)', async (memory) => {
    const before = roomLeft();
    const pool = await RolloutPool.create(model, { workers: 2, memory });
    expect(pool.memory).toBe(memory === 'separate' ? 'separate' : 'shared');
    expect(roomLeft() < before).toBe(memory !== 'separate');
    const state = await rolledOut(pool);
    await pool.close();
    await isFree(before);
    expect(state).toEqual(await expected());
  });

  test('have the models that they were told of last', async () => {
    const own = boxes();
    const pool = await RolloutPool.create(own, { workers: 2, memory: 'shared' });
    const before = await rolledOut(pool, own);
    own.opt.gravity[2] = -1;
    expect(await rolledOut(pool, own)).toEqual(before); // it does not look
    await pool.update(own);
    const room = roomLeft();
    const after = await rolledOut(pool, own);
    for (let k = 0; k < 5; k++) await pool.update(own);
    expect(roomLeft()).toBeGreaterThan(room - 1e5); // one copy of the model and of each Data at a time
    await pool.close();
    expect(after).toEqual(await expected(own));
    expect(after).not.toEqual(before);
  });

  test('several, and batches, at once', async () => {
    const alone = await BatchSim.create(model, { n: 6, workers: 0 });
    const all = await expected();
    const before = roomLeft();
    const [a, b] = [
      await RolloutPool.create(model, { workers: 2, memory: 'shared' }),
      await RolloutPool.create(model, { workers: 1, memory: 'shared' }),
    ];
    const sim = await BatchSim.create(model, { n: 6, workers: 2, memory: 'shared' });
    const stepped = async (batch: BatchSim): Promise<number[]> => {
      for (let k = 0; k < 6; k++) await batch.stepAllAsync(20);
      return [...batch.states];
    };
    const [first, second, states] = await Promise.all([rolledOut(a), rolledOut(b), stepped(sim)]);
    await Promise.all([a, b, sim].map((each) => each.close()));
    await isFree(before);
    expect(first).toEqual(all);
    expect(second).toEqual(all);
    expect(states).toEqual(await stepped(alone));
    await alone.close();
  });

  test('replace a worker that ends, at any moment', async () => {
    const before = roomLeft();
    const pool = await RolloutPool.create(model, { workers: 2, memory: 'shared' });
    const all = await expected();
    for (let k = 0; k < 6; k++) {
      const pending = rolledOut(pool);
      await new Promise((resolve) => setTimeout(resolve, k % 3));
      void started.findLast(({ threadId }) => threadId >= 0)?.terminate();
      expect(await pending, `rollout ${k}`).toEqual(all);
    }
    await pool.close();
    await isFree(before);
  });
});

test('a memory that is none is refused', async () => {
  await expect(RolloutPool.create(model, { workers: 0, memory: 'own' as 'auto' })).rejects.toMatchObject({
    code: 'unknown-name',
  });
});
