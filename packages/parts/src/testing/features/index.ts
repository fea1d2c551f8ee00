// What every library was asked for. `npm run generate` writes docs/guide/parts-features.md from it; features.test.ts looks for the tests.
import { bodies } from './bodies.ts';
import { cables } from './cables.ts';
import type { FeatureTable } from './feature.ts';
import { joints } from './joints.ts';
import { muscles } from './muscles.ts';
import { sensors } from './sensors.ts';
import { soft } from './soft.ts';

export const featureTables: readonly FeatureTable[] = [bodies, joints, sensors, muscles, cables, soft];
