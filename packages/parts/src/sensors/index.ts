export { allanDeviation } from './allan.ts';
export { type AnySensor, type AttachedSensor, attach } from './attach.ts';
export { type ForceTorqueOptions, ForceTorqueSensor, type ForceTorqueTruth } from './force-torque.ts';
export { Imu, type ImuOptions, type ImuTruth } from './imu.ts';
export { Magnetometer, type MagnetometerOptions } from './magnetometer.ts';
export { type ObservedScene, type Placement, SensorObservation } from './observation.ts';
export {
  FORCE_TORQUE_PRESETS,
  IMU_PRESETS,
  MAGNETOMETER_PRESETS,
  RANGEFINDER_PRESETS,
  TOUCH_PRESETS,
} from './presets.ts';
export type { NormalSource } from './random.ts';
export { Rangefinder, type RangefinderOptions, type RayCaster } from './rangefinder.ts';
export { Sensor, type SensorOptions, type SensorReading } from './sensor.ts';
export type { PerAxis, SignalErrors, SignalTiming } from './signal-errors.ts';
export { type TouchContact, type TouchOptions, TouchSensor } from './touch.ts';
