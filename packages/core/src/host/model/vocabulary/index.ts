import { actuatorEnums } from './actuators.ts';
import { objectEnums } from './objects.ts';
import { optionEnums } from './options.ts';
import { sensorEnums } from './sensors.ts';
import { simulationEnums } from './simulation.ts';
import type { Enumeration } from './types.ts';

export { biases, dynamics, gains } from './actuators.ts';
export { limits } from './limits.ts';
export { sensors } from './sensors.ts';

/** Every enumeration. */
export const enumerations: readonly Enumeration[] = [
  ...objectEnums,
  ...optionEnums,
  ...actuatorEnums,
  ...sensorEnums,
  ...simulationEnums,
];
