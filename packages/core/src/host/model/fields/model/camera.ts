import { fieldTable } from '../table.ts';

/** Cameras. */
export const cameraFields = fieldTable(`
  cam_mode          i32 CamLightMode  ncam  1          how it follows bodies
  cam_bodyid        i32               ncam  1          body it is fixed to {<nbody}
  cam_targetbodyid  i32               ncam  1          body it looks at, or -1 {<nbody|-1}
  cam_pos           f64               ncam  3          position in the body frame
  cam_quat          f64               ncam  4          orientation in the body frame
  cam_poscom0       f64               ncam  3          position relative to the subtree's centre of mass at qpos0
  cam_pos0          f64               ncam  3          position relative to the body at qpos0, world axes
  cam_mat0          f64               ncam  9          orientation at qpos0
  cam_projection    i32 Projection    ncam  1          perspective or orthographic
  cam_fovy          f64               ncam  1          vertical field of view: degrees, or length
  cam_ipd           f64               ncam  1          distance between the eyes
  cam_resolution    i32               ncam  2          pixels: width, height {>=0}
  cam_output        i32               ncam  1          bit set of images it makes (CameraOutput) {any}
  cam_sensorsize    f32               ncam  2          size of the image sensor
  cam_intrinsic     f32               ncam  4          focal lengths and principal point
  cam_user          f64               ncam  nuser_cam  user numbers
`);
