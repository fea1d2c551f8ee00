import { QposError } from '@qpos/core';

/**
 * Why a batch cannot run on a GPU, or cannot go on:
 *
 * - `no-gpu`: there is no WebGPU here, or no adapter;
 * - `limits`: the device has too little memory for so many environments, or too small bindings;
 * - `unsupported`: the model has what only the processor can do;
 * - `compile`: the driver rejects a program, which is a defect of qpos or of the driver;
 * - `device-lost`: the device was lost; what was read last can be loaded into another batch;
 * - `closed`: the batch was closed.
 */
export type GpuErrorCode = 'no-gpu' | 'limits' | 'unsupported' | 'compile' | 'device-lost' | 'closed';

/**
 * A batch cannot run on a GPU, or cannot go on.
 *
 * @example
 * try {
 *   await GpuBatchSim.create(model, { n: 4096 });
 * } catch (error) {
 *   if (error instanceof GpuError) console.log(error.code, error.message);
 * }
 */
export class GpuError extends QposError<GpuErrorCode> {
  static override readonly name: string = 'GpuError';
}
