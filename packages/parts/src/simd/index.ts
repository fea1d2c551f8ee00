export { SimdBoxes, SimdNumbers, SimdVectors } from './arrays.ts';
export {
  batchAxpy,
  batchDot,
  batchDotPairs,
  batchDotSum,
  batchFrictionForces,
  batchMulMatVec3,
  batchNormalForces,
  findMaxDot,
  findMinDot,
  integratePositions,
  integrateVelocities,
  overlappingBoxes,
  type PenaltyContact,
} from './batch.ts';
export { Vec3x4, Vec3x8 } from './vec3-lanes.ts';
