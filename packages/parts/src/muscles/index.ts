/** Hill muscles: curves, activation, rigid and elastic tendons, presets, groups, and the actuator plugin `qpos.hill`. */
export { ActivationDynamics, type ActivationParameters, activationPresets } from './activation.ts';
export {
  activeForceLength,
  activeForceLengthSlope,
  forceVelocity,
  forceVelocitySlope,
  passiveEnergy,
  passiveForceLength,
  passiveForceLengthSlope,
  tendonEnergy,
  tendonForce,
  tendonForceSlope,
  velocityOfForce,
} from './curves.ts';
export { HillMuscle, type MuscleParameters } from './hill-muscle.ts';
export { hillPlugin } from './hill-plugin.ts';
export { constantArm, type MomentArm, polynomialArm, splineArm } from './moment-arm.ts';
export { antagonists, JointMuscle, MuscleGroup, type MuscleReport } from './muscle-group.ts';
export { type MusclePreset, type MusclePresetName, musclePresets } from './presets.ts';
