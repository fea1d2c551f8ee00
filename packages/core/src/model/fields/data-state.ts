import type { FieldRow } from './types.ts';

/** State and inputs of Data, and what integration writes. */
export const stateFields: readonly FieldRow[] = [
  ['qpos', 'f64', 'nq', 1, ''],
  ['qvel', 'f64', 'nv', 1, ''],
  ['act', 'f64', 'na', 1, ''],
  ['history', 'f64', 'nhistory', 1, ''],
  ['qacc_warmstart', 'f64', 'nv', 1, ''],
  ['plugin_state', 'f64', 'npluginstate', 1, ''],
  ['ctrl', 'f64', 'nu', 1, ''],
  ['qfrc_applied', 'f64', 'nv', 1, ''],
  ['xfrc_applied', 'f64', 'nbody', 6, ''],
  ['eq_active', 'u8', 'neq', 1, ''],
  ['mocap_pos', 'f64', 'nmocap', 3, ''],
  ['mocap_quat', 'f64', 'nmocap', 4, ''],
  ['qacc', 'f64', 'nv', 1, ''],
  ['act_dot', 'f64', 'na', 1, ''],
  ['userdata', 'f64', 'nuserdata', 1, ''],
  ['sensordata', 'f64', 'nsensordata', 1, ''],
  ['tree_asleep', 'i32', 'ntree', 1, ''],
  ['plugin', 'i32', 'nplugin', 1, ''],
  ['plugin_data', 'i32', 'nplugin', 1, ''],
];
