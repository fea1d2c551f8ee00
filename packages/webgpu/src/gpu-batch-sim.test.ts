import { BatchSim, gpuRefusal } from '@qpos/batch';
import { ArgumentError, type Model } from '@qpos/core';
import { loadModel } from '@qpos/spec';
import { describe, expect, test, vi } from 'vitest';
import { chooseCapacities, roomsOf } from './capacities.ts';
import { type FakeOptions, fakeAdapter } from './fake-adapter.testing.ts';
import { type GpuBatchOptions, GpuBatchSim, GpuError } from './index.ts';
import { decodeRows, encodeRows } from './save.ts';

const ball = (more = ''): Model =>
  loadModel(
    `<mujoco>${more}<worldbody><geom type="plane" size="1 1 1"/><body pos="0 0 .1"><freejoint/><geom size=".1"/></body></worldbody></mujoco>`,
  );

const small = fakeAdapter({ limits: { maxStorageBufferBindingSize: 2 ** 20, maxBufferSize: 2 ** 20 } });

describe('a batch is refused', () => {
  test('without WebGPU, by a reason that can be printed', async () => {
    await expect(GpuBatchSim.create(ball(), { n: 4 })).rejects.toMatchObject({ name: 'GpuError', code: 'no-gpu' });
    const sim = await BatchSim.create(ball(), { n: 4, workers: 0, device: 'auto' });
    expect(sim.device).toBe('cpu');
    expect(gpuRefusal()).toBe('no GPU: there is no WebGPU here');
    await sim.close();
  });

  test.each([0, -1, 1.5, Number.NaN])('for %d environments', async (n) => {
    await expect(GpuBatchSim.create(ball(), { n })).rejects.toThrow(ArgumentError);
  });

  test('for more environments than there is memory for', async () => {
    await expect(GpuBatchSim.create(ball(), { n: 1e7, adapter: small })).rejects.toMatchObject({
      code: 'limits',
      message: expect.stringMatching(/^the data of 10000000 environments takes \d+ MiB, the device has 1 MiB/),
    });
  });

  test.each<[string, string, FakeOptions, Partial<GpuBatchOptions>]>([
    ['limits', 'more environments than threads', {}, { n: 5e6, nconmax: 0, njmax: 0 }],
    ['limits', 'a workgroup that is too large', {}, { workgroupSize: 512 }],
    ['limits', 'memory that is there but taken', { outOfMemory: true }, {}],
    ['no-gpu', 'an adapter without a device', { refusal: new Error('busy') }, {}],
    ['compile', 'a driver that rejects a program', { compileError: new Error('no') }, {}],
  ])('as %s for %s', async (code, _, fake, options) => {
    const limits = { maxStorageBufferBindingSize: 2 ** 40, maxBufferSize: 2 ** 40 };
    const adapter = fakeAdapter(options.n === undefined ? fake : { ...fake, limits });
    const refused = GpuBatchSim.create(ball(), { n: 4, adapter, ...options });
    await expect(refused).rejects.toThrow(GpuError);
    await expect(refused).rejects.toMatchObject({ code });
  });

  test('where the browser has WebGPU and no adapter', async () => {
    vi.stubGlobal('navigator', { gpu: { requestAdapter: async () => null } });
    await expect(GpuBatchSim.create(ball(), { n: 4 })).rejects.toMatchObject({ code: 'no-gpu' });
    vi.unstubAllGlobals();
  });

  test.each([
    ['sleep (option enableflags)', '<option><flag sleep="enable"/></option>'],
    ['the comparison of forward and inverse dynamics (fwdinv)', '<option><flag fwdinv="enable"/></option>'],
  ])('for %s, by name', async (name, xml) => {
    const refused = GpuBatchSim.create(ball(xml), { n: 4, adapter: small });
    await expect(refused).rejects.toThrow(GpuError);
    await expect(refused).rejects.toThrow(name);
  });

  test('for callbacks', async () => {
    const model = ball();
    model.callbacks = { control: () => {} };
    await expect(GpuBatchSim.create(model, { n: 4, adapter: small })).rejects.toThrow(/callbacks/);
  });
});

describe("Newton's method", () => {
  const create = (options: Partial<GpuBatchOptions>, xml = ''): Promise<GpuBatchSim> =>
    GpuBatchSim.create(ball(xml), { n: 4, adapter: fakeAdapter(), ...options });

  test.each([
    ['thread', undefined],
    ['workgroup', 'workgroup'],
  ] as const)('is run by a %s where %s is asked for', async (found, newton) => {
    await using sim = await create(newton === undefined ? {} : { newton });
    expect(sim.newton).toBe(found);
  });

  test('is run by what is faster, if that is asked for, and can be', async () => {
    const now = vi.spyOn(performance, 'now');
    for (const [times, newton] of [
      [[0, 1, 0, 2], 'workgroup'], // of the workgroup, then of the thread
      [[0, 2, 0, 1], 'thread'],
    ] as const) {
      for (const t of times) now.mockReturnValueOnce(t);
      await using sim = await create({ newton: 'measured' });
      expect(sim.newton).toBe(newton);
    }
    now.mockRestore();
    await using only = await create({ newton: 'measured' }, '<option solver="CG"/>');
    expect(only.newton).toBe('thread');
  });

  test.each([
    ["the solver is not Newton's method", '<option solver="PGS"/>'],
    ['noslip comes after the solver', '<option noslip_iterations="3"/>'],
  ])('is refused to a workgroup: %s', async (reason, xml) => {
    const refused = create({ newton: 'workgroup' }, xml);
    await expect(refused).rejects.toMatchObject({ code: 'unsupported', message: expect.stringContaining(reason) });
  });

  test('is refused to a workgroup for more than 60 dofs, and for more environments than workgroups', async () => {
    const links = '<body><freejoint/><geom size=".1"/></body>'.repeat(11);
    const large = loadModel(`<mujoco><worldbody>${links}</worldbody></mujoco>`);
    const options = { newton: 'workgroup', adapter: fakeAdapter() } as const;
    await expect(GpuBatchSim.create(large, { ...options, n: 1 })).rejects.toThrow(/66 dofs/);
    const room = { maxStorageBufferBindingSize: 2 ** 40, maxBufferSize: 2 ** 40 };
    const many = { n: 70_000, nconmax: 0, njmax: 0, adapter: fakeAdapter({ limits: room }) };
    await expect(create({ newton: 'workgroup', ...many })).rejects.toMatchObject({ code: 'limits' });
    await expect(create({ newton: 'no' as 'thread' })).rejects.toThrow(ArgumentError);
  });
});

describe('fields and functions of the batch', () => {
  const observe = {
    entry: 'observe_D',
    arguments: ['observation', 2],
    functions: { observe_D: 'fn observe_D(out_: i32, scale_: f32) {\ndfs(out_, scale_ * df(D_qpos));\n}' },
  };
  const fields = { observation: { length: 3 } };
  const create = (options: Partial<GpuBatchOptions>): Promise<GpuBatchSim> =>
    GpuBatchSim.create(ball(), { n: 4, adapter: fakeAdapter(), ...options });

  test('can be run, read and written', async () => {
    const sim = await create({ fields, kernels: { observe } });
    sim.run('observe');
    expect(await sim.readField('observation')).toHaveLength(4 * 3);
    expect(() => sim.run('evaluate')).toThrow(/no kernel 'evaluate'/);
    expect(() => sim.resetOnDevice('observation')).toThrow(/'observation' has 3 numbers, but 1 are needed/);
    await sim.close();
  });

  test.each<[RegExp, Partial<GpuBatchOptions>]>([
    [/cannot be called 'qpos'/, { fields: { qpos: { length: 1 } } }],
    [/length of at least 1, not 0/, { fields: { mine: { length: 0 } } }],
    [/asks for 'observation'/, { kernels: { observe } }],
    [/takes 2 arguments, not 1/, { fields, kernels: { observe: { ...observe, arguments: ['observation'] } } }],
    [/has no function 'other_'/, { fields, kernels: { observe: { ...observe, entry: 'other_' } } }],
  ])('are refused: %s', async (message, options) => {
    await expect(create(options)).rejects.toThrow(message);
  });
});

describe('a lost device', () => {
  test('ends every call with a typed error and leaves what was read last', async () => {
    let lose: (info: GPUDeviceLostInfo) => void = () => {};
    const lost = new Promise<GPUDeviceLostInfo>((resolve) => {
      lose = resolve;
    });
    const sim = await GpuBatchSim.create(ball(), { n: 4, adapter: fakeAdapter({ lost }) });
    await sim.step(2);
    const bytes = await sim.save();
    lose({ reason: 'unknown', message: 'unplugged' } as GPUDeviceLostInfo);
    await lost;
    await expect(sim.step(1)).rejects.toMatchObject({
      code: 'device-lost',
      message: expect.stringContaining('unplugged'),
    });
    await expect(sim.read(['states'])).rejects.toThrow(GpuError);
    expect(() => sim.resetWhere([1, 0, 0, 0])).toThrow(GpuError);
    expect(sim.lastRead).toEqual(bytes);
    const other = await GpuBatchSim.create(ball(), { n: 4, adapter: fakeAdapter() });
    other.load(bytes);
    await other.close();
    await sim.close();
    await expect(sim.step(1)).rejects.toMatchObject({ code: 'closed' });
  });
});

describe('capacities', () => {
  test('come from a while on the processor, with head room', () => {
    const { nconmax, njmax } = chooseCapacities(ball(), {});
    expect(nconmax).toBe(10); // 1.5 times 1, and 8
    expect(njmax).toBe(2 + 10 * 4); // limits, and four edges of each pyramid
  });

  test('what is given counts, and there is room for one constraint more than that', () => {
    const model = ball();
    expect(chooseCapacities(model, { nconmax: 3, njmax: 7 })).toEqual({ nconmax: 3, njmax: 7 });
    const { rooms, capacity } = roomsOf(model, { nconmax: 3, njmax: 7 });
    expect(capacity['nefc']).toBe(7);
    expect(rooms['nefc']).toBeGreaterThanOrEqual(7 + 10);
  });
});

describe('saved rows', () => {
  const model = ball();
  const rows = Int32Array.from({ length: 2 * 5 }, (_, k) => k);

  test('come back', () => {
    expect(decodeRows(encodeRows(model, 2, rows), model, 2, 5)).toEqual(rows);
  });

  test('of another size, model or program are refused', () => {
    const bytes = encodeRows(model, 2, rows);
    expect(() => decodeRows(bytes, model, 3, 5)).toThrow(/2 environments, this one 3/);
    expect(() => decodeRows(bytes, model, 2, 6)).toThrow(/another model/);
    expect(() => decodeRows(bytes.slice(0, -4), model, 2, 5)).toThrow(/cut short/);
    expect(() => decodeRows(new Uint8Array(40), model, 2, 5)).toThrow(/not a saved batch/);
  });
});
