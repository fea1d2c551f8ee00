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
