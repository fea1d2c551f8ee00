import type { AlgorithmName } from '@qpos/learn';

/** A training to be repeated with several seeds. */
export interface Contest {
  readonly task: string;
  readonly algorithm: AlgorithmName;
  readonly steps: number;
  readonly environments: number;
  readonly seeds: readonly number[];
  /** Settings beside the defaults, as text. */
  readonly settings: Readonly<Record<string, string>>;
  /** What counts: the last 100 episodes of the training, or episodes of the trained policy without noise. */
  readonly measure: 'training' | 'evaluation';
  /** What the mean over seeds should reach. */
  readonly least?: number;
  /** Steps per second of processor time that it should reach, learning included. */
  readonly leastSpeed?: number;
}

const ppo = (task: string, more: Partial<Contest> = {}): Contest => ({
  task,
  algorithm: 'ppo',
  steps: 1e6,
  environments: 8,
  seeds: [1, 2, 3],
  settings: {},
  measure: 'training',
  ...more,
});

/** What `npm run bench -- learn` trains. The targets of PPO are CleanRL's returns at 1 M steps. */
export const contests: readonly Contest[] = [
  ppo('InvertedPendulum-v5', { least: 963 }),
  ppo('HalfCheetah-v5', { least: 1443, leastSpeed: 9000 }),
  ppo('Hopper-v5', { least: 2300 }),
  ppo('Walker2d-v5', { least: 2288 }),
  ppo('Ant-v5'),
  ppo('Humanoid-v5', { seeds: [1] }),
  ppo('qpos/quadruped-joystick-v0', {
    steps: 3e6,
    environments: 32,
    seeds: [1],
    settings: {
      horizon: '128',
      batch: '512',
      epochs: '5',
      hidden: '128,128',
      learningRate: '1e-3..0',
      initialLogDeviation: '-0.7',
      targetDivergence: '0.03',
    },
  }),
  {
    task: 'HalfCheetah-v5',
    algorithm: 'sac',
    steps: 300_000,
    environments: 8,
    seeds: [1],
    settings: {},
    measure: 'evaluation',
    least: 5000,
  },
  {
    task: 'Swimmer-v5',
    algorithm: 'ars',
    steps: 2e6,
    environments: 8,
    seeds: [1],
    settings: {},
    measure: 'evaluation',
    least: 340,
  },
];

/** A contest in one line: what was trained, with what. */
export const titleOf = ({ task, algorithm, steps }: Pick<Contest, 'task' | 'algorithm' | 'steps'>): string =>
  `${task}, ${algorithm.toUpperCase()}, ${steps / 1e6} M steps`;
