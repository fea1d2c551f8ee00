import { registerGpu } from '@qpos/batch';
import { GpuBatchSim } from './gpu-batch-sim.ts';

export { GpuError, type GpuErrorCode } from './errors.ts';
export { type GpuBatchOptions, GpuBatchSim } from './gpu-batch-sim.ts';

registerGpu((model, { n, nconmax, njmax, keyframe }) =>
  GpuBatchSim.create(model, {
    n,
    ...(nconmax !== undefined && { nconmax }),
    ...(njmax !== undefined && { njmax }),
    ...(keyframe !== undefined && { keyframe }),
  }),
);
