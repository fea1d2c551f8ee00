export {
  type Action,
  type ActionType,
  applyAction,
  type ExternalForce,
  type JointCommand,
  type JointCommandType,
} from './actions.ts';
export { type BodyId, bodyId, type JointId, jointId } from './ids.ts';
export {
  BodyIntegrator,
  INTEGRATION_ORDERS,
  type IntegrationMethod,
  type IntegratorOptions,
} from './integrator.ts';
export type { Load, Wrench } from './load.ts';
export {
  composeMass,
  type MassProperties,
  makeMass,
  type PrincipalInertia,
  principalInertia,
} from './mass-properties.ts';
export { type JointState, massOfBody, setStateOfBody, stateOfBody, stateOfJoint } from './model-bodies.ts';
export {
  composePoses,
  invertPose,
  makePose,
  type Pose,
  type PoseInput,
  poseDifference,
  transformPoint,
  transformVector,
} from './pose.ts';
export {
  makeBodyState,
  makeTwist,
  pointVelocity,
  type RigidBodyState,
  type Twist,
  type TwistInput,
} from './rigid-body-state.ts';
export {
  configOf,
  configure,
  type Gravity,
  makeConfig,
  type ParallelConfig,
  type SimulationConfig,
  type SimulationConfigInput,
  type SolverConfig,
} from './simulation-config.ts';
export { boxMass, capsuleMass, cylinderMass, ellipsoidMass, massOf, sphereMass } from './solids.ts';
