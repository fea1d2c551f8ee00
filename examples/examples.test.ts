import fs from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { reach } from './arm-reach.ts';
import { balance } from './balance-on-one-leg.ts';
import { turnCube } from './hand-cube.ts';
import { stand } from './humanoid-stand.ts';
import { standUp } from './quadruped-stand.ts';
import { walk } from './quadruped-walk.ts';
import { swingUp } from './swing-up.ts';

/** The long form runs every example to its end. */
const everything = process.env['QPOS_PLANS'] === 'all';
const log = vi.spyOn(console, 'log');
beforeAll(() => void log.mockImplementation(() => {}));
afterAll(() => log.mockRestore());

test('LQR holds a humanoid on one leg against pushes', () => {
  expect(balance(everything ? 30 : 4)).toBeGreaterThan(1.2);
}, 120_000);

describe('plans', () => {
  test.each([swingUp, standUp, walk, stand, reach, turnCube].map((run) => [run.name, run] as const))(
    '%s',
    (_, run) => {
      const distance = everything ? run() : run(0.02);
      expect(distance).toBeGreaterThanOrEqual(0);
      if (everything) expect(distance).toBeLessThan(1);
    },
    300_000,
  );
});

test('each has at most 60 lines', () => {
  for (const file of fs.readdirSync(import.meta.dirname).filter((f) => !f.includes('.test.'))) {
    const lines = fs
      .readFileSync(`${import.meta.dirname}/${file}`, 'utf8')
      .trimEnd()
      .split('\n').length;
    expect(lines, file).toBeLessThanOrEqual(60);
  }
});
