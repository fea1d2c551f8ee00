export {
  composePoses,
  invertPose,
  makePose,
  type Pose,
  type PoseInput,
  poseDifference,
  transformPoint,
  transformVector,
} from './pose.ts';
