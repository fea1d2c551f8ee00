import { ArgumentError, type Model, pin, QposError } from '@qpos/core';
import type { AutoBatchOptions, DeviceBatch } from './batch.ts';

/** Makes a batch on a GPU, or throws a `QposError` that says why it cannot. */
export type GpuBatchMaker = (model: Model, options: AutoBatchOptions) => Promise<DeviceBatch>;

let maker: GpuBatchMaker | undefined;
let refusal: string | undefined;

/**
 * Says what makes the batches of `device: 'auto'`; `@qpos/webgpu` does so when it is imported.
 *
 * @param make Makes a batch, or throws a `GpuError`.
 * @returns A function that puts back what was there before.
 * @example
 * const forget = registerGpu(async () => {
 *   throw new Error('this machine has none');
 * });
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

/**
 * Makes a batch on a GPU if there can be one.
 *
 * @param model The model.
 * @param options How many environments, and what else.
 * @returns The batch, or undefined; `gpuRefusal` then tells why.
 * @example
 * const sim = await tryGpu(model, { n: 8, device: 'auto' });
 * console.log(sim === undefined ? gpuRefusal() : sim.device);
 * await sim?.close();
 */
export async function tryGpu(model: Model, options: AutoBatchOptions): Promise<DeviceBatch | undefined> {
  if (model?.backendName === undefined) throw new ArgumentError('a Model is needed');
  pin(model)(); // refuses one that was disposed of
  if (typeof options !== 'object' || options === null || options.device !== 'auto')
    throw new ArgumentError(
      "the options must have device: 'auto'",
      undefined,
      "tryGpu(model, { n: 8, device: 'auto' })",
    );
  refusal = options.refusal === undefined ? undefined : `no GPU: ${options.refusal}`;
  if (refusal !== undefined) return undefined;
  const only = onProcessor.find((name) => options[name] !== undefined && options[name] !== false);
  if (maker === undefined) refusal = "no GPU: '@qpos/webgpu' is not imported";
  else if (only !== undefined) refusal = `no GPU: the option '${only}' needs the processor`;
  else if (options.autoreset !== undefined && options.autoreset !== 'failed')
    refusal = `no GPU: autoreset '${options.autoreset}' needs the processor`;
  if (maker === undefined || refusal !== undefined) return undefined;
  const unpin = pin(model);
  try {
    return await maker(model, options);
  } catch (error) {
    if (!(error instanceof QposError) || error.name !== 'GpuError') throw error;
    refusal = `no GPU: ${error.message}`;
    return undefined;
  } finally {
    unpin();
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
