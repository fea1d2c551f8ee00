// @cold

import type { i32 } from '../../dialect.ts';

// Places of the parameters of a DC motor in the rows of an actuator.

// gainprm
export const RESISTANCE: i32 = 0;
export const TORQUE_CONSTANT: i32 = 1;
export const TEMPERATURE_COEFFICIENT: i32 = 2;
export const REFERENCE_TEMPERATURE: i32 = 3;
export const KP: i32 = 4;
export const KI: i32 = 5;
export const KD: i32 = 6;
export const VOLTAGE_LIMIT: i32 = 7;

// dynprm
export const ELECTRIC_TIME: i32 = 0;
export const CURRENT_RATE_LIMIT: i32 = 1;
export const THERMAL_RESISTANCE: i32 = 2;
export const THERMAL_CAPACITY: i32 = 3;
export const AMBIENT_TEMPERATURE: i32 = 4;
export const BRISTLE_STIFFNESS: i32 = 5;
export const BRISTLE_DAMPING: i32 = 6;
export const SLEW_RATE: i32 = 7;
export const INTEGRAL_LIMIT: i32 = 8;

// biasprm
export const COGGING: i32 = 0;
export const POLES: i32 = 1;
export const PHASE: i32 = 2;
export const COULOMB: i32 = 3;
export const STICTION: i32 = 4;
export const STRIBECK_VELOCITY: i32 = 5;
