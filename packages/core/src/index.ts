export {
  fwdActuation,
  initCtrlHistory,
  LengthRangeError,
  type LengthRangeErrorCode,
  type LengthRangeOptions,
  muscleBias,
  muscleDynamics,
  muscleGain,
  readCtrl,
  setLengthRange,
} from './api/actuators.ts';
export {
  constraintUpdate,
  contactForce,
  findIslands,
  makeConstraint,
  mulJacTVec,
  mulJacVec,
  projectConstraint,
  referenceConstraint,
} from './api/constraints.ts';
export { addContact, type NewContact } from './api/contacts.ts';
export { type InverseDerivatives, type InverseOptions, inverseFD } from './api/derivatives/inverse-fd.ts';
export {
  type ModelParameter,
  type ParameterDerivativeOptions,
  type ParameterDerivatives,
  parameterDerivatives,
} from './api/derivatives/parameters.ts';
export { type SmoothForce, type SmoothVelOptions, smoothVel } from './api/derivatives/smooth-velocity.ts';
export type { ColumnPart } from './api/derivatives/step-differences.ts';
export { type DerivativeConfig, type DerivativeMethod, transition } from './api/derivatives/transition.ts';
export { type Transition, type TransitionOptions, transitionFD } from './api/derivatives/transition-fd.ts';
export {
  type BlockError,
  checkDifferences,
  type DerivativeCheck,
  type DerivativeCheckOptions,
  maxRelativeError,
  validateTransition,
} from './api/derivatives/validate.ts';
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
} from './api/jacobians.ts';
export {
  applyFT,
  differentiatePos,
  getTotalmass,
  integratePos,
  type LocalFrame,
  local2Global,
  normalizeQuat,
  objectAcceleration,
  objectVelocity,
  setTotalmass,
  type WorldFrame,
  xfrcAccumulate,
} from './api/motion.ts';
export { type PixelRay, type PixelRayOptions, pixelRay } from './api/pixel-ray.ts';
export { visualizePlugins } from './api/plugin-drawing.ts';
export { poseFields } from './api/pose-fields.ts';
export { addM, fullM, mulM, mulM2, rne, type SparseRows, solveM, solveM2 } from './api/products.ts';
export {
  castRay,
  castRayFlex,
  castRayGeom,
  castRays,
  geomDistance,
  maxContact,
  type RayFlexHit,
  type RayFlexOptions,
  type RayGeomHit,
  type RayHit,
  type RayHits,
  type RayOptions,
  type RaysOptions,
} from './api/queries.ts';
export {
  initSensorHistory,
  insideSite,
  readSensor,
  sensorAcc,
  sensorPos,
  sensorVel,
} from './api/sensors.ts';
export { forward, forwardSkip, inverse, inverseSkip, step, step1, step2 } from './api/simulate.ts';
export { applySnapshot, snapshotField, snapshotSize, takeSnapshot } from './api/snapshot.ts';
export { type PipelineStage, stages } from './api/stage-table.ts';
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
  flex,
  fwdAcceleration,
  fwdConstraint,
  fwdKinematics,
  fwdPosition,
  fwdVelocity,
  implicit,
  invConstraint,
  invPosition,
  invVelocity,
  kinematics,
  makeM,
  passive,
  rk4,
  rnePostConstraint,
  subtreeVel,
  tendon,
  transmission,
} from './api/stages.ts';
export { StepError, type StepErrorCode, type StepStage, stepStrict } from './api/strict.ts';
export {
  ArgumentError,
  type ArgumentErrorCode,
  BackendError,
  type BackendErrorCode,
  EngineError,
  type EngineErrorCode,
  type ErrorDetails,
  QposError,
} from './errors.ts';
export { setMemoryLimit } from './host/backend/memory.ts';
/** @internal For `@qpos/core/js`. */
export { registerJs } from './host/backend/register-js.ts';
export {
  type BackendChoice,
  type BackendName,
  backendName,
  engineModule,
  provideEngineModule,
  setBackend,
  wasmRefusal,
} from './host/backend/select.ts';
export { CallbackError, type CallbackStage } from './host/callbacks/callback-error.ts';
export type { Callbacks } from './host/callbacks/callbacks.ts';
export type { PairContact } from './host/callbacks/pair-contacts.ts';
export type { Timers } from './host/callbacks/timers.ts';
export { setChecks } from './host/checks/checks.ts';
export {
  type LogHandler,
  type LogLevel,
  type LogMessage,
  setLogHandler,
  warningText,
  writeLog,
} from './host/log/log.ts';
export { BinaryError, type BinaryErrorCode, restoreModel, saveModel } from './host/model/binary.ts';
export { cloneData, cloneModel, copyData } from './host/model/copy.ts';
export { Data, makeData } from './host/model/data.ts';
export * as enums from './host/model/enums.ts';
export { fieldView } from './host/model/field-view.ts';
export type {
  Contacts,
  ModelSizeName,
  Option,
  SolverStatistics,
  Statistic,
  Visual,
  Warnings,
} from './host/model/generated/public.ts';
export { resetDataKeyframe, setKeyframe } from './host/model/keyframe.ts';
export { readMjb } from './host/model/mjb/read.ts';
export { writeMjb } from './host/model/mjb/write.ts';
export { Model, type ModelSizes, makeModel } from './host/model/model.ts';
export { idToName, nameToId } from './host/model/named.ts';
export { pin } from './host/model/pin.ts';
export { resetCtrl, resetData, resetDataDebug } from './host/model/reset.ts';
export { SleepError } from './host/model/sleep-error.ts';
export { copyState, extractState, getState, setState, stateSize } from './host/model/state.ts';
export { type PrintOptions, printData, printModel } from './host/model/text/print.ts';
export { FieldError, type FieldErrorCode, type FieldPlace } from './host/model/validate/field-error.ts';
export { DEFAULT_MODEL_LIMITS, type ModelLimits } from './host/model/validate/limits.ts';
export { validateModel } from './host/model/validate/validate.ts';
export {
  definePlugin,
  type PluginAttributes,
  type PluginConfig,
  type PluginContext,
  type PluginDefinition,
  type PluginDrawing,
  readConfig,
} from './host/plugins/plugin.ts';
/** @internal For `@qpos/core/threads`. */
export { addressOf, dataAt, hasRoomFor, joinEngine, lendEngine, modelAt } from './host/threads/lend.ts';
/** @internal For `@qpos/core/threads`. */
export { Lockstep } from './host/threads/lockstep.ts';
