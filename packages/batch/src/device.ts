import { ArgumentError, type Model, QposError } from '@qpos/core';
import type { AutoBatchOptions, Batch } from './batch.ts';

/** Makes a batch on a GPU, or throws a `QposError` that says why it cannot. */
export type GpuBatchMaker = (model: Model, options: AutoBatchOptions) => Promise<Batch>;

let maker: GpuBatchMaker | undefined;
let refusal: string | undefined;

/**
 * Says what makes the batches of `device: 'auto'`; `@qpos/webgpu` does so when it is imported.
 *
 * @param make Makes a batch, or throws a `GpuError`.
 * @returns A function that puts back what was there before.
 * @example
 * const forget = registerGpu(async (model, { n }) => BatchSim.create(model, { n, workers: 0 })); // stands in for one
 * forget();
 */
export function registerGpu(make: GpuBatchMaker): () => void {
  if (typeof make !== 'function') throw new ArgumentError('make must be a function');
  const before = maker;
  maker = make;
  return () => {
    maker = before;
  };
}

/** What only the processor does for its environments, by option. */
const onProcessor = ['reward', 'strict', 'maxSteps'] as const;

/** A batch on a GPU, or undefined where there can be none; `gpuRefusal` then tells why. */
export async function tryGpu(model: Model, options: AutoBatchOptions): Promise<Batch | undefined> {
  refusal = undefined;
  const only = onProcessor.find((name) => options[name] !== undefined && options[name] !== false);
  if (maker === undefined) refusal = "no GPU: '@qpos/webgpu' is not imported";
  else if (only !== undefined) refusal = `no GPU: the option '${only}' needs the processor`;
  else if (options.autoreset !== undefined && options.autoreset !== 'failed')
    refusal = `no GPU: autoreset '${options.autoreset}' needs the processor`;
  if (maker === undefined || refusal !== undefined) return undefined;
  try {
    return await maker(model, options);
  } catch (error) {
    if (!(error instanceof QposError) || error.name !== 'GpuError') throw error;
    refusal = `no GPU: ${error.message}`;
    return undefined;
  }
}

/**
 * Why the last batch with `device: 'auto'` runs on the processor.
 *
 * @returns The reason, or undefined if it runs on a GPU, or none was asked for.
 * @example
 * const sim = await BatchSim.create(model, { n: 8, workers: 0, device: 'auto' });
 * console.log(sim.device, gpuRefusal()); // cpu no GPU: '@qpos/webgpu' is not imported
 * await sim.close();
 */
export function gpuRefusal(): string | undefined {
  return refusal;
}
