export { GpuError, type GpuErrorCode } from './errors.ts';
export { type GpuBatchOptions, GpuBatchSim } from './gpu-batch-sim.ts';
