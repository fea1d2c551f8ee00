import type { BuiltinTask } from '../registry/builtin-task.ts';
import { armLift, armLiftOptions } from './arm-lift.ts';
import { droneWaypoints, droneWaypointsOptions } from './drone-waypoints.ts';
import { handCube, handCubeOptions } from './hand-cube.ts';
import { quadrupedJoystick, quadrupedJoystickOptions } from './quadruped-joystick.ts';
import { simToReal } from './sim-to-real.ts';

/** Robots with domain randomisation, observation noise and latency. */
export const robotTasks: readonly BuiltinTask[] = [
  {
    id: 'qpos/arm-lift-v0',
    description: 'Grasp a cube, lift it and hold it at a target.',
    task: armLift,
    options: armLiftOptions,
    wrap: simToReal,
    maxEpisodeSteps: 250,
  },
  {
    id: 'qpos/drone-waypoints-v0',
    description: 'Fly a quadrotor from waypoint to waypoint in the wind.',
    task: droneWaypoints,
    options: droneWaypointsOptions,
    wrap: simToReal,
    maxEpisodeSteps: 1000,
  },
  {
    id: 'qpos/hand-cube-v0',
    description: 'Turn a cube in the hand to lie as shown.',
    task: handCube,
    options: handCubeOptions,
    wrap: simToReal,
    maxEpisodeSteps: 400,
  },
  {
    id: 'qpos/quadruped-joystick-v0',
    description: 'Walk, sidestep and turn on four legs as commanded.',
    task: quadrupedJoystick,
    options: quadrupedJoystickOptions,
    wrap: simToReal,
    maxEpisodeSteps: 1000,
  },
];
