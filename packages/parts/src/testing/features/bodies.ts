import type { FeatureTable } from './feature.ts';

export const bodies: FeatureTable = {
  library: 'bodies',
  rows: [
    { feature: 'Poses: composition, inverse, difference', tests: ['pose.test.ts: a pose after its inverse is none'] },
  ],
};
