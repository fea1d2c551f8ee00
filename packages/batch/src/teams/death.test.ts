import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import threads from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import '../js.ts';
import type { BatchOptions, BatchResult } from '../batch.ts';
import { BatchSim } from '../batch-sim.ts';
import { RandomGenerator } from '../random/generator.ts';
import { boxes, disturb, drive } from '../testing/scenes.ts';

const model = boxes();
const rewardModule = new URL('../testing/reward.mjs', import.meta.url);
const started: threads.Worker[] = [];
const { Worker } = threads;
const open: BatchSim[] = [];
const marker = path.join(os.tmpdir(), `qpos-exit-${process.pid}`);

beforeAll(() => {
  process.env['QPOS_TEST_EXIT'] = marker;
  threads.Worker = class extends Worker {
    constructor(text: string | URL, options: threads.WorkerOptions) {
      super(text, options);
      started.push(this);
    }
  };
});
afterAll(() => {
  threads.Worker = Worker;
  delete process.env['QPOS_TEST_EXIT'];
  fs.rmSync(marker, { force: true });
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((sim) => sim.close()));
  started.length = 0;
});

type Memory = NonNullable<BatchOptions['memory']>;
const MEMORIES: readonly Memory[] = ['separate', 'shared'];
const WAYS = MEMORIES.flatMap((memory) => [['sync', memory] as const, ['async', memory] as const]);

async function make(workers: number, memory: Memory = 'auto', n = 6): Promise<BatchSim> {
  const sim = await BatchSim.create(model, { n, workers, memory, reward: rewardModule, seed: 3, autoreset: 'done' });
  open.push(sim);
  for (let e = 0; e < n; e++) disturb(sim.states, sim.ctrl, model, e);
  return sim;
}

/** Controls and forces of call `k`. */
function prepare(sim: BatchSim, k: number): void {
  for (let e = 0; e < sim.n; e++) drive(sim.ctrl, model, e, k);
  const force = sim.bind('xfrc_applied');
  force[6 + (k % 5)] = k;
  if (k % 4 === 3) sim.reset(k % sim.n);
}

/** What a call left, of everything. */
const seen = (sim: BatchSim, { rewards, terminated, truncated }: BatchResult): number[] => [
  ...sim.states,
  ...sim.ctrl,
  ...sim.sensordata,
  ...rewards,
  ...terminated,
  ...truncated,
  ...sim.bind('time'),
  ...sim.bind('xpos'),
];

const STEPS = 6;

/** Calls of a batch whose workers nobody ends. */
async function undisturbed(calls: number, n: number): Promise<number[][]> {
  const sim = await make(0, 'auto', n);
  return Array.from({ length: calls }, (_, k) => {
    prepare(sim, k);
    return seen(sim, sim.stepAll(STEPS));
  });
}

/** Bytes of this thread's memory that nobody has. */
const roomLeft = (): number => (model as unknown as { backend: { heap: { room: number } } }).backend.heap.room;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Calls in which a worker ends; the long tests ask for more. */
const CALLS = Number(process.env['QPOS_DEATHS'] ?? 8);

describe('a worker that ends is replaced, and nothing else tells of it', () => {
  test.each(MEMORIES)(
    `terminated before, at or during ${CALLS} calls (%s memory)`,
    async (memory) => {
      const random = new RandomGenerator(8);
      const expected = await undisturbed(CALLS, 6);
      const before = roomLeft();
      const sim = await make(2, memory);
      expect(sim.memory).toBe(memory);
      let replaced = 0;
      for (let k = 0; k < CALLS; k++) {
        prepare(sim, k);
        const alive = started.filter(({ threadId }) => threadId >= 0);
        const victim = alive[random.integers(alive.length)] as threads.Worker;
        let result: BatchResult;
        if (k % 4 === 0) {
          void victim.terminate(); // this thread does not hear of it before the call
          result = sim.stepAll(STEPS);
        } else if (k % 4 === 1) {
          await victim.terminate();
          result = sim.stepAll(STEPS);
        } else {
          const pending = sim.stepAllAsync(STEPS);
          if (k % 4 === 3) await pause(random.uniform(0, 2));
          void victim.terminate();
          result = await pending;
        }
        expect(result.failed).toBe(0);
        for (const error of result.replaced) expect(error).toMatchObject({ name: 'BatchError', code: 'worker-lost' });
        replaced += result.replaced.length;
        expect(seen(sim, result), `call ${k}`).toEqual(expected[k]);
      }
      expect(replaced).toBeGreaterThan(CALLS / 2);
      await sim.close();
      expect(roomLeft()).toBeGreaterThanOrEqual(before); // workers that died leave nothing behind
    },
    300_000,
  );

  test.each(WAYS)(
    'process.exit in the middle of a call (%s, %s memory)',
    async (way, memory) => {
      const expected = await undisturbed(12, 6);
      const sim = await make(2, memory);
      const userdata = sim.bind('userdata');
      let replaced = 0;
      for (let k = 0; k < 12; k++) {
        prepare(sim, k);
        userdata[2 * (k % 6) + 1] = 2;
        if (k % 3 === 1) fs.writeFileSync(marker, '');
        const result = way === 'sync' ? sim.stepAll(STEPS) : await sim.stepAllAsync(STEPS);
        expect(fs.existsSync(marker)).toBe(false);
        replaced += result.replaced.length;
        expect(seen(sim, result), `call ${k}`).toEqual(expected[k]);
      }
      expect(replaced).toBe(4);
    },
    120_000,
  );

  test.each(WAYS)(
    'one that ends again and again fails its environments, and no others (%s, %s memory)',
    async (way, memory) => {
      const sim = await make(2, memory);
      const reference = await make(0);
      const userdata = sim.bind('userdata');
      const run = async (): Promise<BatchResult> =>
        way === 'sync' ? sim.stepAll(STEPS) : await sim.stepAllAsync(STEPS);
      await run();
      reference.stepAll(STEPS);
      const before = sim.states.slice();
      userdata[2 * 4 + 1] = 1; // of environment 4, in the second worker
      const { errors, terminated, replaced } = await run();
      reference.stepAll(STEPS);
      expect(replaced.length).toBeGreaterThan(0);
      expect(replaced[0]?.message).toContain('environments 3 to 5');
      const lost = 'worker-lost';
      expect(errors.map((e) => e?.code)).toEqual([undefined, undefined, undefined, lost, lost, lost]);
      expect([...terminated]).toEqual([0, 0, 0, 1, 1, 1]);
      const half = 3 * sim.stateSize;
      expect([...sim.states.subarray(0, half)]).toEqual([...reference.states.subarray(0, half)]);
      expect([...sim.states.subarray(half)]).toEqual([...before.subarray(half)]);
      userdata.fill(0);
      const next = await run();
      reference.stepAll(STEPS);
      expect(next.failed).toBe(0);
      expect([...sim.states.subarray(0, half)]).toEqual([...reference.states.subarray(0, half)]);
      expect(sim.episodeOf(3)).toBe(1);
    },
    120_000,
  );

  test('a batch that nobody closed does not keep the program alive', () => {
    const dist = path.resolve(import.meta.dirname, '../../dist/index.js');
    const program = `import { BatchSim } from ${JSON.stringify(dist)};
      import { loadModel } from 'qpos';
      const model = loadModel('<mujoco><worldbody><body><joint/><geom size=".1"/></body></worldbody></mujoco>');
      const sim = await BatchSim.create(model, { n: 4, workers: 2 });
      await sim.stepAllAsync(2);
      console.log(sim.stepAll(3).failed);`;
    const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: import.meta.dirname,
      env: { ...process.env, QPOS_BACKEND: 'wasm' }, // the packages as they are built
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect([status, stdout]).toEqual([0, '0\n']);
  });
});
