import type { FieldRow } from './types.ts';

/** Sensors. */
export const sensorFields: readonly FieldRow[] = [
  ['sensor_type', 'i32', 'nsensor', 1, ''],
  ['sensor_datatype', 'i32', 'nsensor', 1, ''],
  ['sensor_needstage', 'i32', 'nsensor', 1, ''],
  ['sensor_objtype', 'i32', 'nsensor', 1, ''],
  ['sensor_objid', 'i32', 'nsensor', 1, ''],
  ['sensor_reftype', 'i32', 'nsensor', 1, ''],
  ['sensor_refid', 'i32', 'nsensor', 1, ''],
  ['sensor_intprm', 'i32', 'nsensor', 3, ''],
  ['sensor_dim', 'i32', 'nsensor', 1, ''],
  ['sensor_adr', 'i32', 'nsensor', 1, ''],
  ['sensor_cutoff', 'f64', 'nsensor', 1, ''],
  ['sensor_noise', 'f64', 'nsensor', 1, ''],
  ['sensor_history', 'i32', 'nsensor', 2, ''],
  ['sensor_historyadr', 'i32', 'nsensor', 1, ''],
  ['sensor_delay', 'f64', 'nsensor', 1, ''],
  ['sensor_interval', 'f64', 'nsensor', 2, ''],
  ['sensor_user', 'f64', 'nsensor', 'nuser_sensor', ''],
  ['sensor_plugin', 'i32', 'nsensor', 1, ''],
];
