import { BatchSim, gpuRefusal } from '@qpos/batch';
import { ArgumentError, type Model } from '@qpos/core';
import { loadModel } from '@qpos/spec';
import { describe, expect, test } from 'vitest';
import { chooseCapacities, roomsOf } from './capacities.ts';
import { GpuBatchSim, GpuError } from './index.ts';
import { decodeRows, encodeRows } from './save.ts';

const ball = (more = ''): Model =>
  loadModel(
    `<mujoco>${more}<worldbody><geom type="plane" size="1 1 1"/><body pos="0 0 .1"><freejoint/><geom size=".1"/></body></worldbody></mujoco>`,
  );

/** An adapter with little memory, whose device does nothing. */
const small = {
  limits: { maxStorageBufferBindingSize: 2 ** 20, maxBufferSize: 2 ** 20, maxComputeInvocationsPerWorkgroup: 64 },
  requestDevice: async () => ({
    limits: { maxStorageBufferBindingSize: 2 ** 20, maxBufferSize: 2 ** 20 },
    destroy() {},
  }),
} as unknown as GPUAdapter;

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

  test.each([
    ['the RK4 integrator', '<option integrator="RK4"/>'],
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
