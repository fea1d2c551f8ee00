import type { FeatureTable } from './feature.ts';

/** What the documents list beside these libraries, and other packages have. */
export const elsewhere: FeatureTable = {
  library: 'elsewhere',
  title: 'In other packages',
  rows: [
    {
      feature: "One import with everything: `import * as parts from '@qpos/parts'`, and `qpos` for the engine",
      tests: ['docs/guide/snippets.test.ts: parts'],
    },
    {
      feature: 'A viewer of Model and Data with contacts (`@qpos/viewer`), in the coordinates of the model, z up',
      tests: [
        'packages/viewer/src/overlays/overlays.test.ts: arrows of contact forces add up to the weight; split, to the same',
      ],
    },
    {
      feature: 'Parallel simulation (`@qpos/batch`)',
      tests: [
        'packages/batch/src/batch-sim.test.ts: reward modules with callbacks, resets and ends of episodes, for any number of workers',
      ],
    },
    {
      feature: 'Conformance tests (`npm run parity`)',
      tests: ['conformance/src/parity/readme.test.ts: README has the numbers of the report'],
    },
  ],
};
