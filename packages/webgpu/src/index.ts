import { registerGpu } from '@qpos/batch';
import { GpuBatchSim } from './gpu-batch-sim.ts';

export { GpuError, type GpuErrorCode } from './errors.ts';
export { type GpuBatchOptions, GpuBatchSim } from './gpu-batch-sim.ts';
export type { GpuField, GpuKernel } from './program/own-kernels.ts';

registerGpu((model, { n, nconmax, njmax, keyframe, postConstraint }) =>
  GpuBatchSim.create(model, {
    n,
    ...(nconmax !== undefined && { nconmax }),
    ...(njmax !== undefined && { njmax }),
    ...(keyframe !== undefined && { keyframe }),
    ...(postConstraint !== undefined && { postConstraint }),
  }),
);
