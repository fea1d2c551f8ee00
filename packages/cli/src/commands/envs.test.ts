import { describe, expect, test } from 'vitest';
import { run } from '../testing/run.ts';

describe('envs', () => {
  test('lists every task with its spaces', async () => {
    const { code, out } = await run(['envs']);
    expect(code).toBe(0);
    expect(out).toMatch(
      /Humanoid-v5 +Box\(-Infinity, Infinity, \(348\), float64\) +Box\(-0\.4\S*, 0\.4\S*, \(17\), float32\) +1000/,
    );
    expect(out).toMatch(/control\/cartpole-swingup-v0 .*\(5\), float64\)/);
    expect(out).toMatch(/qpos\/hand-cube-v0 .*\(16\), float32\)/);
    expect(out).toMatch(/\n\d\d tasks\n$/);
  });

  test('shows the options of a single one', async () => {
    const { out } = await run(['envs', 'hopper']);
    expect(out).toContain('1 task\n');
    expect(out).toMatch(/healthy_z_range +\[0\.7, Infinity\]/);
    expect(out).toMatch(/reset_noise_scale +0\.005/);
  });

  test('JSON', async () => {
    const { out } = await run(['envs', 'control/walker', '--json']);
    const tasks = JSON.parse(out) as { id: string; observation: string; maxEpisodeSteps: number }[];
    expect(tasks.map(({ id }) => id)).toEqual([
      'control/walker-run-v0',
      'control/walker-stand-v0',
      'control/walker-walk-v0',
    ]);
    expect(tasks[0]).toMatchObject({ maxEpisodeSteps: 1000, stepsPerSecond: 50 });
  });

  test('says that there is none', async () => {
    const { code, err } = await run(['envs', 'walrus']);
    expect(code).toBe(1);
    expect(err).toContain("no task has 'walrus' in its id");
  });
});
