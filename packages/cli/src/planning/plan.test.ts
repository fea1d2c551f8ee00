import { describe, expect, test } from 'vitest';
import { run } from '../testing/run.ts';

describe('plan', () => {
  test('lists the tasks', async () => {
    const { code, out } = await run(['plan']);
    expect(code).toBe(0);
    expect(out).toMatch(/quadruped-stand +sampling +a quadruped stands up from its back/);
    expect((JSON.parse((await run(['plan', '--json'])).out) as { name: string }[]).map(({ name }) => name)).toContain(
      'hand-cube',
    );
  });

  test('shows what plans cost, and how far the goal is', async () => {
    const { code, out, err } = await run(['plan', 'cartpole', '-d', '0.3', '-n', '4']);
    expect(code).toBe(0);
    expect(err).toBe('');
    expect(out).toMatch(/time +going on +plan +distance/);
    expect(out).toContain('cartpole: not done, 6 plans for 0.3 s');
    expect(out).toContain('weights: upright 10');
  });

  test('method, goal, weights and seed count; equal ones give equal plans', async () => {
    const short = ['plan', 'cartpole', '-d', '0.2', '-n', '4', '--json'];
    const costs = async (...args: string[]): Promise<number[]> =>
      (JSON.parse((await run([...short, ...args])).out) as { rows: { cost: number }[] }).rows.map(({ cost }) => cost);
    const plain = await costs();
    expect(plain).toHaveLength(4);
    expect(await costs()).toEqual(plain);
    for (const args of [
      ['--seed', '1'],
      ['--method', 'cem'],
      ['--goal', '0.5'],
      ['--weight', 'effort=3'],
    ])
      expect(await costs(...args)).not.toEqual(plain);
  });

  test('in real time, the simulation keeps up with the clock while workers plan', async () => {
    const live = ['plan', 'cartpole', '-d', '0.3', '-n', '4', '--realtime', '--workers', '1'];
    const { code, out } = await run(live);
    expect(code).toBe(0);
    expect(out).toMatch(/plans? for 0.3 s in \d/);
    expect(out).toMatch(/in real time: [\d.]+ plans a second on 1 worker, at most \d+ ms behind the clock/);
    const result = JSON.parse((await run([...live, '--json'])).out) as Record<string, number> & { rows: unknown[] };
    expect(result.rows).toHaveLength(result['plans'] as number);
    expect(result['plansPerSecond']).toBeCloseTo((result['plans'] as number) / (result['wall'] as number), 6);
    expect(result['time']).toBeCloseTo(0.3, 1);
    expect(result['wall']).toBeGreaterThanOrEqual(0.3);
  }, 30_000);

  test('nonsense is told', async () => {
    expect((await run(['plan', 'laundry'])).err).toMatch(/no task is called 'laundry'/);
    expect((await run(['plan', 'cartpole', '--goal', '1,2'])).err).toMatch(/--goal of cartpole is 1 number/);
    expect((await run(['plan', 'cartpole', '--weight', 'x=1'])).err).toMatch(/no term is called 'x'/);
    expect((await run(['plan', 'cartpole', '--method', 'magic'])).err).toMatch(/'magic' is no way to plan/);
    expect((await run(['plan', 'cartpole', '--realtime', '--workers', 'x'])).err).toMatch(/--workers/);
  });
});
