import type { Data } from '../host/model/data.ts';

/**
 * Fields of Data that say where bodies, joints, geoms, sites, cameras and lights are: what kinematics writes and pictures need.
 *
 * @example
 * const poses = Object.fromEntries(poseFields.map((name) => [name, data[name].slice()]));
 */
export const poseFields = [
  'xpos',
  'xquat',
  'xmat',
  'xipos',
  'ximat',
  'xanchor',
  'xaxis',
  'geom_xpos',
  'geom_xmat',
  'site_xpos',
  'site_xmat',
  'cam_xpos',
  'cam_xmat',
  'light_xpos',
  'light_xdir',
] as const satisfies readonly (keyof Data)[];
