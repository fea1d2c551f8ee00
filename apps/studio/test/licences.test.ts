import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const studio = path.resolve(import.meta.dirname, '..');

test('the licences of all that is bundled lie beside the page, also that of mediabunny, which is MPL-2.0', () => {
  const text = fs.readFileSync(path.join(studio, 'dist/LICENSES.txt'), 'utf8');
  const { dependencies } = JSON.parse(fs.readFileSync(path.join(studio, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const foreign = Object.entries(dependencies).filter(([name]) => !name.startsWith('@qpos/'));
  expect(foreign.length).toBeGreaterThan(10);
  for (const [name, version] of foreign) expect(text).toContain(`\n${name} ${version} (`);
  expect(text).toMatch(/mediabunny [\d.]+ \(MPL-2\.0\)/);
  expect(text).toContain('Mozilla Public License Version 2.0');
});
