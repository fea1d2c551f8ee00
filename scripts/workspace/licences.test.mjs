import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { licenceText, packageFolder } from './licences.mjs';

/** A folder with packages that have these files. */
function packagesOf(files) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'licences-'));
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text);
  }
  return root;
}

test('the package of a module is found from its id', () => {
  expect(packageFolder('/a/node_modules/three/build/three.js?v=1')).toBe('/a/node_modules/three');
  expect(packageFolder('\0/a/node_modules/@codemirror/view/dist/index.js')).toBe('/a/node_modules/@codemirror/view');
  expect(packageFolder('/a/node_modules/b/node_modules/c/x.js')).toBe('/a/node_modules/b/node_modules/c');
  expect(packageFolder('/a/packages/core/src/index.ts')).toBeUndefined();
  expect(packageFolder('/a/node_modules/.vite/x.js')).toBeUndefined();
});

test('each package is there once, by name, with its text; one without a text is refused', () => {
  const root = packagesOf({
    'b/package.json':
      '{"name":"b","version":"1.0.0","license":"MPL-2.0","repository":{"url":"git+https://x.org/b.git"}}',
    'b/LICENSE.md': 'text of b',
    'a/package.json': '{"name":"a","version":"2.0.0","license":"MIT"}',
    'a/LICENCE': 'text of a',
    'c/package.json': '{"name":"c","version":"3.0.0","license":"MIT"}',
  });
  const text = licenceText(['b', 'a', 'b'].map((name) => path.join(root, name)));
  expect(text.match(/^[ab] [\d.]+ \(.*\)$/gm)).toEqual(['a 2.0.0 (MIT)', 'b 1.0.0 (MPL-2.0)']);
  expect(text).toContain('https://x.org/b\n\ntext of b');
  expect(() => licenceText([path.join(root, 'c')])).toThrow('c 3.0.0 has no text of its licence');
  fs.rmSync(root, { recursive: true });
});
