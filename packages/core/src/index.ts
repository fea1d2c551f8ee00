export { type BackendChoice, type BackendName, backendName, setBackend, wasmRefusal } from './backend/select.ts';
export { quatIntegrateJacobian, subQuatJacobian } from './derivative/quaternion.ts';
export { inverseFD, transitionFD } from './derivative/transition.ts';
export { BinaryError, restoreModel, saveModel } from './model/binary.ts';
export { CallbackError, type CallbackStage } from './model/callback-error.ts';
export type { Callbacks } from './model/callbacks.ts';
export { cloneData, cloneModel, copyData } from './model/copy.ts';
export { Data, makeData } from './model/data.ts';
export * as enums from './model/enums.ts';
export type {
  Contacts,
  ModelSizeName,
  Option,
  SolverStatistics,
  Statistic,
  Visual,
  Warnings,
} from './model/generated/public.ts';
export { resetDataKeyframe, setKeyframe } from './model/keyframe.ts';
export { Model, type ModelSizes, makeModel } from './model/model.ts';
export { idToName, nameToId } from './model/named.ts';
export {
  definePlugin,
  type PluginAttributes,
  type PluginConfig,
  type PluginContext,
  type PluginDefinition,
  readConfig,
} from './model/plugin.ts';
export { type PrintOptions, printData, printModel } from './model/print.ts';
export { resetCtrl, resetData, resetDataDebug } from './model/reset.ts';
export { SleepError } from './model/sleep-error.ts';
export { copyState, extractState, getState, setState, stateSize } from './model/state.ts';
export {
  fwdActuation,
  initCtrlHistory,
  type LengthRangeOptions,
  muscleBias,
  muscleDynamics,
  muscleGain,
  readCtrl,
  setLengthRange,
} from './pipeline/actuators.ts';
export {
  camlight,
  checkAcc,
  checkPos,
  checkVel,
  collision,
  comPos,
  compareFwdInv,
  comVel,
  crb,
  energyPos,
  energyVel,
  euler,
  factorM,
  fwdAcceleration,
  fwdConstraint,
  fwdKinematics,
  fwdPosition,
  fwdVelocity,
  invConstraint,
  invPosition,
  kinematics,
  makeM,
  passive,
  rk4,
  rnePostConstraint,
  subtreeVel,
  tendon,
  transmission,
} from './pipeline/components.ts';
export {
  constraintUpdate,
  contactForce,
  island,
  makeConstraint,
  mulJacTVec,
  mulJacVec,
  projectConstraint,
  referenceConstraint,
} from './pipeline/constraints.ts';
export { acos, asin, atan, atan2, cbrt, cos, exp, hypot, log, pow, sin, tan, tanh } from './pipeline/elementary.ts';
export {
  angmomMat,
  type Jacobian,
  jac,
  jacBody,
  jacBodyCom,
  jacDot,
  jacGeom,
  jacPointAxis,
  jacSite,
  jacSubtreeCom,
} from './pipeline/jacobians.ts';
export {
  applyFT,
  differentiatePos,
  getTotalmass,
  integratePos,
  local2Global,
  normalizeQuat,
  objectAcceleration,
  objectVelocity,
  setTotalmass,
  xfrcAccumulate,
} from './pipeline/motion.ts';
export { addM, fullM, mulM, mulM2, rne, type SparseRows, solveM, solveM2 } from './pipeline/products.ts';
export { geomDistance, maxContact, multiRay, type RayHit, type RayOptions, ray } from './pipeline/queries.ts';
export {
  initSensorHistory,
  insideSite,
  readSensor,
  sensorAcc,
  sensorPos,
  sensorVel,
} from './pipeline/sensors.ts';
export { forward, forwardSkip, inverse, inverseSkip, step, step1, step2 } from './pipeline/simulate.ts';
export { StepError, type StepErrorCode, type StepStage, stepStrict } from './pipeline/strict.ts';
