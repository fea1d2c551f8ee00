import { step } from 'qpos';
import { describe, expect, test } from 'vitest';
import { start as onOneLeg } from './control/29-balance-on-one-leg.ts';

/** The long form pushes for half a minute. */
const SECONDS = process.env['QPOS_PLANS'] === 'all' ? 30 : 4;

describe('a humanoid on one leg', () => {
  test(`LQR holds it for ${SECONDS} s against pushes of 60 N`, () => {
    const { data, advance, report } = onOneLeg();
    let [lowest, pushes] = [Number.POSITIVE_INFINITY, 0];
    let before = 0;
    while (data.time < SECONDS) {
      advance();
      const force = data.xfrc_applied[6] as number;
      if (force > before) pushes++;
      before = force;
      lowest = Math.min(lowest, report()['torso (m)'] ?? Number.NaN);
    }
    expect(pushes).toBe(SECONDS);
    expect(lowest).toBeGreaterThan(1.2);
  }, 120_000);

  test('without feedback it falls', () => {
    const { model, data, advance } = onOneLeg();
    const hold = data.ctrl.slice();
    advance();
    data.ctrl.set(hold);
    while (data.time < 2) step(model, data);
    expect(data.qpos[2]).toBeLessThan(1);
  });
});
