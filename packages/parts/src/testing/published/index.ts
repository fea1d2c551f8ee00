import { jointRows } from './joints.ts';
import { muscleRows } from './muscles.ts';
import type { Published } from './row.ts';
import { sensorRows } from './sensors.ts';
import { softRows } from './soft.ts';

export { numbersOf, type Published } from './row.ts';

/** Every quantity of a preset that a source states. */
export const published: readonly Published[] = [...sensorRows, ...jointRows, ...muscleRows, ...softRows];

/** Presets with round numbers that stand for no device, and options of solvers. */
export const WITHOUT_DEVICE: Readonly<Record<string, readonly string[]>> = {
  IMU_PRESETS: ['ideal', 'realistic'],
  FORCE_TORQUE_PRESETS: ['ideal', 'realistic'],
  TOUCH_PRESETS: ['binary', 'forceSensitive', 'localized'],
  RANGEFINDER_PRESETS: ['ideal', 'heightSensor', 'forwardProximity'],
  MAGNETOMETER_PRESETS: ['ideal', 'realistic', 'calibrationErrors'],
  xpbdPresets: ['default', 'realtime', 'accurate', 'soft', 'stiff'],
  CG_PRESETS: ['default', 'highAccuracy', 'realtime', 'largeSystem'],
};

/** Fields that are settings of the model, not data of a device or material. */
export const SETTINGS: Readonly<Record<string, readonly string[]>> = {
  RANGEFINDER_PRESETS: ['direction', 'distance.noise'],
  CYLINDER_PRESETS: ['timeConstant'], // of the valve and the line, not of the cylinder
  clothPresets: ['stretch', 'damping', 'friction'],
  solidPresets: ['stretch', 'volume', 'damping', 'friction'],
  chainPresets: ['stretch', 'bend', 'damping', 'friction'],
  materials: ['damping', 'friction'],
};

/** Estimates: no source that could be read states them. */
export const ESTIMATES: readonly string[] = [
  // pages about the MG996R have torque, speed and gears of metal, but no ratio
  'MOTOR_PRESETS.hobbyServo.gearRatio',
  // abstracts about electroadhesive clutches name no coefficient of friction
  'ADHESION_PRESETS.electrostatic.shearRatio',
  // guides to vacuum cups say what makes them slow, without numbers
  'ADHESION_PRESETS.suction.attachTime',
  'ADHESION_PRESETS.suction.releaseTime',
  // pages about holding magnets have forces, no times
  'ADHESION_PRESETS.magnetic.attachTime',
  'ADHESION_PRESETS.magnetic.releaseTime',
  // searched: time constants of slow and fast fibres; found times to the peak of a twitch only
  'activationPresets.slowTwitch.rise',
  'activationPresets.slowTwitch.fall',
  // tables of momme have weights, no thickness
  'clothPresets.silk.thickness',
  // abstracts about soft polyurethane foams name no modulus
  'materials.foam.young',
  // abstracts about gelatin, leather and nylon name no ratio; tendons have 0.8 to 3 along their fibres (ASME SBC2013, V01BT48A002), which no isotropic material has
  ...['gelatin', 'leather', 'rope', 'tendon'].map((name) => `materials.${name}.poisson`),
];
