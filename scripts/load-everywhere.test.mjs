import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeProject } from './load/project.mjs';
import { quickWays, tryWay } from './load/quick.mjs';

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
