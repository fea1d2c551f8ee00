import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeProject } from './load/project.mjs';
import { quickWays, tryWay } from './load/quick.mjs';
import { unreachedDeclarations } from './workspace/declarations.mjs';

let project;
beforeAll(() => {
  project = makeProject();
}, 120_000);
afterAll(() => project?.remove());

// the others are in `npm run test:bundlers`
describe('the packed packages load with', () => {
  test.each(quickWays.map((way) => [way.name, way]))('%s', (_, way) => tryWay(way, project));
});

test('a program that prints something else is told', async () => {
  await expect(tryWay({ load: () => 'wasm 1' }, project)).rejects.toThrow("prints 'wasm 1' and not 'wasm ");
});

test('core takes at most 2 MB when it is unpacked, without source maps and declarations that no entry leads to', () => {
  const folder = path.join(project.project, 'node_modules/@qpos/core');
  const files = fs
    .readdirSync(folder, { recursive: true })
    .map((name) => ({ name, at: fs.statSync(path.join(folder, name)) }));
  expect(files.reduce((sum, { at }) => sum + (at.isFile() ? at.size : 0), 0)).toBeLessThan(2e6);
  expect(files.filter(({ name }) => name.endsWith('.map'))).toEqual([]);
  expect(unreachedDeclarations(folder)).toEqual([]);
});
