import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import threads from 'node:worker_threads';
import { everyNth, extent } from '@qpos/conformance';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  type AutoresetMode,
  type MadeVectorEnv,
  make,
  makeVec,
  RandomGenerator,
  type VectorStepResult,
} from '../index.ts';

const open: MadeVectorEnv[] = [];
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
afterEach(async () => {
  await Promise.all(open.splice(0).map((vec) => vec.close()));
  started.length = 0;
});

async function vecOf(
  id: string,
  options: Readonly<Record<string, unknown>> & { readonly workers: number },
): Promise<MadeVectorEnv> {
  const vec = await makeVec(id, { n: 5, ...options });
  open.push(vec);
  return vec;
}

/** Everything that a call tells; infos of those that told nothing mean nothing, but are the same too. */
const told = (result: VectorStepResult): string =>
  JSON.stringify(result, (_, value) => (ArrayBuffer.isView(value) ? [...(value as Float64Array)] : sorted(value)));
const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

function actionsAt(vec: MadeVectorEnv, step: number): Float64Array {
  const random = new RandomGenerator(4, [step]);
  return Float64Array.from({ length: vec.actionSpace.size }, () => random.uniform(-1, 1));
}

/** Steps with a reset where nothing else resets, one step in three asynchronous. */
async function play(vec: MadeVectorEnv, from: number, steps: number): Promise<string[]> {
  const lines: string[] = [];
  for (let k = from; k < from + steps; k++) {
    const actions = actionsAt(vec, k);
    const result = k % 3 === 1 ? await vec.stepAsync(actions) : vec.step(actions);
    lines.push(told(result));
    const over = result.terminated.map((t, e) => t | (result.truncated[e] as number));
    if (vec.metadata.autoreset === 'disabled' && over.includes(1))
      lines.push(told(vec.reset({ options: { reset_mask: over } }) as VectorStepResult));
  }
  return lines;
}

const TEAMS = everyNth(2, [0, 1, 2, 3]);

describe('the same bytes for any number of workers', () => {
  test.each<[string, AutoresetMode]>([
    ['Hopper-v5', 'next-step'],
    ['Hopper-v5', 'same-step'],
    ['Hopper-v5', 'disabled'],
    ['Humanoid-v5', 'same-step'],
    ['qpos/quadruped-joystick-v0', 'same-step'],
  ])('%s, %s, saved and loaded on the way', async (id, autoreset) => {
    const STEPS = extent(22, 40);
    const lines: string[][] = [];
    const saved: Uint8Array[] = [];
    for (const workers of TEAMS) {
      const vec = await vecOf(id, { workers, autoreset, maxEpisodeSteps: 19 });
      expect(vec.workers).toBe(workers);
      const first = told(vec.reset({ seed: 3 }) as VectorStepResult);
      lines.push([first, ...(await play(vec, 0, STEPS))]);
      saved.push(vec.save());
    }
    for (const other of lines) expect(other).toEqual(lines[0]);
    for (const bytes of saved) expect(bytes).toEqual(saved[0]);
    // what any number of workers saved, any other number goes on from
    const obsOf = async (workers: number): Promise<unknown[]> => {
      const vec = await vecOf(id, { workers, autoreset, maxEpisodeSteps: 19 });
      vec.load(saved.at(-1 - TEAMS.indexOf(workers)) as Uint8Array);
      return (await play(vec, STEPS, 10)).map((line) => {
        const { obs, rewards, terminated, truncated } = JSON.parse(line);
        return { obs, rewards, terminated, truncated };
      });
    };
    const expected = await obsOf(0);
    for (const workers of TEAMS.slice(1)) expect(await obsOf(workers)).toEqual(expected);
  });

  test('auto: workers for each processor, at most one for each environment', async () => {
    const vec = await makeVec('InvertedPendulum-v5', { n: 2, workers: 'auto' });
    open.push(vec);
    expect(vec.workers).toBe(Math.min(os.availableParallelism(), 2));
    expect((await makeVec('InvertedPendulum-v5', { n: 2, workers: 'auto', wrap: (env) => env })).workers).toBe(0);
  });
});

const CALLS = extent(80, 300); // the environments are saved on the way

describe('a worker that ends is replaced, and nothing tells of it', () => {
  test(`terminated before or during ${CALLS} calls`, async () => {
    const reference = await vecOf('Hopper-v5', { workers: 0, autoreset: 'same-step' });
    const vec = await vecOf('Hopper-v5', { workers: 2, autoreset: 'same-step' });
    const random = new RandomGenerator(5);
    for (const one of [reference, vec]) one.reset({ seed: 1 });
    let ended = 0;
    for (let k = 0; k < CALLS; k++) {
      const actions = actionsAt(vec, k);
      const alive = started.filter(({ threadId }) => threadId >= 0);
      const victim = random.random() < 0.08 ? alive[random.integers(alive.length)] : undefined;
      if (victim !== undefined) ended++;
      let result: VectorStepResult;
      if (k % 2 === 0) {
        if (k % 4 === 0) await victim?.terminate();
        else void victim?.terminate();
        result = vec.step(actions);
      } else {
        const pending = vec.stepAsync(actions);
        void victim?.terminate();
        result = await pending;
      }
      expect(told(result), `call ${k}`).toBe(told(reference.step(actions)));
    }
    expect(ended).toBeGreaterThan(CALLS / 30);
    expect(vec.save()).toEqual(reference.save());
  }, 300_000);
});

describe('tasks of your own', () => {
  const module = new URL('../testing/push-task.mjs', import.meta.url);
  const marker = path.join(os.tmpdir(), `qpos-env-exit-${process.pid}`);
  beforeAll(async () => {
    process.env['QPOS_TEST_EXIT'] = marker;
    await import('../testing/push-task.mjs');
  });
  afterAll(() => {
    delete process.env['QPOS_TEST_EXIT'];
    fs.rmSync(marker, { force: true });
  });

  test('a worker imports the module that registers them; options arrive', async () => {
    const [reference, vec] = [
      await vecOf('test/Push-v0', { workers: 0, size: 0.2 }),
      await vecOf('test/Push-v0', { workers: 2, size: 0.2, module }),
    ];
    expect(told(vec.reset({ seed: 1 }) as VectorStepResult)).toBe(
      told(reference.reset({ seed: 1 }) as VectorStepResult),
    );
    expect(await play(vec, 0, 30)).toEqual(await play(reference, 0, 30));
  });

  test.each(['sync', 'async'])('process.exit in the middle of a call (%s)', async (way) => {
    const [reference, vec] = [
      await vecOf('test/Push-v0', { workers: 0 }),
      await vecOf('test/Push-v0', { workers: 2, module }),
    ];
    for (const one of [reference, vec]) one.reset({ seed: 1 });
    for (let k = 0; k < 6; k++) {
      const actions = actionsAt(vec, k);
      actions[3] = 1.2;
      const expected = told(reference.step(actions));
      fs.writeFileSync(marker, '');
      expect(told(way === 'sync' ? vec.step(actions) : await vec.stepAsync(actions))).toBe(expected);
      expect(fs.existsSync(marker)).toBe(false);
    }
    // one that ends again and again is an error
    const actions = new Float64Array(5).fill(1.7);
    const call = async (): Promise<unknown> => (way === 'sync' ? vec.step(actions) : vec.stepAsync(actions));
    await expect(call()).rejects.toMatchObject({ name: 'EnvError', code: 'worker' });
  });

  test('what a task throws reaches the caller', async () => {
    const vec = await vecOf('test/Push-v0', { workers: 2, module });
    vec.reset({ seed: 1 });
    expect(() => vec.step(new Float64Array(5).fill(3))).toThrow(
      expect.objectContaining({ code: 'bad-task', message: expect.stringContaining('pushed too hard') }) as Error,
    );
  });

  test.each<[string, object, string, string]>([
    ['no module', {}, 'unsupported', 'was registered in this thread'],
    ['a module that is not there', { module: './nowhere.mjs' }, 'worker', 'cannot be loaded'],
    ['a module that registers others', { module: 'node:fs' }, 'unknown-task', "no task 'test/Push-v0'"],
    ['a function', { module, wrap: (env: unknown) => env }, 'unsupported', 'wrap'],
    ['an option that is an object of some class', { module, size: new Map() }, 'unsupported', "option 'size'"],
    ['a renderer', { module, renderer: () => 1 }, 'unsupported', "option 'renderer'"],
  ])('%s is a typed error', async (_, options, code, message) => {
    await expect(vecOf('test/Push-v0', { workers: 1, ...options })).rejects.toMatchObject({
      name: 'EnvError',
      code,
      message: expect.stringContaining(message),
      hint: expect.any(String),
    });
  });
});

test('misuse', async () => {
  const vec = await vecOf('Hopper-v5', { workers: 2 });
  const refused = (code: string): Error => expect.objectContaining({ name: 'EnvError', code }) as Error;
  expect(() => vec.step(new Float64Array(15))).toThrow(refused('not-reset'));
  vec.reset({ seed: 1 });
  expect(() => vec.step(new Float64Array(14))).toThrow(refused('bad-action'));
  expect(() => vec.step(new Float64Array(15).fill(Number.NaN))).toThrow(refused('bad-action'));
  expect(() => vec.load(new Uint8Array(9))).toThrow(refused('saved-state'));
  const one = await make('Hopper-v5');
  expect(() => vec.load(one.save?.() as Uint8Array)).toThrow(refused('saved-state'));
  const pending = vec.stepAsync(new Float64Array(15));
  expect(() => vec.step(new Float64Array(15))).toThrow(refused('busy'));
  await pending;
  await vec.close();
  expect(() => vec.step(new Float64Array(15))).toThrow(refused('closed'));
  for (const workers of [-1, 1.5, 'many' as never])
    await expect(makeVec('Hopper-v5', { n: 1, workers })).rejects.toThrow(refused('bad-argument'));
});
