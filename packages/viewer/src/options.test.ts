import { expect, test } from 'vitest';
import { defaultOptions, frameKinds, labelKinds } from './options.ts';

test('each set of options is its own', () => {
  const [a, b] = [defaultOptions(), defaultOptions()];
  expect(a).toEqual(b);
  a.geomGroup[4] = true;
  a.texture = false;
  expect(b).toEqual(defaultOptions());
});

test('groups 0 to 2 are shown, as in MuJoCo', () => {
  const groups = Object.entries(defaultOptions()).filter(([name]) => name.endsWith('Group'));
  expect(groups).toHaveLength(7);
  for (const [, shown] of groups) expect(shown).toEqual([true, true, true, false, false, false]);
});

test('no frame and no label is shown at first', () => {
  const options = defaultOptions();
  expect([options.frame, options.label]).toEqual([frameKinds[0], labelKinds[0]]);
  expect(new Set(labelKinds).size).toBe(labelKinds.length);
});
