/** Every function that the compiled set offers to the world outside: the exports of the WASM module. */
export { fwdActuation } from './actuation/actuation.ts';
export { readCtrl, setCtrlHistory } from './actuation/ctrl-history.ts';
export { pullActuator } from './actuation/length-range.ts';
export { muscleBias, muscleDynamics, muscleGain } from './actuation/muscle.ts';
export { collision } from './collision/collision.ts';
export { island } from './constraint/island.ts';
export { makeConstraint } from './constraint/make.ts';
export {
  constraintUpdateOutside,
  contactForceOutside,
  mulJacTVecOutside,
  mulJacVecOutside,
} from './constraint/outside.ts';
export { projectConstraint } from './constraint/project.ts';
export { referenceConstraint } from './constraint/reference.ts';
export { constraintUpdateIsland } from './constraint/update.ts';
export { crb } from './inertia/crb.ts';
export { factorM, solveM, solveM2 } from './inertia/factor.ts';
export { energyVel } from './inertia/kinetic-energy.ts';
export { addM, addMSparse, fullM, makeM, mulM, mulM2 } from './inertia/mass-matrix.ts';
export { rnePostConstraint } from './inertia/post-constraint.ts';
export { rne } from './inertia/rne.ts';
export { euler } from './integrate/euler.ts';
export { startHistories } from './integrate/history.ts';
export { rk4 } from './integrate/rk4.ts';
export { applyFT, xfrcAccumulate } from './kinematics/apply-force.ts';
export { camlight } from './kinematics/camlight.ts';
export { comPos } from './kinematics/com.ts';
export { comVel } from './kinematics/com-velocity.ts';
export { differentiatePos, integratePos, normalizeQuat } from './kinematics/coordinates.ts';
export { localFrame } from './kinematics/frame.ts';
export { angmomMat, jacAxis, jacPos, jacPosDot, jacRot, jacRotDot, jacSubtreeCom } from './kinematics/jacobian.ts';
export { kinematics } from './kinematics/kinematics.ts';
export { objectAcceleration, objectVelocity } from './kinematics/object-motion.ts';
export { subtreeVel } from './kinematics/subtree-velocity.ts';
export { tendon } from './kinematics/tendon.ts';
export { transmission } from './kinematics/transmission.ts';
export { zero } from './math/leaf.ts';
export { acos, asin, atan, atan2, cbrt, cos, exp, hypot, log, pow, sin, tan, tanh } from './math/trig.ts';
export { passive } from './passive/passive.ts';
export { energyPos } from './passive/potential-energy.ts';
export { fwdAcceleration } from './pipeline/acceleration.ts';
export { checkAcc, checkPos, checkVel } from './pipeline/check.ts';
export { forward, forwardSkip } from './pipeline/forward.ts';
export { compareFwdInv, inverse, inverseSkip } from './pipeline/inverse.ts';
export { fwdKinematics, fwdPosition, invPosition } from './pipeline/position.ts';
export { step, step1, step2, stepSkip } from './pipeline/step.ts';
export { fwdVelocity } from './pipeline/velocity.ts';
export { geomDistance } from './query/geom-distance.ts';
export { insideSite } from './query/inside-site.ts';
export { maxContact } from './query/max-contact.ts';
export { multiRay } from './query/ray.ts';
export { sensorAcc } from './sensor/acceleration.ts';
export { sensorPos } from './sensor/position.ts';
export { readSensor } from './sensor/sample.ts';
export { sensorVel } from './sensor/velocity.ts';
export { updateSleep } from './sleep/lists.ts';
export { resetSleep } from './sleep/reset.ts';
export { invConstraint } from './solver/inverse.ts';
export { fwdConstraint } from './solver/solve.ts';
