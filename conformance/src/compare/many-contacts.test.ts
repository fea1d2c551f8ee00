import { makeData, step } from '@qpos/core';
import { loadModel } from '@qpos/spec';
import { describe, expect, test } from 'vitest';

describe('many contacts', () => {
  test('5,040 at once are solved, in islands and in one system', () => {
    const m = loadModel(`<mujoco><worldbody><geom type="plane" size="50 50 .1"/>
      <replicate count="36" offset=".25 0 0"><replicate count="35" offset="0 .25 0"><body pos="-4 -4 .0999"><freejoint/>
      <geom type="box" size=".1 .1 .1"/></body></replicate></replicate></worldbody></mujoco>`);
    for (const disableflags of [0, 1 << 18]) {
      m.opt.disableflags = disableflags;
      const d = makeData(m);
      step(m, d, 2);
      expect(d.ncon).toBe(36 * 35 * 4);
      expect(d.nisland).toBe(disableflags === 0 ? 36 * 35 : 0);
      expect(d.qvel.every(Number.isFinite)).toBe(true);
      expect(d.qvel.reduce((a, x) => Math.max(a, Math.abs(x)), 0)).toBeLessThan(1);
    }
  }, 120_000);
});
