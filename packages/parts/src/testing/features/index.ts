// What every library was asked for. `npm run generate` writes docs/guide/parts-features.md from it; features.test.ts looks for the tests.
import { bodies } from './bodies.ts';
import type { FeatureTable } from './feature.ts';
import { joints } from './joints.ts';
import { sensors } from './sensors.ts';

export const featureTables: readonly FeatureTable[] = [bodies, joints, sensors];
