import type { FeatureTable } from './feature.ts';

/** What the documents list beside these libraries, and other packages have. */
export const elsewhere: FeatureTable = {
  library: 'elsewhere',
  title: 'In other packages',
  rows: [
    {
      number: 53,
      feature:
        '`GpuBatchSim`: many environments on a GPU, and a reason that can be printed where there is none (`@qpos/webgpu`)',
      tests: ['packages/webgpu/src/gpu-batch-sim.test.ts: without WebGPU, by a reason that can be printed'],
    },
    {
      number: 54,
      feature: "One import with everything: `import * as parts from '@qpos/parts'`, and `qpos` for the engine",
      tests: ['docs/guide/snippets.test.ts: parts'],
    },
    {
      number: 55,
      feature: 'A viewer of Model and Data with contacts (`@qpos/viewer`), in the coordinates of the model, z up',
      tests: [
        'packages/viewer/src/overlays/overlays.test.ts: arrows of contact forces add up to the weight; split, to the same',
      ],
    },
    {
      number: 56,
      feature:
        'Parallel simulation (`@qpos/batch`), GPUs (`@qpos/webgpu`), saved models (MJB), muscles, values that can be copied to other threads and saved: packages and entries in the place of flags',
      tests: [
        'packages/batch/src/batch-sim.test.ts: reward modules with callbacks, resets and ends of episodes, for any number of workers',
        'packages/webgpu/src/gpu-batch-sim.test.ts: without WebGPU, by a reason that can be printed',
        'packages/qpos/src/node.test.ts: an MJB file, whole and of another version',
        'packages/parts/src/muscles/hill-plugin.test.ts: force follows activation, length and velocity as the muscle alone does',
        'packages/parts/src/bodies/model-bodies.test.ts: poses, states, masses, commands and configurations are plain values, which threads and files can take',
      ],
    },
    {
      number: 57,
      feature: 'Conformance tests (`npm run parity`)',
      tests: ['conformance/src/parity/readme.test.ts: README has the numbers of the report'],
    },
  ],
};
