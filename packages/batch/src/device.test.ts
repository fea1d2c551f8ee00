import { ArgumentError } from '@qpos/core';
import { afterEach, expect, test } from 'vitest';
import type { DeviceBatch } from './batch.ts';
import { BatchSim } from './batch-sim.ts';
import { type GpuBatchMaker, gpuRefusal, registerGpu } from './device.ts';
import { BatchError } from './errors.ts';
import { boxes } from './testing/scenes.ts';

class GpuError extends BatchError {
  static override readonly name: string = 'GpuError';
}

let restore = (): void => {};
const register = (make: GpuBatchMaker): void => {
  restore = registerGpu(make);
};
afterEach(() => restore());

test('a batch takes the GPU that is registered', async () => {
  const made = { device: 'webgpu' } as DeviceBatch;
  register(async () => made);
  expect(await BatchSim.create(boxes(), { n: 2, device: 'auto' })).toBe(made);
  expect(gpuRefusal()).toBeUndefined();
});

test('where there is none it runs on the processor, and says why', async () => {
  register(async () => {
    throw new GpuError('no-worker', 'there is no GPU adapter');
  });
  const sim = await BatchSim.create(boxes(), { n: 2, workers: 0, device: 'auto' });
  expect(sim.device).toBe('cpu');
  expect(gpuRefusal()).toBe('no GPU: there is no GPU adapter');
  await sim.close();
});

test('what needs the processor stays there', async () => {
  register(async () => ({ device: 'webgpu' }) as DeviceBatch);
  const sim = await BatchSim.create(boxes(), { n: 2, workers: 0, device: 'auto', maxSteps: 5 });
  expect(sim.device).toBe('cpu');
  expect(gpuRefusal()).toBe("no GPU: the option 'maxSteps' needs the processor");
  await sim.close();
});

test('a mistake in the options is no reason to fall back', async () => {
  register(async () => {
    throw new ArgumentError('n must be a whole number');
  });
  await expect(BatchSim.create(boxes(), { n: 0, device: 'auto' })).rejects.toThrow(ArgumentError);
  await expect(BatchSim.create(boxes(), { n: 2, device: 'gpu' as 'auto' })).rejects.toThrow(/device is cpu or auto/);
});
