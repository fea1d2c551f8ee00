/**
 * The kernel's functions on plain arrays, as they are: output first, each array with its offset, nothing checked. For packages that offer
 * them under other names; programs take `@qpos/core/math`.
 */
export { quatIntegrateJacobian, subQuatJacobian } from './api/derivatives/quaternion-jacobians.ts';
export { cos, exp, log, sin, tan } from './api/elementary.ts';
export { decodePyramid } from './kernel/constraint/contact-force.ts';
export { Ray, RayHit } from './kernel/geometry/ray/ray.ts';
export { RayBasis, rayTriangle, setBasis } from './kernel/geometry/ray/triangle.ts';
export { eig3 } from './kernel/math/eig3.ts';
export {
  band2Dense,
  bandDiag,
  bandMulMatVec,
  cholFactorBand,
  cholSolveBand,
  dense2Band,
} from './kernel/math/linear/band.ts';
export { boxQP } from './kernel/math/linear/boxqp.ts';
export { cholFactor, cholSolve, cholUpdate } from './kernel/math/linear/cholesky.ts';
export * as dense from './kernel/math/linear/dense.ts';
export * as leaf from './kernel/math/linear/leaf.ts';
export { dense2sparse, sparse2dense, sym2dense } from './kernel/math/linear/sparse.ts';
export { mulMatTVec3, mulMatVec3 } from './kernel/math/mat3.ts';
export * as pose from './kernel/math/pose.ts';
export * as quaternion from './kernel/math/quat.ts';
export { clip } from './kernel/math/scalar.ts';
export { transformSpatial, translateSpatial } from './kernel/math/spatial.ts';
export * as vector from './kernel/math/vec3.ts';
