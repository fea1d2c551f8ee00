import type { FeatureTable } from './feature.ts';

const KERNEL = 'packages/parts/src/simd/kernel/kernel.test.ts';

export const simd: FeatureTable = {
  library: 'simd',
  rows: [
    {
      number: 8,
      feature:
        '`Vec3x4`, `Vec3x8`: zeros, splat, from, dot, cross, add, sub, scale, neg, norm, normalize, clamp, clampToBox, argmaxDot, argminDot, mulAdd',
      tests: [
        'simd.test.ts: sums, differences, multiples and opposites',
        'simd.test.ts: products, lengths and directions',
        'simd.test.ts: bounds and the farthest lane',
        'simd.test.ts: one vector fills all lanes',
      ],
    },
    {
      number: 9,
      feature: '`findMaxDot`, `findMinDot`, `batchDot`, `batchDotPairs`',
      tests: [
        'simd.test.ts: the farthest and the nearest of random points along random directions',
        'simd.test.ts: products of pairs, sums of products and multiples',
        `${KERNEL}: of equal products the first is found, wherever it is`,
      ],
    },
    {
      number: 10,
      feature: '`SimdBoxes`, `overlappingBoxes`',
      tests: ['simd.test.ts: boxes overlap if and only if no axis parts them'],
    },
    {
      number: 11,
      feature: "`batchNormalForces` (k·dᵖ + c·v), `batchFrictionForces`: penalty contacts, not the engine's",
      tests: [
        'simd.test.ts: penalty contacts: k·dᵖ + c·v, never below 0',
        'simd.test.ts: friction opposes sliding with μ·N',
      ],
    },
    {
      number: 12,
      feature: '`batchAxpy`, `batchDotSum`, `batchMulMatVec3`, `integratePositions`, `integrateVelocities`',
      tests: [
        'simd.test.ts: products of pairs, sums of products and multiples',
        'simd.test.ts: a falling cloud: integration of velocities and positions',
        'simd.test.ts: a rotation keeps products, its transpose undoes it',
      ],
    },
    {
      number: 13,
      feature:
        'WebAssembly with SIMD where it is allowed, plain loops elsewhere, the same bits (`npm run bench -- parts`)',
      tests: [`${KERNEL}: the largest product`, `${KERNEL}: overlaps`, `${KERNEL}: normal forces of exponent %d`],
    },
  ],
};
