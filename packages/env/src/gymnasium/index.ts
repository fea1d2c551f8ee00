import type { BuiltinTask } from '../registry/builtin-task.ts';
import { ant, antOptions } from './ant.ts';
import { halfCheetah, halfCheetahOptions } from './half-cheetah.ts';
import { hopper, hopperOptions } from './hopper.ts';
import { humanoid, humanoidOptions } from './humanoid.ts';
import { humanoidStandup, humanoidStandupOptions } from './humanoid-standup.ts';
import { invertedDoublePendulum, invertedDoublePendulumOptions } from './inverted-double-pendulum.ts';
import { invertedPendulum, invertedPendulumOptions } from './inverted-pendulum.ts';
import { pusher, pusherOptions } from './pusher.ts';
import { reacher, reacherOptions } from './reacher.ts';
import { swimmer, swimmerOptions } from './swimmer.ts';
import { walker2d, walker2dOptions } from './walker2d.ts';

/** The tasks of Gymnasium's MuJoCo v5, on models written here that equal theirs. */
export const gymnasiumTasks: readonly BuiltinTask[] = [
  {
    id: 'Ant-v5',
    description: 'Walk to the right on four legs.',
    task: ant,
    options: antOptions,
    maxEpisodeSteps: 1000,
    rewardThreshold: 6000,
  },
  {
    id: 'HalfCheetah-v5',
    description: 'Run to the right in a plane.',
    task: halfCheetah,
    options: halfCheetahOptions,
    maxEpisodeSteps: 1000,
    rewardThreshold: 4800,
  },
  {
    id: 'Hopper-v5',
    description: 'Hop to the right on one leg without falling.',
    task: hopper,
    options: hopperOptions,
    maxEpisodeSteps: 1000,
    rewardThreshold: 3800,
  },
  {
    id: 'Humanoid-v5',
    description: 'Walk to the right on two legs without falling.',
    task: humanoid,
    options: humanoidOptions,
    maxEpisodeSteps: 1000,
  },
  {
    id: 'HumanoidStandup-v5',
    description: 'Get up from the floor.',
    task: humanoidStandup,
    options: humanoidStandupOptions,
    maxEpisodeSteps: 1000,
  },
  {
    id: 'InvertedDoublePendulum-v5',
    description: 'Balance two poles, one on the other, on a cart.',
    task: invertedDoublePendulum,
    options: invertedDoublePendulumOptions,
    maxEpisodeSteps: 1000,
    rewardThreshold: 9100,
  },
  {
    id: 'InvertedPendulum-v5',
    description: 'Balance a pole on a cart.',
    task: invertedPendulum,
    options: invertedPendulumOptions,
    maxEpisodeSteps: 1000,
    rewardThreshold: 950,
  },
  {
    id: 'Pusher-v5',
    description: 'Push a puck to its place.',
    task: pusher,
    options: pusherOptions,
    maxEpisodeSteps: 100,
    rewardThreshold: 0,
  },
  {
    id: 'Reacher-v5',
    description: 'Touch a point with the tip of two links.',
    task: reacher,
    options: reacherOptions,
    maxEpisodeSteps: 50,
    rewardThreshold: -3.75,
  },
  {
    id: 'Swimmer-v5',
    description: 'Swim to the right with three links.',
    task: swimmer,
    options: swimmerOptions,
    maxEpisodeSteps: 1000,
    rewardThreshold: 360,
  },
  {
    id: 'Walker2d-v5',
    description: 'Walk to the right in a plane without falling.',
    task: walker2d,
    options: walker2dOptions,
    maxEpisodeSteps: 1000,
  },
];
