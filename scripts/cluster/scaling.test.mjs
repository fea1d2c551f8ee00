import { describe, expect, test } from 'vitest';
import { simulate } from './scaling.mjs';

const free = { redis: 0, redisByte: 0, trainer: 0, trainerByte: 0, worker: 0, stall: 5 };

describe('the simulated queue', () => {
  test('without costs, n machines are n times as fast', () => {
    for (const machines of [1, 10, 100]) {
      const { perSecond, efficiency } = simulate({ machines, jobs: 100 * machines, job: 2, spread: 0, costs: free });
      expect(perSecond).toBeCloseTo(machines / 2, 9);
      expect(efficiency).toBeCloseTo(1, 9);
    }
  });

  test('what is done one at a time bounds the throughput', () => {
    const costs = { ...free, redis: 0.01 };
    const { perSecond, redisLoad } = simulate({ machines: 1000, jobs: 5000, job: 1, costs });
    expect(perSecond).toBeLessThanOrEqual(100);
    expect(perSecond).toBeGreaterThan(95);
    expect(redisLoad).toBeGreaterThan(0.95);
  });

  test('a synchronous update waits for its slowest job, and a lost machine costs the time until it is missed', () => {
    const options = { machines: 100, jobs: 100, job: 1, costs: free };
    const alone = simulate({ ...options, spread: 0 }).seconds;
    const varied = simulate({ ...options, spread: 0.2 }).seconds;
    const broken = simulate({ machines: 10, jobs: 100, job: 1, spread: 0, costs: free, lost: 1 }).seconds;
    expect(alone).toBeCloseTo(1, 9);
    expect(varied).toBeGreaterThan(1.3);
    expect(varied).toBeLessThan(2.2);
    expect(broken).toBeGreaterThan(10);
    expect(broken).toBeLessThan(10 + 0.5 + 5 + 1.5);
  });
});
