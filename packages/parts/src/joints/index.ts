export {
  ADHESION_PRESETS,
  AdhesionActuator,
  type AdhesionOptions,
  CYLINDER_PRESETS,
  type CylinderOptions,
  customActuator,
  IntegratedVelocityActuator,
  type IntegratedVelocityOptions,
  type JointActuator,
  PneumaticCylinder,
} from './actuators.ts';
export { addJoint } from './add-joint.ts';
export { CG_PRESETS, type CgConfig, type CgResult, CgSolver, type Preconditioner } from './cg-solver.ts';
export { type ContactForces, solveContacts } from './contact-solver.ts';
export {
  addCoupling,
  type CoupledState,
  CouplingGroup,
  type CouplingOptions,
  differentialCoupling,
  type GearKind,
  gearCoupling,
  JointCoupling,
  type JointNumbers,
  mimicCoupling,
} from './couplings.ts';
export type { Joint, JointKind, JointOptions } from './joint.ts';
export { type JointedBody, JointSystem, type JointSystemOptions } from './joint-system.ts';
export {
  type AxisJointOptions,
  cylindricalJoint,
  fixedJoint,
  freeJoint,
  planarJoint,
  prismaticJoint,
  revoluteJoint,
  sphericalJoint,
  type UniversalJointOptions,
  universalJoint,
} from './kinds.ts';
export { JointLimits, type LimitOptions, type LimitState, type SoftStop } from './limits.ts';
export {
  JointMotor,
  MOTOR_PRESETS,
  type MotorMode,
  type MotorOptions,
  type MotorPreset,
  type TorqueSpeedCurve,
} from './motor.ts';
export type { SpecBody, SpecLike } from './spec-tree.ts';
export { TendonConstraint, TendonNetwork, type TendonOptions } from './tendons.ts';
