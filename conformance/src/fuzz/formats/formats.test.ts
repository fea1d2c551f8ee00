import { describe, expect, test } from 'vitest';
import { makeCases } from './cases.ts';
import { FORMATS } from './formats.ts';
import { runCase } from './outcome.ts';

describe.each(FORMATS.map((format) => [format.name, format] as const))('%s', (_, format) => {
  const seeds = format.seeds();

  test('its seeds are read', async () => {
    for (const [k, seed] of [...new Set(seeds)].entries())
      expect(await runCase(format, seed), `seed ${k}`).toEqual({ kind: 'read' });
  });

  test('the same seed and number give the same case', () => {
    const [first, second] = [makeCases(format, 3), makeCases(format, 3, seeds)];
    for (const index of [0, 1, 17]) expect(first(index).bytes).toEqual(second(index).bytes);
    expect(makeCases(format, 4, seeds)(0).bytes).not.toEqual(first(0).bytes);
  });
});
