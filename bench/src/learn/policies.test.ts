import fs from 'node:fs';
import path from 'node:path';
import { loadPolicy } from '@qpos/learn';
import { expect, test } from 'vitest';

const folder = path.resolve(import.meta.dirname, '../../../policies');
const files = fs.readdirSync(folder).filter((name) => name.endsWith('.safetensors'));
const page = fs.readFileSync(path.join(folder, 'README.md'), 'utf8');

test('there are policies of at least six tasks', () => {
  const tasks = files.map((name) => loadPolicy(fs.readFileSync(path.join(folder, name))).parts.task);
  expect(new Set(tasks).size).toBeGreaterThanOrEqual(6);
});

test.each(files)('%s is small, acts, and its page tells how it was made', (name) => {
  const bytes = fs.readFileSync(path.join(folder, name));
  expect(bytes.length).toBeLessThan(200_000);
  const policy = loadPolicy(bytes);
  const action = policy.act(new Float64Array(policy.observationSize));
  expect(action.every(Number.isFinite)).toBe(true);
  expect(page).toContain(`\`${name}\``);
});
