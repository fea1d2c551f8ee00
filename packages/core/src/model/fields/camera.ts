import type { FieldRow } from './types.ts';

/** Cameras. */
export const cameraFields: readonly FieldRow[] = [
  ['cam_mode', 'i32', 'ncam', 1, ''],
  ['cam_bodyid', 'i32', 'ncam', 1, ''],
  ['cam_targetbodyid', 'i32', 'ncam', 1, ''],
  ['cam_pos', 'f64', 'ncam', 3, ''],
  ['cam_quat', 'f64', 'ncam', 4, ''],
  ['cam_poscom0', 'f64', 'ncam', 3, ''],
  ['cam_pos0', 'f64', 'ncam', 3, ''],
  ['cam_mat0', 'f64', 'ncam', 9, ''],
  ['cam_projection', 'i32', 'ncam', 1, ''],
  ['cam_fovy', 'f64', 'ncam', 1, ''],
  ['cam_ipd', 'f64', 'ncam', 1, ''],
  ['cam_resolution', 'i32', 'ncam', 2, ''],
  ['cam_output', 'i32', 'ncam', 1, ''],
  ['cam_sensorsize', 'f32', 'ncam', 2, ''],
  ['cam_intrinsic', 'f32', 'ncam', 4, ''],
  ['cam_user', 'f64', 'ncam', 'nuser_cam', ''],
];
