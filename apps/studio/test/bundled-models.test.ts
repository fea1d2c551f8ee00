import { expect, test } from 'vitest';
import { bundledModel } from '../vite.config.ts';

test('the development server hands out bundled models and nothing beside them', () => {
  expect(bundledModel('/humanoid.xml')).toMatch(/humanoid\.xml$/);
  for (const name of [
    '/..%2fpackage.json',
    '/../package.json',
    '/..%2fmodels-secret/a.xml',
    '/%',
    '/',
    '/nothing.xml',
    '/%00',
  ])
    expect(bundledModel(name), name).toBeUndefined();
});
