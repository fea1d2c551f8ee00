import {
  type AutoBatchOptions,
  BatchError,
  type BatchValues,
  type DeviceBatch,
  gpuRefusal,
  registerGpu,
} from '@qpos/batch';
import { type Data, fieldView, type Model, makeData, resetData, rnePostConstraint, step } from '@qpos/core';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type AutoresetMode,
  type Env,
  type MadeVectorEnv,
  makeVec,
  RescaleAction,
  registeredTasks,
  type VectorStepResult,
} from '../index.ts';

/** Stands in for a GPU: Data of its own, in double precision, so that results can be compared to the bit. */
class ProcessorBatch implements DeviceBatch {
  readonly model: Model;
  readonly n: number;
  readonly device = 'webgpu';
  readonly #postConstraint: boolean;
  readonly #all: readonly Data[];

  constructor(model: Model, { n, postConstraint = false }: AutoBatchOptions) {
    this.model = model;
    this.n = n;
    this.#postConstraint = postConstraint;
    this.#all = Array.from({ length: n }, () => makeData(model));
  }

  async write({ states, ctrl }: Partial<Pick<BatchValues, 'states' | 'ctrl'>>): Promise<void> {
    const { nq, nv, na, nu } = this.model;
    this.#all.forEach((data, e) => {
      let at = e * (nq + nv + na);
      for (const field of [data.qpos, data.qvel, data.act]) {
        field.set((states as Float64Array).subarray(at, at + field.length));
        at += field.length;
      }
      data.ctrl.set((ctrl as Float64Array).subarray(e * nu, (e + 1) * nu));
    });
  }

  async step(n = 1): Promise<void> {
    for (const data of this.#all) {
      step(this.model, data, n);
      if (this.#postConstraint) rnePostConstraint(this.model, data);
    }
  }

  async readFields<K extends string>(names: readonly K[]): Promise<Record<K, Float64Array>> {
    const rows = (name: K) => this.#all.flatMap((data) => (name === 'time' ? [data.time] : [...fieldView(data, name)]));
    return Object.fromEntries(names.map((name) => [name, Float64Array.from(rows(name))])) as Record<K, Float64Array>;
  }

  writeField(name: string, values: ArrayLike<number>): void {
    this.#all.forEach((data, e) => {
      const field = fieldView(data, name);
      for (let k = 0; k < field.length; k++) field[k] = values[e * field.length + k] as number;
    });
  }

  async read<K extends keyof BatchValues>(): Promise<Pick<BatchValues, K>> {
    throw new Error('environments read fields');
  }

  resetWhere(mask: ArrayLike<boolean | number>): void {
    this.#all.forEach((data, e) => {
      if (mask[e]) resetData(this.model, data);
    });
  }

  async close(): Promise<void> {}
}

const cleanUp: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const work of cleanUp.splice(0)) await work();
});

async function vecOf(id: string, options: Readonly<Record<string, unknown>>): Promise<MadeVectorEnv> {
  const vec = await makeVec(id, { n: 3, ...options });
  cleanUp.push(() => vec.close());
  return vec;
}

const standIn = (): void => {
  cleanUp.push(registerGpu(async (model, options) => new ProcessorBatch(model, options)));
};

const told = (result: VectorStepResult): unknown => structuredClone(result);

async function play(vec: MadeVectorEnv, from: number, steps: number): Promise<unknown[]> {
  const results: unknown[] = [];
  for (let k = from; k < from + steps; k++) {
    const actions = Float64Array.from({ length: vec.actionSpace.size }, (_, i) => Math.sin(3 * i + k) / 2);
    results.push(told(await vec.stepAsync(actions)));
  }
  return results;
}

/** Without randomised models, and without what wrappers do to actions. */
const PERFECT = { randomise: false, observation_noise: 0, latency: [0, 0] };

const tasks = registeredTasks()
  .map(({ id }) => id)
  .filter((id) => /-v5$|^(control|qpos)\//.test(id));

describe('physics elsewhere change nothing', () => {
  test.each(tasks)('%s: the bytes of environments on the processor', async (id) => {
    standIn();
    const options = { maxEpisodeSteps: 7, ...(id.startsWith('qpos/') && PERFECT) };
    const here = await vecOf(id, options);
    const there = await vecOf(id, { ...options, device: 'gpu' });
    expect(there.reset({ seed: 5 })).toEqual(here.reset({ seed: 5 }));
    expect(await play(there, 0, 12)).toEqual(await play(here, 0, 12));
  });

  test.each<AutoresetMode>(['same-step', 'next-step'])('%s: saved, loaded and gone on', async (autoreset) => {
    standIn();
    const options = { maxEpisodeSteps: 9, autoreset };
    const here = await vecOf('Hopper-v5', options);
    const there = await vecOf('Hopper-v5', { ...options, device: 'gpu' });
    for (const vec of [here, there]) vec.reset({ seed: 2 });
    await play(here, 0, 5);
    await play(there, 0, 5);
    const saved = there.save();
    const expected = await play(here, 5, 20);
    await play(there, 50, 3); // elsewhere
    there.load(saved);
    expect(await play(there, 5, 20)).toEqual(expected);
  });
});

class GpuError extends BatchError {
  static override readonly name: string = 'GpuError';
}

/** A machine without a GPU, whatever other tests in this process have imported. */
const noGpu = (): void => {
  cleanUp.push(
    registerGpu(async () => {
      throw new GpuError('no-worker', 'there is no adapter');
    }),
  );
};

describe('without a GPU', () => {
  test('auto goes on with the processor, and tells why', async () => {
    noGpu();
    const vec = await vecOf('Hopper-v5', { device: 'auto' });
    expect(vec.isAsync).toBeUndefined();
    expect(gpuRefusal()).toBe('no GPU: there is no adapter');
  });

  test.each([
    ['there is no adapter', 'Hopper-v5', {}],
    ['the task changes its model', 'qpos/quadruped-joystick-v0', { ...PERFECT, randomise: true }],
    ['wrappers around the task', 'Hopper-v5', { wrap: (env: Env) => new RescaleAction(env) }],
  ])('gpu refuses: %s', async (reason, id, options) => {
    if (Object.keys(options).length > 0) standIn();
    else noGpu();
    await expect(makeVec(id, { n: 2, device: 'gpu', ...options })).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringContaining(reason),
    });
  });

  test('what is no device', async () => {
    await expect(makeVec('Hopper-v5', { n: 2, device: 'tpu' as 'gpu' })).rejects.toMatchObject({
      code: 'bad-argument',
    });
  });
});

test('steps have to be waited for, one after the other', async () => {
  standIn();
  const vec = await vecOf('Hopper-v5', { device: 'gpu' });
  await expect(vec.stepAsync(new Float64Array(9))).rejects.toMatchObject({ code: 'not-reset' });
  vec.reset({ seed: 1 });
  expect(() => vec.step(new Float64Array(9))).toThrow(expect.objectContaining({ code: 'cannot-block' }));
  const first = vec.stepAsync(new Float64Array(9));
  await expect(vec.stepAsync(new Float64Array(9))).rejects.toMatchObject({ code: 'busy' });
  await first;
  await expect(vec.stepAsync(new Float64Array(8))).rejects.toMatchObject({ code: 'bad-action' });
});
