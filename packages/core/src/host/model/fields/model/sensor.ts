import { fieldTable } from '../table.ts';

/** Sensors. */
export const sensorFields = fieldTable(`
  sensor_type        i32 SensorType  nsensor  1             what it measures
  sensor_datatype    i32 DataType    nsensor  1             how the cutoff applies
  sensor_needstage   i32 Stage       nsensor  1             stage after which it can be computed
  sensor_objtype     i32 ObjType     nsensor  1             kind of the object it is attached to
  sensor_objid       i32             nsensor  1             the object {is sensor}
  sensor_reftype     i32 ObjType     nsensor  1             kind of the reference object
  sensor_refid       i32             nsensor  1             the reference object, or -1 {is sensor}
  sensor_intprm      i32             nsensor  3             integer parameters {is sensor}
  sensor_dim         i32             nsensor  1             numbers it gives {is sensor}
  sensor_adr         i32             nsensor  1             first number in sensordata {@sensor_dim nsensordata}
  sensor_cutoff      f64             nsensor  1             readings are clamped to this; 0: never
  sensor_noise       f64             nsensor  1             standard deviation of noise, for the user's information
  sensor_history     i32             nsensor  2             samples kept, and how they are interpolated {is history}
  sensor_historyadr  i32             nsensor  1             address in history, or -1 {is history}
  sensor_delay       f64             nsensor  1             age of the reading, s
  sensor_interval    f64             nsensor  2             period and phase of sampling, s
  sensor_user        f64             nsensor  nuser_sensor  user numbers
  sensor_plugin      i32             nsensor  1             plugin instance, or -1 {<nplugin|-1}
`);
