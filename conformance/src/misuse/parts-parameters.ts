import { CABLES } from './cable-parameters.ts';
import * as k from './kinds.ts';
import { MUSCLES } from './muscle-parameters.ts';

const vector = k.numbersIn(3);
const pose = k.settings();

const bodies: Readonly<Record<string, k.Kind>> = {
  'makePose.pos': vector,
  'makePose.quat': k.numbersIn(4),
  'composePoses.outer': pose,
  'composePoses.inner': pose,
  'invertPose.pose': pose,
  'transformPoint.pose': pose,
  'transformPoint.point': vector,
  'transformVector.pose': pose,
  'transformVector.vector': vector,
  'poseDifference.to': pose,
  'poseDifference.from': pose,
};

/** What the parameters of the functions of `@qpos/parts` take, by library. */
export const PARTS: Readonly<Record<string, k.Kind>> = { ...bodies, ...MUSCLES, ...CABLES };
