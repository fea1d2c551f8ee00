import { batchSuite } from './batch.ts';
import { compileSuite } from './compile.ts';
import { corpusSuite } from './corpus.ts';
import { derivativeSuite } from './derivatives.ts';
import { flexSuite } from './flex.ts';
import { gpuSuite } from './gpu.ts';
import { growthSuite } from './growth.ts';
import { kinematicsSuite } from './inverse-kinematics.ts';
import { memorySuite } from './memory.ts';
import { partsSuite } from './parts/simd.ts';
import { softSuite } from './parts/soft.ts';
import { compatSuite } from './rivals/compat.ts';
import { rivalSuite } from './rivals.ts';
import type { Suite } from './rows.ts';
import { sizeSuite } from './size.ts';
import { sparseSuite } from './sparse.ts';
import { allStages, stageSuite } from './stages.ts';
import { startSuite } from './startup.ts';
import { stepSuite } from './step.ts';

/** What can be measured, by name. */
export const suites: Readonly<Record<string, Suite>> = {
  step: stepSuite,
  growth: growthSuite,
  sparse: sparseSuite,
  flex: flexSuite,
  smooth: stageSuite({
    scenes: /^(humanoid driven|tree of 100 dofs)$/,
    stages: ['kinematics', 'comPos', 'crb', 'factorM', 'comVel', 'rne'],
    together: () => [
      { of: 'ratio', most: 0.8 },
      { of: 'js', most: 3.5 },
    ],
  }),
  stage: stageSuite({ scenes: /^(humanoid at rest|heap of 100 boxes|hand with tendons)$/, stages: allStages }),
  collision: stageSuite({
    scenes: /humanoid|heap of 100|meshes|height field|apart/,
    stages: ['collision'],
    each: [{ of: 'ratio', most: 0.7 }],
  }),
  solver: stageSuite({
    scenes: /humanoid at rest|22 humanoids|heap of 100/,
    stages: ['makeConstraint', 'fwdConstraint'],
    together: (scene) => [{ of: 'ratio', most: scene === 'humanoid at rest' ? 0.7 : 0.8 }],
  }),
  compat: compatSuite,
  start: startSuite,
  compile: compileSuite,
  memory: memorySuite,
  size: sizeSuite,
  rivals: rivalSuite,
  corpus: corpusSuite,
  batch: batchSuite,
  gpu: gpuSuite,
  derivatives: derivativeSuite,
  kinematics: kinematicsSuite,
  async *parts(options) {
    yield* partsSuite(options);
    yield* softSuite(options);
  },
};
