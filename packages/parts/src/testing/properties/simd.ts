import * as simd from '../../simd/index.ts';
import type { Random } from '../random.ts';
import { type Calls, call, pick, size, vector } from './call.ts';

const N = 7;
const cloud = (r: Random) => simd.SimdVectors.from(r.numbers(3 * N));
const row = (r: Random) => simd.SimdNumbers.from(r.numbers(N));
const lanes = (r: Random) => simd.Vec3x4.from(r.numbers(12));
const boxes = (r: Random) => {
  const made = new simd.SimdBoxes(N);
  for (let k = 0; k < N; k++) made.set(k, [-size(r), -1, -1], [1, 1, size(r)]);
  return made;
};

const binary = ['add', 'sub', 'dot', 'cross'] as const;
const unary = ['neg', 'norm', 'normalize'] as const;

/** Calls of `@qpos/parts/simd`. */
export const simdCalls: Calls = {
  SimdBoxes: () => call((n) => new simd.SimdBoxes(n), N),
  'SimdBoxes.set': (r) => call((i, a, b) => new simd.SimdBoxes(N).set(i, a, b), 3, [-1, -1, -size(r)], [1, 1, 1]),
  SimdNumbers: () => call((n) => new simd.SimdNumbers(n), N),
  'SimdNumbers.from': (r) => call(simd.SimdNumbers.from, r.numbers(N)),
  SimdVectors: () => call((n) => new simd.SimdVectors(n), N),
  'SimdVectors.from': (r) => call(simd.SimdVectors.from, r.numbers(3 * N)),
  'SimdVectors.set': (r) => call((i, v, at) => new simd.SimdVectors(N).set(i, v, at), 2, r.numbers(6), 3),
  'SimdVectors.get': (r) => call((i) => cloud(r).get(i), 2),
  batchAxpy: (r) => call((y, x, a) => [simd.batchAxpy(y, x, a), y], row(r), row(r), size(r)),
  batchDot: (r) => call((out, p, d) => [simd.batchDot(out, p, d), out], row(r), cloud(r), vector(r)),
  batchDotPairs: (r) => call((out, a, b) => [simd.batchDotPairs(out, a, b), out], row(r), cloud(r), cloud(r)),
  batchDotSum: (r) => call(simd.batchDotSum, row(r), row(r)),
  batchFrictionForces: (r) =>
    call(
      (out, n, s, f, slow) => [simd.batchFrictionForces(out, n, s, f, slow), out],
      cloud(r),
      row(r),
      cloud(r),
      size(r),
      0.001,
    ),
  batchMulMatVec3: (r) => call((out, m, p) => [simd.batchMulMatVec3(out, m, p), out], cloud(r), r.numbers(9), cloud(r)),
  batchNormalForces: (r) =>
    call((out, d, v, c) => [simd.batchNormalForces(out, d, v, c), out], row(r), row(r), row(r), {
      stiffness: size(r),
      damping: size(r),
      exponent: pick(r, [1, 1.5, 2] as const),
    }),
  findMaxDot: (r) => call(simd.findMaxDot, cloud(r), vector(r)),
  findMinDot: (r) => call(simd.findMinDot, cloud(r), vector(r)),
  integratePositions: (r) => call((x, v, dt) => [simd.integratePositions(x, v, dt), x], cloud(r), cloud(r), size(r)),
  integrateVelocities: (r) =>
    call((v, f, m, dt) => [simd.integrateVelocities(v, f, m, dt), v], cloud(r), cloud(r), row(r), size(r)),
  overlappingBoxes: (r) => call(simd.overlappingBoxes, boxes(r), [-1, -1, -1], [size(r), 1, 1]),
  Vec3x4: () => call(() => new simd.Vec3x4()),
  'Vec3x4.splat': (r) => call(simd.Vec3x4.splat, vector(r)),
  'Vec3x4.from': (r) => call(simd.Vec3x4.from, r.numbers(12)),
  Vec3x8: () => call(() => new simd.Vec3x8()),
  'Vec3x8.splat': (r) => call(simd.Vec3x8.splat, vector(r)),
  'Vec3x8.from': (r) => call(simd.Vec3x8.from, r.numbers(24)),
  ...Object.fromEntries(
    binary.map((name) => [`Vec3Lanes.${name}`, (r: Random) => call((b) => lanes(r)[name](b), lanes(r))]),
  ),
  ...Object.fromEntries(unary.map((name) => [`Vec3Lanes.${name}`, (r: Random) => call(() => lanes(r)[name]())])),
  'Vec3Lanes.set': (r) => call((k, v) => lanes(r).set(k, v), 2, vector(r)),
  'Vec3Lanes.get': (r) => call((k) => lanes(r).get(k), 2),
  'Vec3Lanes.scale': (r) => call((f) => lanes(r).scale(f), size(r) as number | Float64Array),
  'Vec3Lanes.mulAdd': (r) => call((b, f) => lanes(r).mulAdd(b, f), lanes(r), r.numbers(4) as number | Float64Array),
  'Vec3Lanes.clamp': (r) => call((a, b) => lanes(r).clamp(a, b), -size(r), size(r)),
  'Vec3Lanes.clampToBox': (r) => call((a, b) => lanes(r).clampToBox(a, b), [-1, -1, -1], [1, 1, size(r)]),
  'Vec3Lanes.argmaxDot': (r) => call((d) => lanes(r).argmaxDot(d), vector(r)),
  'Vec3Lanes.argminDot': (r) => call((d) => lanes(r).argminDot(d), vector(r)),
};
