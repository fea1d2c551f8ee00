import type { BuiltinTask } from '../registry/builtin-task.ts';
import { cartpoleOptions, cartpoleTask } from './cartpole.ts';
import { cheetahOptions, cheetahTask } from './cheetah.ts';
import { humanoidControlOptions, humanoidTask } from './humanoid.ts';
import { quadrupedOptions, quadrupedTask } from './quadruped.ts';
import { reacherEasyOptions, reacherHardOptions, reacherTask } from './reacher.ts';
import { walkerOptions, walkerTask } from './walker.ts';

const maxEpisodeSteps = 1000;

/** Tasks in the style of the DeepMind Control Suite: rewards in [0, 1], episodes of 1,000 steps that never end early. */
export const controlTasks: readonly BuiltinTask[] = [
  {
    id: 'control/cartpole-balance-v0',
    description: 'Keep a pole on a cart upright.',
    task: cartpoleTask('standing'),
    options: cartpoleOptions,
    maxEpisodeSteps,
  },
  {
    id: 'control/cartpole-swingup-v0',
    description: 'Swing a pole up and keep it upright.',
    task: cartpoleTask('hanging'),
    options: cartpoleOptions,
    maxEpisodeSteps,
  },
  {
    id: 'control/reacher-easy-v0',
    description: 'Hold the tip of two links on a large target.',
    task: reacherTask,
    options: reacherEasyOptions,
    maxEpisodeSteps,
  },
  {
    id: 'control/reacher-hard-v0',
    description: 'Hold the tip of two links on a small target.',
    task: reacherTask,
    options: reacherHardOptions,
    maxEpisodeSteps,
  },
  {
    id: 'control/walker-stand-v0',
    description: 'Stand up in a plane.',
    task: walkerTask,
    options: walkerOptions(0),
    maxEpisodeSteps,
  },
  {
    id: 'control/walker-walk-v0',
    description: 'Walk in a plane at 1 m/s.',
    task: walkerTask,
    options: walkerOptions(1),
    maxEpisodeSteps,
  },
  {
    id: 'control/walker-run-v0',
    description: 'Run in a plane at 8 m/s.',
    task: walkerTask,
    options: walkerOptions(8),
    maxEpisodeSteps,
  },
  {
    id: 'control/cheetah-run-v0',
    description: 'Run in a plane at 10 m/s.',
    task: cheetahTask,
    options: cheetahOptions,
    maxEpisodeSteps,
  },
  {
    id: 'control/humanoid-stand-v0',
    description: 'Stand still on two legs.',
    task: humanoidTask,
    options: humanoidControlOptions(0),
    maxEpisodeSteps,
  },
  {
    id: 'control/humanoid-walk-v0',
    description: 'Walk on two legs at 1 m/s.',
    task: humanoidTask,
    options: humanoidControlOptions(1),
    maxEpisodeSteps,
  },
  {
    id: 'control/humanoid-run-v0',
    description: 'Run on two legs at 10 m/s.',
    task: humanoidTask,
    options: humanoidControlOptions(10),
    maxEpisodeSteps,
  },
  {
    id: 'control/quadruped-walk-v0',
    description: 'Walk forward on four legs at 0.5 m/s.',
    task: quadrupedTask,
    options: quadrupedOptions(0.5),
    maxEpisodeSteps,
  },
  {
    id: 'control/quadruped-run-v0',
    description: 'Run forward on four legs at 3 m/s.',
    task: quadrupedTask,
    options: quadrupedOptions(3),
    maxEpisodeSteps,
  },
];
