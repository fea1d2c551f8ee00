import { expect, test } from 'vitest';
import { bundleScenes } from './bundle.ts';
import { chromium } from './engines.ts';
import { ADVICE, differences, readGolden } from './golden.ts';
import { SCENES } from './scenes.ts';

/** The tests of this folder run once for each back end: so does the page. */
const backend = process.env['QPOS_BACKEND'] === 'js' ? 'js' : 'wasm';

test('Chromium gives the golden hashes', async () => {
  const golden = readGolden();
  const results = await chromium.run(await bundleScenes([backend]));
  expect(results.map((r) => r.scene)).toEqual(SCENES.map((s) => s.name));
  const differing = results.flatMap((r) => differences(golden, r).map((part) => `${r.scene}: ${part}`));
  expect(differing, ADVICE).toEqual([]);
});
