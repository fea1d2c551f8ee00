import { describe, expect, test } from 'vitest';
import { bytesPerCall } from './allocation.ts';

let kept: unknown;

describe('bytesPerCall', () => {
  test('sees a small object, also one that is garbage at once', () => {
    const bytes = bytesPerCall(
      () => {
        kept = { x: 1, y: 2 };
      },
      400,
      100,
    );
    expect(kept).toEqual({ x: 1, y: 2 });
    expect(bytes).toBeGreaterThanOrEqual(16);
    expect(bytes).toBeLessThan(100);
  });

  test('sees array buffers', () => {
    const buffers: ArrayBuffer[] = [];
    expect(bytesPerCall(() => buffers.push(new ArrayBuffer(1000)), 100, 1500)).toBeGreaterThanOrEqual(1000);
  });

  test('sees nothing where nothing is allocated', () => {
    const sum = new Float64Array(1);
    const bytes = bytesPerCall(() => {
      sum[0] += 0.5;
    });
    expect(bytes).toBeLessThan(1);
  });
});
