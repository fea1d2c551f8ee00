import { expect, test } from 'vitest';
import { bundledFile } from '../vite.config.ts';

test('the development server hands out bundled models and policies and nothing beside them', () => {
  expect(bundledFile('models', '/humanoid.xml')).toMatch(/humanoid\.xml$/);
  expect(bundledFile('policies', '/quadruped-joystick.safetensors')).toMatch(/quadruped-joystick/);
  for (const name of [
    '/..%2fpackage.json',
    '/../package.json',
    '/..%2fmodels-secret/a.xml',
    '/%',
    '/',
    '/nothing.xml',
    '/%00',
  ])
    expect(bundledFile('models', name), name).toBeUndefined();
});
