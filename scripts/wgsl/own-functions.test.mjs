import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../packages.mjs';
import { translateFunctions } from './own-functions.mjs';

const file = path.join(root, 'scripts/testing/gpu/falling-ball.ts');

describe('functions of a task', () => {
  test('come with everything that they call, and with arrays of the environment', async () => {
    const { observe, evaluate } = await translateFunctions(file, ['observe', 'evaluate']);
    expect(observe.entry).toBe('observe_D');
    expect(Object.keys(observe.functions)).toEqual(['observe_D', 'clip_']);
    expect(observe.functions.observe_D).toContain('df(D_qpos + ');
    expect(evaluate.functions.evaluate_DD).toMatch(/^fn evaluate_DD\(counts_: i32, done_: i32, height_: f32\)/);
  });

  test('that are not there are named', async () => {
    await expect(translateFunctions(file, ['evaluates'])).rejects.toThrow(/has no function 'evaluates'/);
  });
});
